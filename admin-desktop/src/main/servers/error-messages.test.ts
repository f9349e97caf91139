import { expect, test } from 'vitest';
import { failureWords } from './error-messages.ts';

const failed = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) });

test.each([
  ['ENOTFOUND', 'There is no server named shop.example.com'],
  ['EAI_AGAIN', 'could not be looked up'],
  ['ECONNREFUSED', 'Nothing answers at shop.example.com'],
  ['EHOSTUNREACH', 'no way to shop.example.com'],
  ['ENETUNREACH', 'Are you online?'],
  ['UND_ERR_CONNECT_TIMEOUT', 'does not answer'],
  ['CERT_HAS_EXPIRED', 'has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'is not for shop.example.com'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'does not trust the certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'does not trust the certificate'],
  ['CERT_NOT_YET_VALID', 'is not valid (CERT_NOT_YET_VALID)'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'does not speak https'],
  ['ECONNRESET', 'failed (ECONNRESET)'],
])('%s in words', (code, words) => {
  expect(failureWords(failed(code), 'shop.example.com')).toContain(words);
});

test('a name with several addresses, of which none answers, and failures without a code', () => {
  const several = new AggregateError([Object.assign(new Error('x'), { code: 'ECONNREFUSED' })]);
  expect(failureWords(new TypeError('fetch failed', { cause: several }), 'localhost')).toContain(
    'Nothing answers',
  );
  expect(failureWords(new Error('odd'), 'localhost')).toBe('The connection to localhost failed.');
  expect(failureWords('odd', 'localhost')).toBe('The connection to localhost failed.');
});
