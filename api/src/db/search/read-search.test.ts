import { expect, test } from 'vitest';
import { foldText } from './fold-text.ts';
import { readSearch } from './read-search.ts';

test.each([
  ['Łoś', 'los'],
  ['Søren Ødegård', 'soren odegard'],
  ['Weiß & Đorđević', 'weiss & dordevic'],
  ['Þór Æsir', 'thor aesir'],
  ['İstanbul ışık', 'istanbul isik'],
  ['Nguyễn', 'nguyen'],
  ['O’Hara–Lee 313\u2011555−0142', "o'hara-lee 313-555-0142"],
  ['한국 مرحبا 🫒', '한국 مرحبا 🫒'],
])('%j is compared as %j', (text, folded) => {
  expect(foldText(text)).toBe(folded);
  expect(foldText(text.normalize('NFD'))).toBe(folded);
});

test.each([
  ['ORD 10001', '"ord-10001"'],
  ['ord10001', '"ord-10001"'],
  ['ord-10001', '"ord-10001"'],
  ['ORD #10001', '"ord-10001"'],
  ['ORD\u201110001', '"ord-10001"'],
  ['#10001', '("ord-10001" OR "#10001")'],
  ['10001', '"10001"'],
  ['Marlow #10001', '("ord-10001" OR "#10001") AND "marlow"'],
  ['word 12345', '"word" AND "12345"'],
])('%j is searched as %s', (typed, match) => {
  expect(readSearch(typed)).toEqual({ match, inNames: [] });
});

test('a short word is a pattern in which every character is literal', () => {
  expect(readSearch('Ło 5% \\_').inNames).toEqual(['%lo%', '%5\\%%', '%\\\\\\_%']);
});

test('at most ten words are searched', () => {
  expect(readSearch('#10001 '.repeat(30)).match?.match(/ord-/g)).toHaveLength(10);
});
