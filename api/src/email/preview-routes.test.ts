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

test('previews are not available in production', async () => {
  const app = await startTestApp();
  for (const path of ['/dev/emails', '/dev/emails/new-order']) {
    expect((await fetch(app.base + path)).status).not.toBe(200);
  }
});
