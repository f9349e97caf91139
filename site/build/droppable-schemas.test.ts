import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { droppableSchemas } from '@northlight/shared/build/droppable-schemas.ts';

/** The script of a page that shows one name of a file of the contracts. */
async function scriptWith(name: string, file: string): Promise<string> {
  const path = fileURLToPath(new URL(`../../shared/src/contracts/${file}`, import.meta.url));
  const page = {
    name: 'page',
    resolveId: (id: string) => (id === 'page' ? id : null),
    load: (id: string) =>
      id === 'page' ? `import { ${name} } from ${JSON.stringify(path)}; console.log(${name})` : null,
  };
  const bundle = await rolldown({ input: 'page', plugins: [page, droppableSchemas] });
  return (await bundle.generate({ minify: true })).output[0].code;
}

test.each([
  ['WEBHOOK_EVENTS', 'webhooks.ts'],
  ['PAYMENT_METHODS', 'payments.ts'],
  ['FORM_NAMES', 'forms/forms.ts'],
])('a page that needs only %s of %s gets no schema and no zod', async (name, file) => {
  expect((await scriptWith(name, file)).length).toBeLessThan(1_200);
});

test('a page gets the schema that it needs, without the others of its file', async () => {
  const script = await scriptWith('ListRecurring', 'lists.ts');
  expect(script).toContain('period must be month or year');
  expect(script).not.toContain('due must be late or today');
});

test('the setting of zod that pages rely on stays', async () => {
  expect(await scriptWith('', 'strict-zod.ts')).toMatch(/jitless:(true|!0)/);
});
