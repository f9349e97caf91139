import { expect, it } from 'vitest';
import { jsonLd } from './structured-data.ts';

it('cannot be ended by its own content', () => {
  const name = '</script><script>alert(1)</script><!--';
  const json = jsonLd([{ '@type': 'Thing', name }]);
  expect(json).not.toContain('<');
  expect(JSON.parse(json)['@graph'][1].name).toBe(name);
});
