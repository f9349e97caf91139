import { expect, test } from 'vitest';
import { failureWords } from './error-messages.ts';

const failed = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) });

test.each([
  ['ENOTFOUND', 'Couldn’t find shop.example.com'],
  ['EAI_AGAIN', 'Couldn’t look up'],
  ['ECONNREFUSED', 'shop.example.com isn’t responding. Check that'],
  ['EHOSTUNREACH', 'Couldn’t reach shop.example.com'],
  ['ENETUNREACH', 'Check your internet connection.'],
  ['UND_ERR_CONNECT_TIMEOUT', 'isn’t responding. Try again later'],
  ['CERT_HAS_EXPIRED', 'has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'isn’t for shop.example.com'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'doesn’t trust the security certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'doesn’t trust the security certificate'],
  ['CERT_NOT_YET_VALID', 'isn’t valid (CERT_NOT_YET_VALID)'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'doesn’t support https'],
  ['ECONNRESET', 'failed (ECONNRESET)'],
])('the message for %s', (code, words) => {
  expect(failureWords(failed(code), 'shop.example.com')).toContain(words);
});

test('a host with several unreachable addresses, and errors without a code', () => {
  const several = new AggregateError([Object.assign(new Error('x'), { code: 'ECONNREFUSED' })]);
  expect(failureWords(new TypeError('fetch failed', { cause: several }), 'localhost')).toContain(
    'localhost isn’t responding',
  );
  expect(failureWords(new Error('odd'), 'localhost')).toBe('The connection to localhost failed.');
  expect(failureWords('odd', 'localhost')).toBe('The connection to localhost failed.');
});
