import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ownWords as read } from './own-words.ts';

const ownWords = (email: string) => read(email).text;

/** What programs send when somebody writes REPLY above or below our email. */
const TOP_POSTED: Record<string, string> = {
  Gmail: `REPLY

On Sat, Nov 21, 2026 at 5:00 AM Northlight Studio <hello@northlight.example>
wrote:

> Hello Ada,
>
> here is version 1.
`,
  'Gmail on a phone, in German': `REPLY

Northlight Studio <hello@northlight.example> schrieb am Sa., 21. Nov. 2026,
10:00:

> Hello Ada,
`,
  'Apple Mail': `REPLY

> On Nov 21, 2026, at 5:00 AM, Northlight Studio <hello@northlight.example> wrote:
>
> Hello Ada,
`,
  'Apple Mail in German': `REPLY\r\n\r\nVon meinem iPhone gesendet\r\n\r\n> Am 21.11.2026 um 10:00 schrieb Northlight Studio <hello@northlight.example>:\r\n> \r\n> \uFEFFHello Ada,\r\n`,
  iPhone: `REPLY

Sent from my iPhone

> On Nov 21, 2026, at 5:00 AM, Northlight Studio wrote:
>
> \uFEFFHello
`,
  Thunderbird: `REPLY

On 11/21/26 05:00, Northlight Studio wrote:
> Hello Ada,
>
`,
  'Thunderbird in German': `REPLY

Am 21.11.26 um 10:00 schrieb Northlight Studio:
> Hello Ada,
`,
  'Gmail in Spanish': `REPLY

El sáb, 21 nov 2026 a las 5:00, Northlight Studio (<hello@northlight.example>)
escribió:

> Hello Ada,
`,
  'Gmail in French': `REPLY

Le sam. 21 nov. 2026 à 05:00, Northlight Studio <hello@northlight.example> a
écrit :

> Hello Ada,
`,
  Outlook: `REPLY

From: Northlight Studio <hello@northlight.example>
Sent: Saturday, November 21, 2026 5:00 AM
To: Ada Marlow <ada@marlow-bicycles.example>
Subject: Your order ORD-10001

Hello Ada,
here is version 1.
`,
  'Outlook in German': `REPLY

________________________________
Von: Northlight Studio <hello@northlight.example>
Gesendet: Samstag, 21. November 2026 10:00
An: Ada Marlow <ada@marlow-bicycles.example>
Betreff: Your order ORD-10001

Hello Ada,
`,
  'Outlook on a phone': `REPLY

Get Outlook for iOS<https://aka.ms/o0ukef>
________________________________
From: Northlight Studio <hello@northlight.example>
Sent: Saturday, November 21, 2026 5:00:00 AM
To: Ada <ada@marlow-bicycles.example>
Subject: Re: Your order

Hello Ada,
`,
  'old Outlook': `REPLY

-----Original Message-----
From: Northlight Studio [mailto:hello@northlight.example]

Hello Ada,
`,
  'a program that marks no quotes': `REPLY

On Saturday, November 21st, 2026 at 5:00 AM, Northlight Studio <hello@northlight.example> wrote:

Hello Ada,
here is version 1.
`,
  'a signature': `REPLY

-- 
Ada Marlow
Marlow Bicycles, 12 Canal Street
`,
  'HTML turned into text': `REPLY\n\nOn Sat, Nov 21, 2026 at 5:00 AM Northlight <hello@northlight.example> wrote:\n\n> HELLO ADA,\n> \n> here is version 1. [https://shop.example.com/order]\n`,
};

describe('the quoted email is left out', () => {
  test.each(Object.entries(TOP_POSTED))('%s', (_program, email) => {
    expect(ownWords(email)).toBe('REPLY');
    const long =
      'Yes, please.\n\nTwo things:\n- the blue one\n- on Monday: at 10:30\n\nFrom: the top, please';
    expect(ownWords(email.replace('REPLY', long))).toBe(long);
  });

  test('words below and between quotes stay', () => {
    const texts = () => ['Which photo?\nAnd the logo?'];
    expect(read('> Which photo?\n\nThe blue one.\n\n> And the logo?\nThe round one.\n', { texts }).text).toBe(
      'The blue one.\n\nThe round one.',
    );
    expect(
      ownWords(
        'On Mon, Nov 23, 2026 at 5:00 AM Northlight wrote:\n> Which photo?\n\nThe blue one.\n-- \nAda',
      ),
    ).toBe('The blue one.');
  });
});

describe('more programs', () => {
  test.each([
    'On Sat, Nov 21, 2026 at 5:00 AM Northlight <hello@northlight.example> wrote\n> Hello',
    '---- On Sat, 21 Nov 2026 05:00:00 -0500 hello@northlight.example wrote ----\n\nHello',
    'Northlight <hello@northlight.example> wrote:\n> Hello',
    '2026-11-21 10:00 GMT+01:00 Northlight <\nhello@northlight.example>:\n\n> Hello',
    'At 11/21/2026 05:00 AM, you wrote:\n> Hello',
    '*-------- Original Message --------*\nFrom: Northlight\n\nHello',
    'From: Northlight <hello@northlight.example>\nReply-To: hello@northlight.example\nDate: Nov 21, 2026\n\nHello',
    'Am 21.11.2026 10:00 schrieb "Northlight" <hello@northlight.example\n>:\n\n> Hello',
    '2026-11-21 10:00 GMT+01:00 Northlight\n\nHello',
    '2026/11/21 Northlight <hello@northlight.example>\n\n| Hello\n|\n| Ada',
    'On Sat, 21 Nov 2026 at 10:00 Northlight\n\n<\nmailto:Northlight <hello@northlight.example>\n> wrote:\n\nHello',
    '差出人: Northlight <hello@northlight.example>\n送信日時: 2026年11月21日 10:00\n宛先: Ada\n件名: x\n\nHello',
    'Od: Northlight <hello@northlight.example>\nWysłano: sobota, 21 listopada 2026\nDo: Ada\nTemat: x\n\nHello',
  ])('%s', (quote) => expect(ownWords(`My words.\n\n${quote}`)).toBe('My words.'));

  test.each([
    'Sent from Yahoo Mail for iPhone',
    'Sent from Mail for Windows',
    'Sent from Outlook Mobile',
    'Sent via the Samsung Galaxy S22 5G, an AT&T 5G smartphone',
    'Sent from my T-Mobile 4G LTE Device',
    'Get Outlook for Android<https://aka.ms/x>',
    'Enviado desde mi iPhone',
    'Envoyé de mon iPad',
    'Von meinem iPhone gesendet',
    'Diese Nachricht wurde von meinem Android-Mobiltelefon mit K-9 Mail gesendet.',
    'Sent from my cell, please excuse any typos.',
    'Sent from [mail](https://go.example/1) for windows 10',
    '(sent from a phone)',
    '從我的 iPhone 傳送',
    'ᐧ',
  ])('%s', (line) => expect(ownWords(`My words.\n\n${line}`)).toBe('My words.'));
});

test('what is left out besides our own text is told', () => {
  const texts = () => ['Hello Ada, here is version 1 of your website. Please look at each page and tell us.'];
  const head = 'From: Northlight <hello@northlight.example>\nSent: Nov 21, 2026\nTo: Ada\nSubject: x\n\n';
  const more = (text: string) => read(text, { texts }).hasMore;
  expect(more(`Yes.\n\n${head}Hello Ada,\nhere is version 1 of your\nwebsite.`)).toBe(false);
  expect(more(`Yes.\n\n> Hello Ada, here is version 1\n> of your website.`)).toBe(false);
  expect(
    more(`Below.\n\n${head}Hello Ada, here is version 1 of your website.\nNo.\nPlease look at each page.`),
  ).toBe(true);
  expect(more(`Below.\n\n> here is version 1 of your website.\n> Blue!\n> Please look at each page`)).toBe(
    true,
  );
  expect(more(`Below.\n\n${head}Something else entirely.`)).toBe(true);
  // Their answer has our words only.
  expect(more(`Below.\n\n${head}${texts()[0]}\nplease look at each page`)).toBe(true);
  expect(more(`Below:\n\n${head}${texts()[0]}`)).toBe(false);
});

test('what has no own words above it stays, unless it is of the conversation', () => {
  const texts = () => ['Please look at each page and tell us.'];
  const head = 'On 15 May 2026 19:32, "Bob" <bob@designs.example> wrote:\n\n';
  expect(read(`${head}Use the green.\nIt is #1a1.`, { texts })).toMatchObject({
    text: 'Use the green.\nIt is #1a1.',
    hasMore: true,
  });
  expect(read(`${head}${texts()[0]}`, { texts })).toMatchObject({ text: '', hasMore: false });
  expect(ownWords('> From now on, use red.')).toBe('From now on, use red.');
});

test('the customer’s own sentences are not taken for a quote', () => {
  for (const words of [
    'For invoices please write to\nBob Marlow <bob@marlow-bicycles.example>:\n12 Canal Street, Columbus',
    'From: Main Street\nTo: Canal Street\nSubject: the sign above the door',
    'Two texts:\n\n--\n\nWelcome to Marlow Bicycles, the shop for everyone who likes to ride, in the city and far beyond it, since 1924.',
    'Sent from my desk, is much easier than my phone.',
    'Sent from my phone number list, please ignore',
    'I sent Bob an email',
    'Two pages, please.\n\nGet the Android page done first',
    '--- Colors ---\nblue\ngreen',
    'Original message',
    '--\nAda',
    'On Monday you wrote:\nthe price is $50. Is that right?',
    'From: what I understand, it is done.\nTo me it looks good.',
    'Please write to Bob:\nbob@marlow-bicycles.example',
    'I have two wishes -- a map and a phone number',
    'Original message: buy one, get one',
    '2 > 1',
  ])
    expect(ownWords(words)).toBe(words);
});

test('an email without words of its own is empty; NUL is left out; a long one is cut with a note', () => {
  expect(ownWords('\r\nNorthlight wrote:\r\n> Hello\r\n')).toBe('');
  expect(ownWords('')).toBe('');
  expect(ownWords('a\0b')).toBe('ab');
  const cut = ownWords('🚲'.repeat(20_000));
  expect(cut.length).toBeLessThanOrEqual(10_000);
  expect(cut.isWellFormed()).toBe(true);
  expect(cut).toMatch(/🚲\n\n\[Cut here\. The whole email is in the mailbox\.\]$/u);
});

test('any text is read in linear time, and no line of the result is a quote', () => {
  const pieces = fc.constantFrom(
    '>',
    '> ',
    'On ',
    'wrote:',
    'schrieb am ',
    '<a@b',
    '>:',
    '\n',
    '\r\n',
    ' ',
    'From: x',
    '-- ',
    '2026',
    'é',
    '\u2028',
    '_',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 200 }), (parts) => {
      const words = ownWords(parts.join(''));
      expect(words.split('\n').some((line) => line.startsWith('>'))).toBe(false);
    }),
  );
  for (const bomb of [
    'On ',
    'schrieb am ',
    '<a@',
    'From: a\n',
    'On a\n',
    '> ',
    ' ',
    '\n',
    'On x wrote:\n\n',
    '-- \n',
    'On 1:00 x wrote:\n> a\n',
    'From: a@b.c\nTo: x\nDate: 2026\n\n',
    'a <a@b>:\n',
    '-',
    '_ ',
  ])
    // Four times the text takes sixteen times as long in quadratic time.
    expect(costOf(bomb, 2_000_000), bomb).toBeLessThan(10 * Math.max(costOf(bomb, 500_000), NOISE_MS));
});

const NOISE_MS = 50;

/** The time of the processor in milliseconds, because a busy machine takes longer. */
function costOf(part: string, length: number): number {
  const text = part.repeat(length / part.length);
  const before = process.cpuUsage();
  ownWords(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

test.each([
  '-- \nYou received this message because you are subscribed to the Google Groups "Hello" group.\nTo unsubscribe from this group and stop receiving emails from it, send an email to hello+unsubscribe@northlight.example.\nTo view this discussion visit https://groups.google.com/a/northlight.example/d/msgid/hello/1%40x.',
  '_______________________________________________\nHello mailing list -- hello@northlight.example\nTo unsubscribe send an email to hello-leave@northlight.example',
])('what a group adds below an email is not the sender’s (%#)', (footer) => {
  expect(read(`The blue one.\n\n${footer}\n`)).toMatchObject({ text: 'The blue one.', hasMore: false });
  expect(ownWords(`${'The blue one. '.repeat(300)}\n\n${footer}`)).toMatch(/The blue one\.$/);
  expect(read(`Blue.\n\n${footer}\n\nMake it red, please.`).hasMore).toBe(true);
  expect(ownWords('We found you on a mailing list.')).toBe('We found you on a mailing list.');
});
