import { expect, test, vi } from 'vitest';
import { ADA, aBounce, aReply } from '../../../test/imap/emails.ts';
import { shopWithInbox, SOON } from '../../../test/imap/shop-with-inbox.ts';
import { aPng } from '../../../test/shop/upload-steps.ts';

const WORDS = 'We want to cancel the website.';
const HTML = `<p>${WORDS}</p>`;
const png = (side = 1) => Buffer.from(aPng(side, side)).toString('base64');

type Part = string;
const leaf = (type: string, body: string, ...lines: string[]): Part =>
  [`Content-Type: ${type}`, ...lines, '', body, ''].join('\r\n');
const plain = (body: string) => leaf('text/plain; charset=utf-8', body);
const html = (body: string, ...lines: string[]) => leaf('text/html; charset=utf-8', body, ...lines);
let boundaries = 0;
const multi = (kind: string, ...parts: Part[]): Part => {
  const boundary = `b${(boundaries += 1)}`;
  return [
    `Content-Type: multipart/${kind}; boundary=${boundary}`,
    '',
    ...parts.map((part) => `--${boundary}\r\n${part}`),
    `--${boundary}--`,
    '',
  ].join('\r\n');
};
const picture = (name: string, disposition: string, place = '', side = 1) =>
  leaf(
    `image/png; name=${name}`,
    png(side),
    `Content-Disposition: ${disposition}`,
    'Content-Transfer-Encoding: base64',
    ...(place ? [`Content-ID: <${place}>`] : []),
  );

/** A shop to which the customer replies with these bodies, one after the other. Gives the texts of the messages. */
async function replies(bodies: readonly string[], from = `Ada Marlow <${ADA}>`) {
  const shop = await shopWithInbox();
  const head = `From: ${from}\r\nSubject: Re: Your order\r\nIn-Reply-To: ${shop.email.messageId}\r\nMIME-Version: 1.0`;
  await shop.receive(...bodies.map((body, at) => `Message-ID: <${at}@x>\r\n${head}\r\n${body}`));
  return { ...shop, files: (await shop.page()).files, texts: await shop.texts() };
}

test('the words of HTML arrive, whatever surrounds them', async () => {
  const logo = picture('sig.png', 'inline', 's@x');
  const shown = html(`${HTML}<img src="cid:s@x">`);
  const empty = plain(' \r\n');
  const shapes: Record<string, Part> = {
    html: html(HTML),
    alternative: multi('alternative', html(HTML)),
    related: multi('related', shown, logo),
    mixed: multi('mixed', html(HTML)),
    'related in mixed': multi('mixed', multi('related', shown, logo), plain('')),
    'alternative in mixed': multi('mixed', multi('alternative', html(HTML)), plain('\r\n')),
    'empty text beside it': multi('alternative', empty, html(HTML)),
    'empty text beside it, in mixed': multi('mixed', multi('alternative', empty, html(HTML))),
    'empty text beside related': multi('alternative', empty, multi('related', shown, logo)),
    'a note beside it': multi(
      'alternative',
      plain('This email is in HTML. Please use another program.'),
      html(HTML),
    ),
    signed: multi('signed', html(HTML), leaf('application/pgp-signature; name=signature.asc', 'x')),
    'an odd disposition': html(HTML, 'Content-Disposition: form-data'),
    'an attachment without a name': multi('mixed', html(HTML, 'Content-Disposition: attachment')),
    'no type': multi('mixed', leaf('', WORDS)),
    ...Object.fromEntries(
      ['enriched', 'richtext', 'x-amp-html', 'markdown', 'xml'].map((type) => [
        type,
        multi('mixed', leaf(`text/${type}`, /mark/.test(type) ? WORDS : `<bold>${WORDS}</bold>`)),
      ]),
    ),
    'for a watch': multi('alternative', plain(WORDS), leaf('text/watch-html', `<b>${WORDS}</b>`), html(HTML)),
    'a picture in the HTML': html(`${HTML}<img src="data:image/png;base64,${'A'.repeat(1_100_000)}">`),
  };
  const { texts } = await replies(Object.values(shapes));
  const named = Object.keys(shapes).map((name, at) => [name, texts[at]?.split('\n')[0]]);
  expect(named).toEqual(Object.keys(shapes).map((name) => [name, WORDS]));
  expect(texts.at(-1)).toBe(`${WORDS}\n\n[Only in the email: a picture in its text]`);
});

test('a plain text before and behind HTML stays', async () => {
  const { texts } = await replies([multi('mixed', plain('One.'), html('<h1>Two.</h1>'), plain('Three.'))]);
  expect(texts[0]).toMatch(/^One\.\s+Two\.\s+Three\.$/);
});

test('small pictures that a customer attaches arrive', async () => {
  const words = plain('Here is our logo.');
  const inPlace = '<p>Here is our logo.</p><img src="cid:l@x" alt="logo.png">';
  const shapes = [
    multi('mixed', words, picture('iphone.png', 'inline; filename=iphone.png'), plain('Sent from my iPhone')),
    multi(
      'mixed',
      words,
      multi('related', html('<p>Here is our logo.</p>'), picture('apple.png', 'inline', 'other@x', 2)),
    ),
    multi('related', words, picture('related.png', 'attachment; filename=related.png', 'r@x', 3)),
    multi(
      'related',
      multi('alternative', plain('Here is our logo.\r\n[image: gmail.png]'), html(inPlace)),
      picture('gmail.png', 'inline', 'l@x', 4),
    ),
  ];
  const { texts, files } = await replies(shapes);
  expect(files.map(({ name }: { name: string }) => name).toSorted()).toEqual([
    'apple.png',
    'gmail.png',
    'iphone.png',
    'related.png',
  ]);
  for (const text of texts) expect(text).toMatch(/^Here is our logo\.[^]*\[See files: \w+\.png\]$/);
});

test('pictures of a signature and of a quote are left out, and those that the order has already', async () => {
  const body = (text: string) => multi('related', html(text), picture('image001.png', 'inline', 's@x'));
  const logo = '<img src="cid:s@x">';
  const { texts, files } = await replies([
    body(`<p>One</p><p>-- <br>Ada Marlow<br>${logo}</p>`),
    body(`<p>Two</p><p>Ada Marlow<br>Marlow Bicycles<br>${logo}</p>`),
    body(
      `<p>Three</p><p>On Nov 21, 2026 at 5:00 Northlight &lt;hello@northlight.example&gt; wrote:</p><blockquote>Marlow Bicycles ${logo}</blockquote>`,
    ),
    body(`<p>Four</p>${logo}`),
    body(`<p>Five</p>${logo}`),
  ]);
  expect(texts).toEqual([
    'One',
    'Two\n\nAda Marlow\nMarlow Bicycles',
    'Three',
    'Four\n\n[See files: image001.png]',
    'Five',
  ]);
  expect(files).toHaveLength(1);
});

test('what is forwarded stays, in any language, and so do answers in the quoted text, or they are told', async () => {
  const head =
    'From: Bob Designer <bob@designs.example>\r\nDate: Mon, Nov 23, 2026 at 9:12 AM\r\nSubject: Re: colors\r\nTo: Ada';
  // What the order knows already would count as a quote.
  const forwarded = (words: string) => `${head}\r\n\r\n${words}`;
  const { texts } = await replies([
    plain(`See below.\r\n\r\n---------- Forwarded message ---------\r\n${forwarded('The green is #1a1.')}`),
    plain(
      `See below.\r\n\r\nBegin forwarded message:\r\n\r\n> ${forwarded('Inter, and #2b2 behind it.').replaceAll('\r\n', '\r\n> ')}`,
    ),
    plain(`See below.\r\n\r\n________________________________\r\n${forwarded('Paint it Crimson.')}`),
    plain(
      '---------- Přeposlaná zpráva ---------\r\nOd: Bob <bob@designs.example>\r\nKdy: 2026\r\n\r\nTeal, then #4d4.',
    ),
    plain('On Nov 23, 2026 at 9:12, Bob <bob@designs.example> wrote:\r\n> Nothing but roses.'),
  ]);
  for (const [at, words] of ['#1a1', '#2b2', 'Crimson', '#4d4'].entries()) expect(texts[at]).toContain(words);
  expect(texts[4]).toBe('[More is only in the email]');
});

test('answers that are written into our email are told', async () => {
  const { email, receive, texts } = await shopWithInbox();
  const head = `From: Northlight <hello@northlight.example>\nSent: Saturday, November 21, 2026 5:00 AM\nTo: Ada\nSubject: ${email.subject}\n\n`;
  const [first = '', second = '', ...rest] = email.text.split('\n').filter((line) => line.length > 40);
  const answers = [
    `My words.\n\n${head}${email.text}`,
    `My answers are below.\n\n${head}${first}\n[Ada] The purple one.\n${second}\n${rest.join('\n')}`,
    `My words.\n\nOn Sat, Nov 21, 2026 at 5:00 AM Northlight <hello@northlight.example> wrote:\n> ${first}\n> Purple, please.\n> ${second}`,
    `On Sat, Nov 21, 2026 at 5:00 AM Northlight <hello@northlight.example> wrote:\n\n${email.text}\n\nThe purple one.`,
  ];
  for (const text of answers) await receive(await aReply(email, { text }));
  expect(await texts()).toEqual([
    'My words.',
    'My answers are below.\n\n[More is only in the email]',
    'My words.\n\n[More is only in the email]',
    '[More is only in the email]',
  ]);
});

test('an attachment without a type is a file; an email that cannot be loaded is told, and the next one arrives at once', async () => {
  const { imap, email, page, see, app, orderNumber, allRead } = await shopWithInbox();
  imap.state.unreadable.add(1);
  imap.deliver(await aReply(email, { text: 'Never read' }));
  imap.deliver(
    `From: ${ADA}\r\nIn-Reply-To: ${email.messageId}\r\nMIME-Version: 1.0\r\n${multi('mixed', plain('Two'), leaf('; name="logo.png"', png(), 'Content-Disposition: attachment; filename="logo.png"', 'Content-Transfer-Encoding: base64'))}`,
  );
  await allRead();
  const { messages, files } = await page();
  expect(messages).toMatchObject([{ text: 'Two\n\n[See files: logo.png]' }]);
  expect(files).toMatchObject([{ name: 'logo.png' }]);
  expect(imap.state.logins).toBe(1);
  expect((await see()).timeline).toContainEqual(
    expect.objectContaining({
      text: `An email from ${ADA} was left out, because it can’t be read. It is in the mailbox.`,
    }),
  );
  const subjects = (await app.businessEmails()).map(({ subject }) => subject);
  expect(subjects).toContain(`${orderNumber}: an email was left out`);
});

test('a reply whose sender cannot be read is told', async () => {
  for (const from of [
    `Ada <${ADA}>, <eve@elsewhere.example>`,
    `<eve@elsewhere.example> <${ADA}>`,
    'Ada',
    '',
  ]) {
    const { texts, leftOut } = await replies([plain('Hello')], from);
    expect(texts).toEqual([]);
    expect((await leftOut())[0]).toMatch(/was left out, because its sender can’t be read/);
  }
});

/** A report in the words of a server that knows no RFC 3464. */
const inOwnWords = (messageId: string, subject: string, words: string, from = 'MAILER-DAEMON@mx.example') =>
  `Return-Path: <>\r\nFrom: ${from}\r\nSubject: ${subject}\r\n\r\n${words}\r\n\r\n--- Below this line is a copy of the message.\r\n\r\nMessage-ID: ${messageId}\r\nSubject: Your order\r\n\r\nHello`;

test.each<[string, (email: Parameters<typeof aBounce>[0]) => string, boolean]>([
  ['status 4', (email) => aBounce(email, { status: '4.4.7' }), true],
  ['a comment behind the action', (email) => aBounce(email, { action: 'failed (permanently)' }), true],
  [
    'no third part',
    (email) => withoutLast(email).replace('MIME-Version', `In-Reply-To: ${email.messageId}\r\nMIME-Version`),
    true,
  ],
  [
    'a third part of another type',
    (email) => aBounce(email).replace('text/rfc822-headers', 'application/octet-stream'),
    true,
  ],
  [
    'qmail',
    ({ messageId }) =>
      inOwnWords(
        messageId,
        'failure notice',
        'This is the qmail-send program. I wasn’t able to deliver your message. This is a permanent error; I’ve given up.',
      ),
    true,
  ],
  [
    'Exim',
    ({ messageId }) =>
      inOwnWords(
        messageId,
        'Mail delivery failed: returning message to sender',
        'A message that you sent could not be delivered.\r\n  ada@marlow-bicycles.example\r\n    550 5.1.1 User unknown',
      ),
    true,
  ],
  [
    'encoded',
    ({ messageId }) =>
      `From: MAILER-DAEMON@mx.example\r\nSubject: Undeliverable\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(
        `It failed.\r\nMessage-ID: ${messageId}\r\n${'x'.repeat(200)}`,
      )
        .toString('base64')
        .replaceAll(/.{76}/g, '$&\r\n')}\r\n`,
    true,
  ],
  ['relayed', (email) => aBounce(email, { action: 'relayed', status: '2.0.0' }), false],
  [
    'a delay in own words',
    ({ messageId }) =>
      inOwnWords(messageId, 'Warning: message delayed 24 hours', 'It could not be delivered yet.'),
    false,
  ],
  [
    'an automatic reply',
    ({ messageId }) => inOwnWords(messageId, 'Out of office', 'My mail is not delivered.', ADA),
    false,
  ],
  [
    'a complaint',
    (email) => aBounce(email).replace('Reporting-MTA', 'Feedback-Type: abuse\r\nReporting-MTA'),
    false,
  ],
])('a delivery report: %s', async (_name, write, isFailure) => {
  const { email, receive, see, statusOfEmail } = await shopWithInbox();
  await receive(write(email));
  expect(await statusOfEmail()).toBe(isFailure ? 'given-up' : 'sent');
  expect((await see()).conversation).toEqual([]);
});

const withoutLast = (email: Parameters<typeof aBounce>[0]) =>
  aBounce(email).replace(
    /--B0UNCE\r\nContent-Description: Undelivered Message Headers[^]*/,
    '--B0UNCE--\r\n',
  );

test('the studio’s signature picture is not named', async () => {
  const { imap, email, page } = await shopWithInbox();
  const answer = multi(
    'related',
    html('<p>Done!</p><p>-- <br>Bob<br><img src="cid:s@x"></p>'),
    picture('bob.png', 'inline', 's@x'),
  );
  imap.deliver(
    `From: Northlight <hello@northlight.example>\r\nTo: ${ADA}\r\nIn-Reply-To: ${email.messageId}\r\nMIME-Version: 1.0\r\n${answer}`,
    'Sent Items',
  );
  imap.hangUp();
  await vi.waitFor(async () => expect((await page()).messages).toMatchObject([{ text: 'Done!' }]), SOON);
});
