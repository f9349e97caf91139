/**
 * Lets a page leave out the contracts' schemas that it does not use. The bundler cannot tell by itself that making a
 * schema out of others changes nothing.
 */
export const droppableSchemas = {
  name: 'droppable-schemas',
  enforce: 'pre' as const,
  transform: {
    filter: { id: /shared\/src\/contracts\/(?!strict-zod)/ },
    handler: (code: string) => ({
      code: code.replaceAll(MAKES_SCHEMA, '/* @__PURE__ */ $&'),
      map: null,
      moduleSideEffects: false,
    }),
  },
};

/** A call of zod, or of a function in texts.ts. */
const MAKES_SCHEMA =
  /(?<![\w.]|function )(?:z(?=\s*\.(?!infer|input|output)[a-z_])|(?:line|oneLine|text|emailAddress|numberInQuery)(?=\())/g;
