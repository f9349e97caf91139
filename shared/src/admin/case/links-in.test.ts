import * as fc from 'fast-check';
import { anyText } from '../../contracts/test/any-text.ts';
import { expect, test } from 'vitest';
import { linksIn } from './links-in.ts';

const hrefs = (text: string) => linksIn(text).flatMap(({ href }) => href ?? []);

test('web addresses are links, the text around them is not', () => {
  expect(linksIn('See https://one.example/a?b=c#d, and\nHTTP://two.example.')).toEqual([
    { text: 'See ' },
    { text: 'https://one.example/a?b=c#d', href: 'https://one.example/a?b=c#d' },
    { text: ', and\n' },
    { text: 'HTTP://two.example', href: 'http://two.example/' },
    { text: '.' },
  ]);
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://https://good.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://good.example/1',
  'file:///etc/passwd',
  'vbscript:x',
  'mailto:a@b.example',
  'https://good.example@evil.example',
  'https://user:secret@good.example',
  'https://',
  'http:// ',
  'www.good.example',
  '//good.example',
  '/admin',
  '<a href="https://good.example">',
  '',
])('%j is not a link', (text) => {
  expect(hrefs(text)).toEqual([]);
});

test('a long answer of dots is parsed in linear time', () => {
  const text = `${'.'.repeat(99_999)}x`;
  expect(linksIn(text)).toEqual([{ text }]);
});

test('the text stays unchanged, and every link is a parsed web address', () => {
  const word = fc.oneof(
    anyText(),
    fc.webUrl(),
    fc.constantFrom('javascript:', 'https:', '//', '\u202e', ' ', '\n', '@', '.'),
  );
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const text = words.join('');
      const pieces = linksIn(text);
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
      for (const { href } of pieces) if (href) expect(new URL(href).protocol).toMatch(/^https?:$/);
    }),
  );
});
