import { expect, test } from 'vitest';
import { startTestApp } from '../../../test/shop/test-app.ts';
import { plainAddress } from './client-address.ts';

test.each([
  ['192.0.2.8', '192.0.2.8'],
  ['192.0.2.8:40001', '192.0.2.8'],
  ['"192.0.2.8:40001"', '192.0.2.8'],
  ['::ffff:192.0.2.8', '192.0.2.8'],
  ['::FFFF:c000:208', '192.0.2.8'],
  ['[::ffff:192.0.2.8]:40001', '192.0.2.8'],
  ['2001:db8:1:3::7', '2001:db8:1:3::7'],
  ['[2001:DB8:1:3:0:0:0:7]', '2001:db8:1:3::7'],
  ['"[2001:0db8:1:3::7]:40001"', '2001:db8:1:3::7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['unknown', undefined],
  ['_hidden', undefined],
  ['192.0.2.8:', undefined],
  ['192.0.2.800', undefined],
  ['[]', undefined],
  ['', undefined],
])('%s is %s', (written, address) => {
  expect(plainAddress(written)).toBe(address);
});

/** How many of 12 requests for a link to an order were let through: 10 of one address are. */
async function passed(addressOf: (index: number) => string, trustProxyHops = 1) {
  const app = await startTestApp({ env: { isRateLimited: true, trustProxyHops } });
  const body = { orderNumber: 'ORD-19999', email: 'x@y.example' };
  let count = 0;
  for (let index = 0; index < 12; index += 1) {
    const { status } = await app.post('/api/order-link', body, { 'x-forwarded-for': addressOf(index) });
    if (status === 200) count += 1;
  }
  return count;
}

test.each<[string, (index: number) => string]>([
  ['an address', () => '192.0.2.7'],
  ['a port', (index) => `192.0.2.8:${40_000 + index}`],
  ['brackets and a port', (index) => `[2001:db8:1:3::7]:${40_000 + index}`],
  ['quotes', (index) => `"192.0.2.8:${40_000 + index}"`],
  ['other spellings', (index) => (index % 2 === 0 ? '2001:db8:1:3::7' : '2001:0DB8:1:3:0:0:0:9')],
  ['IPv4 in IPv6', (index) => (index % 2 === 0 ? '::ffff:192.0.2.8' : '192.0.2.8')],
  ['unknown', (index) => (index % 2 === 0 ? 'unknown' : '_hidden')],
  ['nothing', (index) => (index % 2 === 0 ? '' : ' ')],
])('limits hold behind a proxy that writes %s', async (_, addressOf) => {
  expect(await passed(addressOf)).toBe(10);
});

test('what comes before the trusted proxies is made up', async () => {
  expect(await passed((index) => `203.0.113.${index}, 192.0.2.8:4000`)).toBe(10);
  // The outer one knows nothing, so the inner one's word counts.
  expect(await passed((index) => `203.0.113.${index}, unknown, 192.0.2.8:4000`, 2)).toBe(10);
});

test('people behind a proxy that writes ports are told apart', async () => {
  expect(await passed((index) => `192.0.2.${index}:4000`)).toBe(12);
});
