import { codeOf } from '../api/fetch-upstream.ts';

const WORDS: Record<string, (host: string) => string> = {
  ENOTFOUND: (host) => `There is no server named ${host}. Check the spelling, and that you are online.`,
  EAI_AGAIN: (host) => `The name ${host} could not be looked up. Are you online?`,
  ECONNREFUSED: (host) => `Nothing answers at ${host}. Is the server running?`,
  EHOSTUNREACH: (host) => `There is no way to ${host}. Are you in the right network?`,
  ENETUNREACH: (host) => `There is no way to ${host}. Are you online?`,
  UND_ERR_CONNECT_TIMEOUT: (host) => `${host} does not answer.`,
  CERT_HAS_EXPIRED: (host) =>
    `The certificate of ${host} has expired. Whoever runs the server has to renew it.`,
  ERR_TLS_CERT_ALTNAME_INVALID: (host) =>
    `The certificate shown there is not for ${host}. Check the address; somebody else may be answering.`,
};

const UNKNOWN_ISSUER = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

/** What went wrong before any answer came, in words. */
export function failureWords(error: unknown, host: string): string {
  const code = codeOf(error);
  const known = WORDS[code];
  if (known) return known(host);
  if (UNKNOWN_ISSUER.has(code)) {
    return `This computer does not trust the certificate of ${host}. Install its issuer's certificate in the system if you know it.`;
  }
  if (code.startsWith('CERT_')) return `The certificate of ${host} is not valid (${code}).`;
  if (code.startsWith('ERR_SSL_')) return `What answers at ${host} does not speak https.`;
  return `The connection to ${host} failed${code && ` (${code})`}.`;
}
