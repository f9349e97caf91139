import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { PREVIEWS, sampleShop } from '../../seed/emails/email-samples.ts';
import { shownText } from '../../test/fixtures/shown-email.ts';
import { aDraft, buyWithCard } from '../../test/fixtures/factories.ts';
import { aWebsiteForm } from '../../test/fixtures/form-factories.ts';
import { startTestApp, testEnv } from '../../test/shop/test-app.ts';
import { said, type Block, button, type EmailContent, small, strong, text, userText } from './blocks.ts';
import { renderEmail, writeEmail } from './write-email.ts';

const shop = sampleShop(testEnv());
const EMAILS = [...PREVIEWS].map(([name, message]) => {
  const email = writeEmail(shop, message) ?? expect.fail(`${name} would not be sent`);
  return { name, message, ...email };
});

const render = (changes: Partial<EmailContent>) =>
  renderEmail({ subject: 'S', preview: 'P', title: ['T'], blocks: [], ...changes }, testEnv().business);
const PAGE = 'https://shop.example/order';
const open = button('Open your order', PAGE);

/** All texts within a value that have several lines. */
const severalLines = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value].filter((one) => one.includes('\n'))
    : value && typeof value === 'object'
      ? Object.values(value).flatMap(severalLines)
      : [];

/** What people wrote in several lines, anywhere in the sample shop. */
function writtenTexts(): string[] {
  const tables = shop.db.all<{ name: string }>(
    sql`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%' AND name NOT LIKE '%search%'`,
  );
  const stored = tables.flatMap(({ name }) =>
    shop.db.all<object>(sql`SELECT * FROM ${sql.identifier(name)}`),
  );
  const values = stored.flatMap(Object.values).map((value) => {
    try {
      return typeof value === 'string' && /^[{[]/.test(value) ? JSON.parse(value) : value;
    } catch {
      return value;
    }
  });
  return severalLines([values, EMAILS.map(({ message }) => message.payload)]);
}

test('what people write keeps its lines and paragraphs in every email that repeats it', () => {
  const written = writtenTexts();
  const repeated = EMAILS.filter((email) => {
    const shown = shownText(email.html);
    const own = written.filter((one) => email.text.includes(one));
    for (const one of own) expect(shown, email.name).toContain(one);
    return own.length > 0;
  });
  expect(repeated.map(({ name }) => name).toSorted()).toEqual([
    'for-you-mention',
    'new-order',
    'new-submission',
    'order-answer',
    'order-delivery',
    'order-message',
    'order-message-to-us',
    'order-review',
    'quote',
    'quote-answer',
    'quote-message',
    'quote-question',
    'recurring-offer',
    'refund',
  ]);
});

const LINES = 'One\n- two\n  - indented\n\nFour\n\n\nFive';
const step = {
  kind: 'step',
  title: 'T',
  serviceId: 'voice',
  text: 'W',
  action: { label: 'L', url: PAGE },
} as const;

test.each<[string, Block]>([
  ['ours', text(LINES)],
  ['a customer’s', text(userText(LINES))],
  ['after words of ours', text('Reason: ', userText(LINES))],
  ['emphasized', text(strong(LINES))],
  ['small', small(userText(LINES))],
  ['what a person wrote', said(LINES)],
  ['an answer', { kind: 'facts', facts: [{ label: 'Notes', answer: LINES }] }],
])('a text keeps its lines, paragraphs, and indents: %s', (_, block) => {
  for (const typed of [
    LINES,
    LINES.replaceAll('\n', '\r\n'),
    LINES.replaceAll(/(?<!\n)\n(?!\n)/g, '\u2028'),
  ]) {
    const changed = JSON.parse(
      JSON.stringify(block).replaceAll(
        JSON.stringify(LINES).slice(1, -1),
        JSON.stringify(typed).slice(1, -1),
      ),
    );
    const { html } = render({ blocks: [changed] });
    expect(shownText(html)).toContain(LINES);
    // An empty line begins a paragraph, and no part of one is left open in it.
    expect(html.match(/<p\b/g)?.length).toBe(html.match(/<\/p>/g)?.length);
    expect(html).toMatch(/<\/p><p [^>]*>(?:<(?:strong|span dir="auto")>)?Four/);
    expect(html).not.toMatch(/<(strong|span)[^>]*>[^<]*(?:<br>|<\/p>)/);
  }
});

test('spaces around our own words stay single', () => {
  expect(
    render({ blocks: [text('Hello ', userText('Ada'), ', and ', strong('thank you'), ' too.')] }).html,
  ).toContain('>Hello <span dir="auto">Ada</span>, and <strong>thank you</strong> too.</p>');
});

const OWN_COLOR: Record<string, RegExp> = {
  background: /background:/,
  color: /[; "]color:|class="ink/,
  'border-color': /border/,
};

test('nothing that matters stands in <style> or in white-space', () => {
  for (const { name, html } of EMAILS) {
    const [, style = ''] = /<style>([^]*?)<\/style>/.exec(html) ?? [];
    // Only other colors for programs in the dark, over those that stand in the cells.
    const [before, dark] = style.split('@media (prefers-color-scheme: dark)');
    expect(before?.trim(), name).toBe('');
    expect(dark?.match(/[\w-]+(?=: [^;]*;)/g), name).toSatisfy((used: string[]) =>
      used.every((one) => /^(?:background|color|border-color)$/.test(one)),
    );
    // Numbers that stay in one line where a program knows it.
    expect(html.match(/white-space:(?!nowrap)/), name).toBeNull();
    // What the dark changes has its own color without it. That of "ink" is its table's.
    for (const [, own = ''] of html.matchAll(/<(\w[^>]* class="[^>]*)>/g))
      for (const [, names = '', property = ''] of (dark ?? '').matchAll(/^\s*(\..*) \{ ([\w-]+):/gm))
        if (names.split(', ').some((one) => new RegExp(`class="[^"]*\\b${one.slice(1)}\\b`).test(own)))
          expect(own, name).toMatch(OWN_COLOR[property] ?? /never/);
  }
});

test('every button is a cell with its own colors and its own padding', () => {
  let count = 0;
  for (const { name, html, text: plain } of EMAILS)
    for (const [, cell = '', link = ''] of html.matchAll(
      /<td class="button" style="([^"]*)"><a class="label" ([^>]*)>/g,
    )) {
      count += 1;
      expect(cell, name).toMatch(/background:#1d222b/);
      expect(cell, name).toMatch(/padding:8px 12px/);
      expect(link, name).toMatch(/color:#fdfbf8/);
      const [, url = ''] = /href="([^"]*)"/.exec(link) ?? [];
      expect(plain, name).toContain(url.replaceAll('&amp;', '&'));
    }
  expect(count).toBeGreaterThan(40);
  expect(EMAILS.map(({ html }) => html).join('')).not.toMatch(/<a(?![^>]*class="label")[^>]*padding/);
});

const KB = 1_000;
const LONG: [string, Block[]][] = [
  [
    'a form',
    [
      {
        kind: 'facts',
        facts: Array.from({ length: 25 }, (_, at) => ({
          label: `Question ${at}`,
          answer: '"Tom & Ann" '.repeat(830),
        })),
      },
    ],
  ],
  [
    'one long answer',
    [
      {
        kind: 'facts',
        facts: [
          { label: 'Text', answer: '<'.repeat(100_000) },
          { label: 'Last', answer: 'The end' },
        ],
      },
    ],
  ],
  ['many paragraphs', [text(userText('a\n\n'.repeat(3_333)))]],
  [
    'a quote with many options',
    Array.from({ length: 50 }, () => text('You can add: ', userText('&'.repeat(2_000)))),
  ],
  ['a right-to-left message', [text(userText('مرحبا\n'.repeat(1_600)))]],
  ['a text of spaces', [text(userText(`a${' '.repeat(99_000)}b`))]],
  ['emoji', [text(userText('👩‍👩‍👧‍👦'.repeat(9_000)))]],
];

test.each(LONG)(
  '%s is below the 102 KB at which Gmail cuts, with its button early, and complete as plain text',
  (_, blocks) => {
    const { html, text: plain } = render({ blocks: [text('From Ada.'), ...blocks, open] });
    expect(Buffer.byteLength(html)).toBeLessThan(102 * KB);
    expect(Buffer.byteLength(html.slice(0, html.indexOf(PAGE)))).toBeLessThan(4 * KB);
    expect(html).not.toMatch(/\p{Cs}/u);
    expect(html).toMatch(/<\/html>\s*$/);
    for (const block of blocks)
      expect(plain).toContain(
        render({ blocks: [block] })
          .text.split('\n\nQuestions?')[0]
          ?.slice(3),
      );
  },
);

test('a form as long as the server takes reaches the business with its button, its questions, and all its words', async () => {
  const app = await startTestApp();
  await buyWithCard(app, aDraft({ serviceTypes: ['website'] }));
  const [words, notes] = ['Sie sagten “Größe”. '.repeat(4_500), 'One\n- two\n'.repeat(9_000)];
  const form = aWebsiteForm({ text: words, notes, testimonials: 'Ann & Tom. '.repeat(3_000) });
  expect((await app.post('/api/submit-order-form', form)).status).toBe(200);
  const { html, text: plain } =
    (await app.businessEmails()).find(({ subject }) => subject.includes('form')) ?? expect.fail();
  expect(Buffer.byteLength(html)).toBeLessThan(99 * KB);
  expect(html.slice(0, 4 * KB)).toContain('/admin#/case/ORD-10001');
  for (const label of ['Other website text', 'Anything else', 'Testimonials']) expect(html).toContain(label);
  for (const one of [words, notes]) expect(plain).toContain(one.trim());
});

test('a form of every length shows every question, and only long texts are cut', () => {
  const [, blocks] = LONG[1] ?? expect.fail();
  const shown = shownText(render({ blocks: [...blocks, open] }).html);
  expect(shown).toContain('[Use the button above to read the rest.]');
  expect(shown).toContain('The end');
  expect(shown.split('[Use the button above')).toHaveLength(2);
});

test('a short email has its button once, and one with steps begins with them', () => {
  expect(render({ blocks: [text('Hello'), open] }).html.split(PAGE)).toHaveLength(2);
  const long = text(userText('word '.repeat(300)));
  expect(render({ blocks: [long, open] }).html.split(PAGE)).toHaveLength(3);
  expect(render({ blocks: [long, step, open] }).html.split(PAGE)).toHaveLength(3);
  for (const { name, html } of EMAILS) expect(Buffer.byteLength(html), name).toBeLessThan(10 * KB);
});

test('an email is 560 pixels wide in Outlook for Windows, too', () => {
  const { html } = render({});
  expect(html).toMatch(/<!--\[if mso\]><table [^>]*width="560"[^>]*><tr><td><!\[endif\]-->/);
  expect(html).toMatch(/<!--\[if mso\]><\/td><\/tr><\/table><!\[endif\]-->/);
});

/** The CSS and HTML that an email is made of, as docs/email-html.md names it. */
function usedIn(html: string): string[] {
  const [, sheet = ''] = /<style>([^]*?)<\/style>/.exec(html) ?? [];
  const body = html.replaceAll(/<!--[^]*?-->|<head>[^]*<\/head>/g, '');
  const styles = [...body.matchAll(/ style="([^"]*)"/g)].map(([, style]) => style).join(';');
  return [
    ...[...styles.matchAll(/(?<=^|;)([\w-]+):/g), ...sheet.matchAll(/\{ ([\w-]+): /g)].map(
      ([, name = '']) => name,
    ),
    ...[...sheet.matchAll(/@\w+ \([\w-]+/g)].map(([rule]) => `${rule})`),
    ...[...body.matchAll(/<([a-z]\w*)/g)].map(([, element]) => `<${element}>`),
    ...[...body.matchAll(/<[a-z][^>]*>/g)].flatMap(([tag]) =>
      [...tag.matchAll(/ ([\w-]+)="/g)].map(([, attribute = '']) => attribute),
    ),
    ...['<style>', '<meta name="color-scheme">', '!important', '<!--[if mso]>', 'mailto:'].filter((one) =>
      html.includes(one.replace('">', '"')),
    ),
  ];
}

test('docs/email-html.md says of each rule what email programs make of it, and of no other', () => {
  const doc = readFileSync(new URL('../../../docs/email-html.md', import.meta.url), 'utf8');
  const rows = doc.split('\n').filter((line) => line.startsWith('| `'));
  const told = rows.flatMap((row) =>
    [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, rule = '']) => rule),
  );
  const used = new Set(EMAILS.flatMap(({ html }) => usedIn(html)));
  expect(told.toSorted()).toEqual([...used].toSorted());
  for (const row of rows) expect(row.split(' | '), row).toHaveLength(7);
});
