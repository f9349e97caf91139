import { expect, it } from 'vitest';
import { invalidUrlLines, urlLinesHint } from './url-lines.ts';

it.each([
  'example.com',
  'www.example.com',
  'https://example.com/a?b=c#d',
  'HTTP://EXAMPLE.COM:8080',
  'bücher.example',
  'a-b.co.uk/x',
])('%s looks like an address', (line) => expect(invalidUrlLines(line)).toEqual([]));

it.each([
  'the nice one',
  'example',
  'https://',
  'mailto:ada@example.com',
  'example.com and more',
  'javascript:x.y',
])('%s does not', (line) => expect(invalidUrlLines(line)).toEqual([1]));

it('counts blank lines and finds no fault in them', () => {
  expect(invalidUrlLines('\r\nexample.com\r\n\r\noops\r\n')).toEqual([4]);
});

it('takes its time for no line, however long', () => {
  expect(invalidUrlLines(`${'a.'.repeat(50_000)}!`)).toEqual([1]);
});

it.each([
  ['example.com', ''],
  ['oops', 'Line 1 doesn’t look like a web address.'],
  ['oops\nexample.com\nno\nnever', 'Lines 1, 3, and 4 don’t look like web addresses.'],
])('says so: %#', (text, hint) => expect(urlLinesHint(text)).toBe(hint));
