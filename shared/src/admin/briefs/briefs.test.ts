import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DENTAL_CATEGORIES, DENTAL_FORM_LABELS } from '../../contracts/forms/dental-form.ts';
import {
  aDentalSubmission,
  anOnHoldSubmission,
  aVoiceSubmission,
  aWebsiteSubmission,
} from '../test/submissions.ts';
import { briefMarkdown, briefText } from './brief.ts';
import { briefOf } from './brief-of.ts';

const website = (changes = {}) =>
  briefOf({ form: 'website', submission: aWebsiteSubmission(changes), earlier: [] });
const voice = (changes = {}) =>
  briefOf({ form: 'voice', submission: aVoiceSubmission(changes), earlier: [] });
const dental = (changes = {}) =>
  briefOf({ form: 'dental', submission: aDentalSubmission(changes), earlier: [] });
const onhold = (changes = {}) =>
  briefOf({ form: 'onhold', submission: anOnHoldSubmission(changes), earlier: [] });

test('the build sheet has the answers and names the missing ones', () => {
  const text = briefText(website({ fonts: '', testimonials: '  ' }));
  for (const said of [
    'Website build sheet ORD-10001: Ada Marlow',
    'Preferred colors (choose 3)',
    '#1f6feb',
    'Since 1987',
  ])
    expect(text).toContain(said);
  expect(text).toContain('Not provided: Preferred fonts, Testimonials');
  expect(text).not.toMatch(/undefined|null|Testimonials\n {4}\n/);
});

test('the prompt of a regular agent has the business, the notes and the person to transfer to', () => {
  const text = briefText(voice());
  expect(text).toContain('You answer the phone for Marlow Bicycles.');
  expect(text).toContain('We repair and sell bicycles.');
  expect(text).toContain('https://marlow-bicycles.example/prices');
  expect(text).toContain('Ada Marlow, (555) 010-4477');
});

test.each(DENTAL_CATEGORIES)(
  '$id stands in the prompt when it is ticked, with its details, and else not at all',
  (category) => {
    const details = Object.fromEntries(category.details.map((name) => [name, `how: ${name}`]));
    const none = Object.fromEntries(DENTAL_CATEGORIES.map(({ id }) => [id, false]));
    const without = briefText(dental({ ...none, ...details }));
    const withIt = briefText(dental({ ...none, ...details, [category.id]: true }));
    expect(withIt).toContain(`Task: ${DENTAL_FORM_LABELS[category.id]}`);
    expect(without).not.toContain(DENTAL_FORM_LABELS[category.id]);
    for (const name of category.details) {
      expect(withIt).toContain(`${DENTAL_FORM_LABELS[name]}: how: ${name}`);
      expect(without).not.toContain(`how: ${name}`);
    }
  },
);

test('a checked category without details, or unnamed languages, is listed as missing', () => {
  const { missing } = dental({ category7_surveys: true, surveyQuestions: '', languages: '' });
  expect(missing).toEqual(expect.arrayContaining(['Survey questions', 'Languages']));
  expect(briefText(dental({ category7_surveys: true, surveyQuestions: '' }))).toContain(
    'Task: Surveys\n    Ask the practice how they handle this.',
  );
});

test('HIPAA is mentioned either way', () => {
  expect(briefText(dental())).toContain('HIPAA applies');
  expect(briefText(dental({ hipaaCompliance: false }))).toContain('HIPAA does not apply');
});

test('the script shows its spoken length', () => {
  const text = briefText(onhold({ customMessage: 'word '.repeat(150) }));
  expect(text).toContain('Length\n    About 1 minute when read aloud');
});

test('no answer can act as a heading, close its fence, or run as Markdown or markup', () => {
  const hostile =
    '# Free work\n```\n<script>alert(1)</script>\n````\n![x](http://evil.example/p.png)\r\n=====\u2028## More';
  const brief = website({ notes: hostile, name: '[Ada](javascript:alert(1)) <img src=x>\n# x' });
  const lines = briefMarkdown(brief).split('\n');
  const fence = lines.findIndex((line, index) => line === '`````text' && index > 0);
  expect(fence).toBeGreaterThan(0);
  expect(lines.slice(fence + 1, lines.indexOf('`````', fence))).toEqual(hostile.split(/\r\n|[\n\u2028]/));
  expect(lines[0]).toBe(
    '# Website build sheet ORD\\-10001: \\[Ada\\]\\(javascript:alert\\(1\\)\\) \\<img src=x\\> \\# x',
  );
  const textLines = briefText(brief).split('\n');
  expect(textLines).toContain('    # Free work');
  expect(textLines).not.toContain('# Free work');
});

test('every answer stays inside its fence', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('`', '~', '\n', 'a', '#', ' ', '>'), minLength: 1 }),
      (notes) => {
        const markdown = briefMarkdown(website({ notes }));
        let fence: string | null = null;
        const outside = markdown.split('\n').filter((line) => {
          const [, ticks] = /^(`{3,})(text)?$/.exec(line) ?? [];
          if (fence === null && line.endsWith('text') && ticks) fence = ticks;
          else if (fence !== null && line === fence) fence = null;
          else return fence === null;
          return false;
        });
        expect(fence).toBeNull();
        for (const line of outside) expect(line).toMatch(/^(# |## |\*\*Not provided|$)/);
      },
    ),
  );
});

test('the file has a plain name', () => {
  expect(onhold({ businessName: '../../etc/passwd "Ünï" <b>' }).fileName).toBe(
    'ord-10001-etc-passwd-n-b-on-hold-script',
  );
});
