import { expect, it } from 'vitest';
import { medianOf, replaceTable, toMarkdown, type Measured } from './table.ts';

const run: Measured = {
  performance: 99,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  firstPaint: 900.4,
  largestPaint: 1200,
  blocking: 10,
  shift: 0.00012,
  transfer: 51.2,
};

it('takes each figure’s own median', () => {
  const runs = [
    { ...run, performance: 97, blocking: 5 },
    { ...run, performance: 100, blocking: 300 },
    { ...run, performance: 98, blocking: 40 },
  ];
  expect(medianOf(runs)).toEqual({ ...run, performance: 98, blocking: 40 });
});

it('prints a row a page', () => {
  expect(toMarkdown([{ page: '/', ...run }]).split('\n')[2]).toBe(
    '| / | 99 / 100 / 100 / 100 | 900 | 1200 | 10 | 0.0001 | 51 |',
  );
});

it('puts the new table where the old one stood, as often as it is asked', () => {
  const document =
    'Before\n\n<!-- pages, written by pnpm lighthouse --write -->\n\nold\n\n<!-- to here -->\n\nAfter\n';
  const written = replaceTable(document, 'pages', 'new');
  expect(written).toBe(document.replace('old', 'new'));
  expect(replaceTable(written, 'pages', 'new')).toBe(written);
});

it('leaves the document’s other tables as they are', () => {
  const other = '<!-- steps, written by pnpm lighthouse --write -->\n\nsteps\n\n<!-- to here -->\n';
  const document = `<!-- pages, written by pnpm lighthouse --write -->\n\nold\n\n<!-- to here -->\n${other}`;
  expect(replaceTable(document, 'pages', 'new')).toBe(document.replace('old', 'new'));
});

it('does not write into a document without a place for it', () => {
  expect(() => replaceTable('Before\n', 'pages', 'new')).toThrow('no place');
});
