import { DEFAULT_CATALOG } from '../catalog/default-catalog.ts';
import { describe, expect, it, test } from 'vitest';
import { checkContent, missingCaptions } from './check-content.ts';
import { CONTENT } from './content.ts';
import { contentFacts, fillText } from './facts.ts';
import type { Content } from './field.ts';
import { richParts } from './rich-text.ts';
import { contentTexts, entries } from './texts.ts';

const facts = contentFacts(
  {
    name: 'Fern & Fig',
    email: 'hello@fern.example',
    phone: '(555) 010-0100',
    address: '12 Mill Street',
  },
  DEFAULT_CATALOG,
);
const defaults: Content = Object.fromEntries(
  entries.flatMap((entry) => {
    if ('medium' in entry) return [];
    const value = 'items' in entry ? [...entry.items] : 'color' in entry ? entry.color : entry.text;
    return [[entry.key, value]];
  }),
);
const texts = entries.flatMap((entry) => {
  if ('items' in entry) return entry.items.flatMap((item) => Object.values(item));
  return 'text' in entry ? [entry.text] : [];
});

describe('the definitions', () => {
  it('have keys of their own, and none begins with that of a list', () => {
    const keys = entries.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(CONTENT.map(({ id }) => id)).size).toBe(CONTENT.length);
    const lists = entries.filter((entry) => 'items' in entry).map(({ key }) => `${key}.`);
    expect(keys.filter((key) => lists.some((list) => key.startsWith(list)))).toEqual([]);
  });

  // A version says by them what it changed.
  it('have labels of their own in their section', () => {
    const labels = CONTENT.flatMap((page) =>
      page.sections.flatMap((section) =>
        section.fields.map(({ label }) => `${page.label}, ${section.label}: ${label}`),
      ),
    );
    expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
  });

  it('have defaults that an owner could enter, with every item complete', () => {
    expect(checkContent(defaults, facts)).toEqual({});
    expect(texts.filter((text) => text === '')).toEqual([]);
  });

  it('repeat no price, no number of rounds, and no promise', () => {
    const repeated =
      /\$\s*\d|business days?|\b24 hours|\b(?:\d+|two|five|six) (?:free |design )?(?:revisions|updates|rounds of)/i;
    expect(texts.filter((text) => repeated.test(text))).toEqual([]);
  });

  it('answer with the prices, rounds, and promises of the catalog', () => {
    const all = Object.values(contentTexts({}, facts)).map(({ text }) => text);
    expect(all).toEqual(
      expect.arrayContaining([
        '$149 up front, then $30 a month. Pay yearly and it’s $300 a year, so you get two months free.',
        'Setup from $199, then from $199 a month. Every business is different, so we quote your exact price.',
        '$99, one time. There are no recurring fees.',
        'Add Extra Design Revisions for $49.',
        'What if five revisions aren’t enough?',
        'You’ll see the design. Five rounds of changes are included.',
        'One to two business days after you approve the design. We’ll contact you within 24 hours of receiving your form. We reply on business days.',
        'Delivered as an MP3 in 1 business day',
      ]),
    );
    expect(all.join('')).not.toMatch(/[{}]/);
  });
});

test('changes replace defaults, and a changed list replaces all its items', () => {
  const changed = contentTexts(
    { 'home.heading': 'Hello from {business name}', 'home.voiceQuestions': [{ question: 'Q', answer: 'A' }] },
    facts,
  );
  expect(changed['home.heading']?.text).toBe('Hello from Fern & Fig');
  expect(changed['home.voiceQuestions.0.answer']).toEqual({ kind: 'rich', text: 'A' });
  expect(changed['home.voiceQuestions.1.answer']).toBeUndefined();
  expect(changed['home.lede']?.text).toContain('Your hold line');
});

test.each([
  ['{on-hold updates} or {on-hold updates in words}', '6 or six'],
  ['{Website revisions in words}: {Website time in words}', 'Five: One to two business days'],
  ['{unknown} {constructor} {} {{business name}}', '{unknown} {constructor} {} {Fern & Fig}'],
])('%s is filled as %s', (text, filled) => {
  expect(fillText(text, facts)).toBe(filled);
});

describe('rich texts', () => {
  it('have emphasis and links', () => {
    expect(richParts('One *good* [page](/website#package).')).toEqual([
      { text: 'One ' },
      { text: 'good', isEmphasized: true },
      { text: ' ' },
      { text: 'page', href: '/website#package' },
      { text: '.' },
    ]);
  });

  it.each(['/', '/#faq', 'https://example.com/a?b=c', 'mailto:hello@fern.example', 'tel:+1-555-010-0100'])(
    'link to %s',
    (href) => expect(richParts(`[x](${href})`)).toEqual([{ text: 'x', href }]),
  );

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert`1`',
    'data:text/html,x',
    'http://example.com',
    '//example.com',
    '/\\example.com',
    'https:example.com',
    'https:///example.com',
    'mailto:javascript:alert@x',
    'tel:javascript',
    'page',
    '\u0001javascript:alert`1`',
    '/\n/example.com',
  ])('do not link to %j', (href) => {
    const text = `[x](${href})`;
    expect(richParts(text)).toEqual([{ text }]);
    expect(checkContent({ 'home.lede': text }, facts)).toHaveProperty(
      ['home.lede'],
      expect.stringContaining(href.includes('\u0001') ? 'can’t be shown' : 'A link is written'),
    );
  });

  it('keep lone asterisks', () => {
    const text = '2 * 3 * 4 and **';
    expect(richParts(text)).toEqual([{ text }]);
  });
});

const HASH = 'ab'.repeat(32);

test('media are accepted with what they need, and what plays comes with its captions', () => {
  const file = (extension: string) => ({ file: `${HASH}.${extension}` });
  const content: Content = {
    logo: { ...file('webp'), words: '' },
    icon: { ...file('webp'), x: '0', y: '100', zoom: '400' },
    'website.picture': { ...file('webp'), words: 'From {website price}' },
    'voice.video': file('mp4'),
    'voice.captions': file('vtt'),
    'color.voice': '#12ab00',
  };
  expect({ ...checkContent(content, facts), ...missingCaptions(content) }).toEqual({});
  expect(missingCaptions({ 'onhold.audio': file('mp3') })).toEqual({
    'onhold.captions': expect.stringContaining('add captions'),
  });
  expect(missingCaptions({ 'voice.captions': file('vtt') })).toEqual({
    'voice.captions': expect.stringContaining('original captions'),
  });
});

describe('a change', () => {
  it.each<[string, unknown, string, string]>([
    ['home.nothing', 'x', 'home.nothing', 'no such text'],
    ['__proto__', 'x', '__proto__', 'no such text'],
    ['home.heading', '', 'home.heading', 'enter a text'],
    ['home.heading', ' \u200b\u00ad ', 'home.heading', 'enter a text'],
    ['home.heading', 7, 'home.heading', 'enter a text'],
    ['home.heading', 'x'.repeat(121), 'home.heading', '120 characters. The page would show 121.'],
    ['home.heading', 'a\nb', 'home.heading', 'one line'],
    ['home.heading', 'a\u0000b', 'home.heading', 'can’t be shown'],
    ['home.heading', 'a\ud800b', 'home.heading', 'can’t be shown'],
    ['home.heading', 'a <b>', 'home.heading', '< and >'],
    ['home.heading', 'From {price}', 'home.heading', 'no placeholder {price}'],
    ['home.heading', 'From {website price', 'home.heading', 'only around'],
    ['home.testimonials', [], 'home.testimonials', 'at least 1 testimonial, and at most 9'],
    ['home.testimonials', 'x', 'home.testimonials', 'at least 1 testimonial'],
    ['home.testimonials', [null], 'home.testimonials.0.words', 'enter a text'],
    [
      'home.voiceQuestions',
      [{ question: 'Q', answer: 'A', html: 'x' }],
      'home.voiceQuestions.0.html',
      'no such text',
    ],
    ['home.voiceQuestions', [{ question: 'Q', answer: '<b>' }], 'home.voiceQuestions.0.answer', '< and >'],
    ['color.website', 'red', 'color.website', 'choose a color'],
    ['color.website', '#ABC', 'color.website', 'choose a color'],
    ['color.website', '#12345;}', 'color.website', 'choose a color'],
    ['website.picture', 'x', 'website.picture', 'choose a file'],
    ['website.picture', { file: '../../secret' }, 'website.picture', 'choose a file'],
    ['website.picture', { file: `${HASH}.mp4`, words: 'x' }, 'website.picture', 'choose a file'],
    ['website.picture', { file: `${HASH}.webp` }, 'website.picture.words', 'enter a text'],
    ['website.picture', { file: `${HASH}.webp`, words: '"><b>' }, 'website.picture.words', '< and >'],
    ['website.picture', { file: `${HASH}.webp`, words: 'x', x: '101' }, 'website.picture', 'the part'],
    ['website.picture', { file: `${HASH}.webp`, words: 'x', zoom: '99' }, 'website.picture', 'the part'],
    ['website.picture', { file: `${HASH}.webp`, words: 'x', y: 'calc(1)' }, 'website.picture', 'the part'],
    ['website.picture', { file: `${HASH}.webp`, words: 'x', style: 'x' }, 'website.picture', 'the part'],
  ])('of %s to %j is refused', (key, value, where, words) => {
    const changes: Content = JSON.parse(`{${JSON.stringify(key)}:${JSON.stringify(value)}}`);
    const faults = new Map(Object.entries(checkContent(changes, facts)));
    expect(faults.get(where)).toContain(words);
  });
});

it('says on which days we reply wherever a page promises contact within 24 hours', () => {
  const texts = contentTexts({}, facts);
  const promises = Object.entries(texts).filter(
    // What search engines show has no room, and the title of a step has its text below.
    ([key, { text }]) => text.includes('24 hours') && !/\.(?:description|title|head\w*)$/.test(key),
  );
  expect(promises.length).toBeGreaterThan(8);
  for (const [key, { text }] of promises)
    expect([key, text]).toEqual([key, expect.stringContaining('We reply on business days.')]);
});
