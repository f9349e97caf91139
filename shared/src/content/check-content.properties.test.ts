import * as fc from 'fast-check';
import { anyText } from '../contracts/test/any-text.ts';
import { expect, test } from 'vitest';
import { DEFAULT_CATALOG } from '../catalog/default-catalog.ts';
import { checkContent } from './check-content.ts';
import { contentFacts } from './facts.ts';
import type { Content } from './field.ts';
import { richParts } from './rich-text.ts';
import { contentTexts, entries } from './texts.ts';

const facts = contentFacts(
  { name: 'A*B*', email: 'a@b.example', phone: '(555) 1', address: '[x](y)' },
  DEFAULT_CATALOG,
);

/** Texts of what could break a page: marks, links, placeholders, and anything else. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '*',
        '[',
        ']',
        '(',
        ')',
        '](',
        '{',
        '}',
        '<',
        '\\',
        '/',
        '//',
        ':',
        '\n',
        '"',
        ' ',
        'word',
      ),
      fc.constantFrom(
        'javascript:',
        'https://a.example',
        'mailto:a@b',
        'tel:1',
        '/website',
        '[link](/website)',
      ),
      fc.constantFrom('{business name}', '{website price}', '{unknown}'),
      anyText({ maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

const changes = fc
  .constantFrom(...entries)
  .chain((entry) =>
    'items' in entry
      ? fc
          .array(fc.record(Object.fromEntries(entry.fields.map(({ key }) => [key, text]))), { maxLength: 3 })
          .map((items): Content => ({ [entry.key]: items }))
      : text.map((value): Content => ({ [entry.key]: value })),
  );

const SAFE = /^(?:\/(?![/\\])|https:\/\/[^/\\]|mailto:|tel:)/;

test('what is accepted shows no marks of its own, has no tags, and links only where it may', () => {
  let accepted = 0;
  fc.assert(
    fc.property(changes, (change) => {
      if (Object.keys(checkContent(change, facts)).length > 0) return;
      accepted++;
      const [changedKey = ''] = Object.keys(change);
      for (const [key, { kind, text }] of Object.entries(contentTexts(change, facts))) {
        if (!key.startsWith(changedKey)) continue;
        expect(text.replaceAll(facts['business name'] ?? '', '')).not.toMatch(/[<>{}]/);
        const parts = kind === 'rich' ? richParts(text) : [{ text }];
        expect(
          parts
            .map((part) => part.text)
            .join('')
            .trim(),
        ).not.toBe('');
        for (const { href } of parts.filter((part) => part.href !== undefined)) expect(href).toMatch(SAFE);
      }
    }),
    { numRuns: 4_000 },
  );
  expect(accepted).toBeGreaterThan(100);
});

test('whatever is written, its parts have the same words, and an allowed link leads to this site or is safe', () => {
  fc.assert(
    fc.property(text, (written) => {
      const parts = richParts(written);
      const again = parts
        .map(({ text, href, isEmphasized }) =>
          href ? `[${text}](${href})` : isEmphasized ? `*${text}*` : text,
        )
        .join('');
      expect(again).toBe(written);
      for (const { href } of parts) {
        if (href === undefined) continue;
        expect(new URL(href, 'https://shop.example').protocol).toMatch(/^(?:https|mailto|tel):$/);
        if (href.startsWith('/')) expect(new URL(href, 'https://shop.example').host).toBe('shop.example');
      }
    }),
    { numRuns: 4_000 },
  );
});

test('any JSON gets an answer, and only known keys with texts pass', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.oneof(fc.string(), fc.constantFrom(...entries.map(({ key }) => key))), fc.jsonValue()),
      (json) => {
        const faults = checkContent(JSON.parse(JSON.stringify(json)), facts);
        const known = new Set(entries.map(({ key }) => key));
        for (const [key, value] of Object.entries(json))
          if (!known.has(key) || (typeof value !== 'string' && !Array.isArray(value)))
            expect(Object.keys(faults).some((name) => name === key || name.startsWith(`${key}.`))).toBe(true);
      },
    ),
    { numRuns: 1_000 },
  );
});
