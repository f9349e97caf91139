import { expect, test } from 'vitest';
import { MESSAGE_NAMES } from '@northlight/shared/contracts/emails.ts';
import { startTestApp } from '../../test/shop/test-app.ts';

const { newsletter: _list, recurring: _recurring, 'order-news': _news, ...EMAILS } = MESSAGE_NAMES;
const ORDER_NEWS = [
  'delivery',
  'answer',
  'live',
  'message',
  'message-to-us',
  'link',
  'due',
  'files',
  'left-out',
];
const NEWS = ['receipt', 'renewal', 'failed', 'card-expiring', 'canceled', 'ended', 'offer'];

test('in development each email can be previewed in both parts, without external content', async () => {
  const app = await startTestApp({ env: { isDevelopment: true } });
  const list = await (await fetch(`${app.base}/dev/emails`)).text();
  const news = [...NEWS.map((name) => `recurring-${name}`), ...ORDER_NEWS.map((name) => `order-${name}`)];
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
