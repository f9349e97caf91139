import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { droppableSchemas } from './droppable-schemas.ts';

async function codeOf(names: string, file: string): Promise<string> {
  const path = fileURLToPath(new URL(`../../shared/src/contracts/${file}`, import.meta.url));
  const page = { name: 'page', resolveId: (id: string) => (id === 'page' ? id : undefined), load };
  function load(id: string) {
    return id === 'page'
      ? `import { ${names} } from ${JSON.stringify(path)}; console.log(${names});`
      : undefined;
  }
  const bundle = await rolldown({ input: 'page', plugins: [page, droppableSchemas] });
  const { output } = await bundle.generate({ minify: true });
  return output[0].code;
}

test.each([
  ['WEBHOOK_EVENTS', 'webhooks.ts'],
  ['PAYMENT_METHODS', 'payments.ts'],
  ['FORM_NAMES', 'forms/form-names.ts'],
])('a page that needs only %s of %s gets no schema, and no zod', async (names, file) => {
  expect((await codeOf(names, file)).length).toBeLessThan(1_000);
});

test('a schema that a page needs is still there, without the others of its file', async () => {
  const code = await codeOf('ListRecurring', 'recurring.ts');
  expect(code).toContain('period must be month or year');
  expect(code).not.toContain('Unknown action');
});

test('the setting of zod that the pages rely on stays', async () => {
  const path = fileURLToPath(new URL('../../shared/src/contracts/strict-zod.ts', import.meta.url));
  const bundle = await rolldown({ input: path, plugins: [droppableSchemas] });
  const { output } = await bundle.generate({ minify: true });
  expect(output[0].code).toMatch(/jitless:(true|!0)/);
});
