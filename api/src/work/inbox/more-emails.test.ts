import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { textOfParts, type Part } from './email-text.ts';
import { isAutomatic } from './is-automatic.ts';
import { messageOf } from './message-of-email.ts';
import { ownWords } from './own-words.ts';
import { bounceOf } from './read-bounce.ts';

const OURS = `Hello Ada,

here is version 1 of your website. Please look at each page and tell us.

Which photo should be on the first page, the blue one or the green one?`;
const NORTHLIGHT = 'Northlight <hello@northlight.example>';
const HEAD = `From: ${NORTHLIGHT}\nSent: Saturday, November 21, 2026 5:00 AM\nTo: Ada\nSubject: Your order\n\n`;
const QUOTE = OURS.replaceAll(/^/gm, '> ');
const thread = {
  texts: () => [OURS],
  parties: ['ada@marlow-bicycles.example', 'hello@northlight.example'],
};
const words = (text: string) => ownWords(text, thread);

describe('what a customer writes stays', () => {
  test.each([
    'Please answer bob@designs.example, he is there from 9:00:\nhe knows all.',
    'Event:\nDate: May 3, 2027\nTo: everyone\nSubject: Our spring sale\n\nBring your bike!',
    '-----Original text for the page-----\nWe fix bikes since 1924.',
    'Text for the page:\n--\nWe fix bikes.\n--\nWe sell bikes.\n--\nCall us.',
  ])('%s', (text) => {
    expect(words(text)).toMatchObject({ text, hasMore: false });
    expect(words(`${text}\n\n${HEAD}${OURS}`)).toMatchObject({ text });
  });

  test('a text that they cite from elsewhere', () => {
    expect(words('Hello.\n\n> Paint it red.')).toMatchObject({ text: 'Hello.\n\nPaint it red.' });
    expect(words('Put this on the page:\n\n> Best shop in Ohio.\n> We love it.\n\nThanks').text).toBe(
      'Put this on the page:\n\nBest shop in Ohio.\nWe love it.\n\nThanks',
    );
  });

  test.each(['I have 2 wishes', 'In 2026 we open', 'Meet at 10:30', 'Budget 500 dollars'])(
    'a line right above the quote: %s',
    (line) => {
      for (const head of [
        'Northlight wrote:',
        `${NORTHLIGHT} wrote:`,
        'On Sat, Nov 21, 2026 Northlight wrote:',
      ])
        expect(words(`${line}\n${head}\n${QUOTE}`)).toMatchObject({ text: line, hasMore: false });
    },
  );

  test('the answer of somebody else, and not our email below it', () => {
    const bob =
      'From: Bob <bob@designs.example>\nSent: Nov 23, 2026\nTo: Ada\nSubject: x\n\nThe green is #1a1.';
    expect(words(`See below.\n\n${bob}\n\n${HEAD}${OURS}`)).toMatchObject({
      text: `See below.\n\n${bob}`,
      hasMore: false,
    });
  });

  test('quoted lines alone, if the subject says that they are forwarded', () => {
    const forward = { ...thread, isForward: true };
    expect(ownWords('> The green is #1a1.', forward).text).toBe('The green is #1a1.');
    expect(ownWords('On Nov 23, 2026 Bob wrote:\n> The green is #1a1.', forward).text).toContain('#1a1');
  });
});

describe('what is left out is told', () => {
  test.each([
    ['a quote of something unknown', `On Nov 20, 2026 at 9:00 ${NORTHLIGHT} wrote:\n> Paint it red.`],
    ['a quote of somebody', 'On Nov 23, 2026 at 9:00 my brother wrote:\n\nUse the old sign.'],
    [
      'a quote of a stranger',
      'On Nov 23, 2026 at 9:12 Bob <bob@designs.example> wrote:\n\nThe green is #1a1.',
    ],
    ['words within a header', HEAD.replace('Sent', 'I want it in red\nSent') + OURS],
    ['a sentence in the signature', '-- \nAda\nMarlow Bicycles\n\nPS: use the red logo instead, please!'],
    ['words in the signature', '--\nMake it red'],
    [
      'a forward without an address',
      'Begin forwarded message:\n\n> From: Bob\n> Date: May 3\n> To: Ada\n>\n> Red.',
    ],
  ])('%s', (_what, text) => {
    const { text: own, hasMore } = words(`Hello.\n\n${text}`);
    expect(hasMore || own.endsWith('Red.')).toBe(true);
  });
});

test.each([
  'Sent with Proton Mail secure email.',
  'Sent via Superhuman ( https://sprh.mn/?vip=ada )',
  'Verstuurd vanaf mijn iPhone',
  'Wysłane z iPhone’a',
  'Lähetetty iPhonesta',
  'Отправлено с iPhone',
])('a line of a program is left out: %s', (line) => {
  expect(words(`Blue.\n\n${line}`).text).toBe('Blue.');
});

test.each([
  ['<p>Ada</p>', '\n\nPS: the new sign', 'sign.png', true],
  ['', '\n\nHere is our logo:', 'logo.png', true],
  ['', ' ', 'signature.png', true],
  ['', '\nMarlow Bicycles\n(555) 010-1234', 'logo.png', false],
])('a picture below the name is left out only with a signature (%#)', (_html, below, name, isTold) => {
  const plain = `The blue one.\n\nAda${below}\n[cid:p]`;
  const body = { plain, shown: plain, files: [], others: [{ name, cid: 'p', reason: '' }] };
  expect(messageOf(body, { name: 'Ada Marlow' }).text.includes(name)).toBe(isTold);
});

test('the cells of a table stay apart', async () => {
  const textContent =
    '<table><tr><td>Hours</td><td>9 to 5</td></tr><tr><th>Color</th><td>blue</td></tr></table>';
  const part: Part = { contentType: 'text/html', textContent, children: [] };
  expect((await textOfParts(part)).plain).toMatch(/^Hours +9 to 5\s*\nColor +blue\s*$/);
});

test.each([
  ['[Auto-Reply] Your order', true],
  ['Automatická odpověď: x', true],
  ['Odpowiedź automatyczna: x', true],
  ['Message d’absence', true],
  ['Abwesenheit: x', true],
  ['AUTO: Ada Marlow is out of the office (returning 11/30/2026)', true],
  ['Auto: the page about cars', false],
  ['Re: Automatic reply: x', false],
  ['Re: greeting: Ada is out of the office', false],
  ['The phone says Ada is out of the office on Mondays', false],
])('the subject of an automatic reply: %s', (subject, expected) => {
  expect(isAutomatic([], subject)).toBe(expected);
});

test.each([
  'A message that you sent has not yet been delivered. Delivery attempts will continue for some time.',
  'It could not be delivered yet. We will keep trying for 3 days.',
])('a delay whose subject does not say so is no failure: %s', async (text) => {
  const head = { subject: 'Message status - undelivered', isDaemon: true };
  expect(await bounceOf(Readable.from([Buffer.from(`Subject: x\r\n\r\n${text}`)]), head)).toBeNull();
});
