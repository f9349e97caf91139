import { expect, test } from 'vitest';
import { MESSAGE_NAMES } from '@northlight/shared/contracts/emails.ts';
import { startTestApp, testEnv } from '../../test/shop/test-app.ts';
import { type EmailContent, heading, strong, text, userText } from './blocks.ts';
import { isolated } from './email-text.ts';
import { renderEmail } from './write-email.ts';

const { newsletter: _list, recurring: _recurring, 'order-news': _news, ...EMAILS } = MESSAGE_NAMES;
const TOLD = ['delivery', 'answer', 'live', 'message', 'message-to-us', 'link', 'due', 'files', 'left-out'];
const NEWS = ['receipt', 'renewal', 'failed', 'card-expiring', 'canceled', 'ended', 'offer'];

test('in development each email can be previewed in both parts, without external content', async () => {
  const app = await startTestApp({ env: { isDevelopment: true } });
  const list = await (await fetch(`${app.base}/dev/emails`)).text();
  const news = [...NEWS.map((name) => `recurring-${name}`), ...TOLD.map((name) => `order-${name}`)];
  for (const kind of [...Object.keys(EMAILS), ...news]) {
    expect(list).toContain(`href="/dev/emails/${kind}"`);
    const response = await fetch(`${app.base}/dev/emails/${kind}`);
    const html = await response.text();
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html, kind).not.toMatch(/<img|<link|@import|url\(|src=|undefined|\[object|NaN/);
    const text = await (await fetch(`${app.base}/dev/emails/${kind}/text`)).text();
    expect(text, kind).toMatch(/^Subject: \S/);
    expect(text, kind).not.toMatch(/<\/?(p|td|a|bdi)\b|&(amp|lt|#)|undefined|\[object|\n{4}/);
  }
  expect((await fetch(`${app.base}/dev/emails/nothing`)).status).toBe(404);
});

test.each([
  [
    'order-due',
    'Late: On-Hold Audio for Marlow Bicycles (ORD-10001)',
    /^On-Hold Audio for Marlow Bicycles was due .*\.$/m,
  ],
  [
    'order-answer',
    'Change requested: On-Hold Audio version 1 for Marlow Bicycles (ORD-10001)',
    /^From Ada Marlow\.$/m,
  ],
  ['order-files', 'Order ORD-10001: a new file from Marlow Bicycles', /^logo\.png$/m],
  [
    'quote-answer',
    'Quote Q-1001 declined (Ada Marlow, $901.00)',
    /^From Ada Marlow\. The quote is for \$901\.00\.$/m,
  ],
  [
    'recurring-renewal',
    'Your first monthly payment (order ORD-10001)',
    /^Your first monthly payment is on .*\.$/m,
  ],
  [
    'order-live',
    'Your website is live (order ORD-10001)',
    /^Visit your website: https:.*\n+Open your order: /m,
  ],
  [
    'refund',
    'Your refund for order ORD-10001',
    /no real payments are made\.\n+Reason: [^]*\n+Open your order: /im,
  ],
])('%s says who and what it is about: %s', async (kind, subject, words) => {
  const app = await startTestApp({ env: { isDevelopment: true } });
  const text = await (await fetch(`${app.base}/dev/emails/${kind}/text`)).text();
  expect(text).toContain(`Subject: ${subject}\n`);
  expect(text).toMatch(words);
});

test('previews are not available in production', async () => {
  const app = await startTestApp();
  for (const path of ['/dev/emails', '/dev/emails/new-order']) {
    expect((await fetch(app.base + path)).status).not.toBe(200);
  }
});

const BUSINESS = { ...testEnv().business, name: 'Northlight & Co', address: 'A < B' };
const render = (changes: Partial<EmailContent>) =>
  renderEmail({ subject: 'S', preview: 'P', title: ['T'], blocks: [], ...changes }, BUSINESS);

test('a right-to-left name does not reorder the text around it', () => {
  expect(isolated('محمد')).toBe('\u2068محمد\u2069');
  expect(isolated('שלום "x"')).toBe('\u2068שלום "x"\u2069');
  expect(isolated('Zoë 🚲')).toBe('Zoë 🚲');
  const { html, text: plain } = render({ blocks: [text('Hello ', userText('محمد'), '!')] });
  expect(html).toContain('Hello <span dir="auto">محمد</span>!');
  expect(plain).toContain('Hello \u2068محمد\u2069!');
});

test('all text is escaped in the HTML part', () => {
  const nasty = '<script>alert(1)</script>"\'&';
  const action = { label: nasty, url: `https://x.example/?${nasty}` };
  const { html, text: plain } = render({
    subject: nasty,
    preview: nasty,
    title: [userText(nasty)],
    blocks: [
      text(nasty, strong(nasty), userText(nasty)),
      heading(nasty),
      { kind: 'small', words: [nasty] },
      { kind: 'said', words: [nasty] },
      { kind: 'facts', facts: [{ label: nasty, answer: nasty }] },
      { kind: 'receipt', title: nasty, rows: [{ kind: 'line', label: nasty, amount: nasty }] },
      { kind: 'step', serviceId: 'voice', title: nasty, text: nasty, action },
      { kind: 'action', action },
    ],
    stop: { text: nasty, page: `https://x.example/?${nasty}`, call: '' },
  });
  expect(html).not.toContain('<script');
  expect(html.match(/&lt;script&gt;alert\(1\)&lt;\/script&gt;&quot;&#39;&amp;/g)).toHaveLength(22);
  // The text part has headings in capitals.
  expect(plain.toUpperCase().split(nasty.toUpperCase())).toHaveLength(21);
  expect(html).toContain('Northlight &amp; Co');
  expect(plain).toContain('A < B');
});

test('multi-line answers keep their lines in both parts', () => {
  const facts = [
    { label: 'Notes', answer: 'one\ntwo' },
    { label: 'Phone', answer: '555' },
  ];
  const { html, text: plain } = render({ blocks: [{ kind: 'facts', facts }] });
  expect(plain).toContain('Notes:\none\ntwo\n\nPhone: 555');
  expect(html).toContain('one<br>two</p>');
});
