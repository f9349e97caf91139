import { expect, test } from 'vitest';
import { clientNetwork } from './rate-limit.ts';

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['203.0.113.250', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['203.0.114.7', '203.0.114.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['nonsense', 'nonsense'],
])('%s belongs to %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});
