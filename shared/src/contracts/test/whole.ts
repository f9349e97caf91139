import type * as z from 'zod/mini';

/** A value of which only some parts are given. */
export type Partly<Value> = Value extends readonly (infer Item)[]
  ? readonly Partly<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]?: Partly<Value[Name]> | undefined }
    : Value;

/** When everything happened for which a test has no time. */
export const AT = '2026-11-21T10:00:00.000Z';
const IS_TIME = /(?:At|^at|^since|^date|^timestamp|^until)$/;

/**
 * A value of a schema with what is given, and as little as possible of the rest: null where it may be, no items, the first of
 * several values. So tests name only what matters to them.
 */
export const whole = <Schema extends z.ZodMiniType>(
  schema: Schema,
  given?: Partly<z.output<Schema>>,
): z.output<Schema> => fill(schema, given) as z.output<Schema>;

type Given = Readonly<Record<string, unknown>>;

function fill(schema: unknown, given: unknown, name = ''): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape).map(([key, field]) => [
        key,
        fill(field, (given as Given | undefined)?.[key], key),
      ]);
      return {
        ...(given as Given | undefined),
        ...Object.fromEntries(fields.filter(([, one]) => one !== undefined)),
      };
    }
    case 'array':
      return ((given ?? []) as unknown[]).map((item) => fill(def.element, item));
    case 'record': {
      const { def: keys } = (def.keyType as z.core.$ZodTypes)._zod;
      const names = [
        ...(keys.type === 'enum' ? Object.values(keys.entries) : []),
        ...Object.keys(given ?? {}),
      ];
      return Object.fromEntries(
        names.map((key) => [key, fill(def.valueType, (given as Given | undefined)?.[key])]),
      );
    }
    case 'union':
      return fill(optionFor(def, given), given, name);
    case 'nullable':
      return given === undefined || given === null ? null : fill(def.innerType, given, name);
    case 'optional':
      return given === undefined ? undefined : fill(def.innerType, given, name);
    case 'default':
      return fill(def.innerType, given ?? def.defaultValue, name);
    case 'pipe':
      return fill(def.in, given, name);
    case 'enum':
      return given ?? Object.values(def.entries)[0];
    case 'literal':
      return given ?? def.values[0];
    case 'string':
      return given ?? (IS_TIME.test(name) ? AT : '');
    case 'number':
      return given ?? 0;
    case 'boolean':
      return given ?? false;
    default:
      return given;
  }
}

/** The option of a union that takes what is given. */
function optionFor({ options, ...def }: z.core.$ZodUnionDef, given: unknown): unknown {
  const { discriminator } = def as { discriminator?: string };
  if (given === undefined || !discriminator) return options[0];
  const takes = (option: unknown): boolean => {
    const { shape } = option as { shape: Record<string, z.ZodMiniType> };
    return shape[discriminator]?.safeParse((given as Given)[discriminator]).success ?? false;
  };
  return options.find(takes) ?? options[0];
}
