import { codeOf } from '../api/fetch-upstream.ts';

const WORDS: Record<string, (host: string) => string> = {
  ENOTFOUND: (host) => `Couldn’t find ${host}. Check the spelling and your internet connection.`,
  EAI_AGAIN: (host) => `Couldn’t look up ${host}. Check your internet connection.`,
  ECONNREFUSED: (host) => `${host} isn’t responding. Check that the server is running.`,
  EHOSTUNREACH: (host) => `Couldn’t reach ${host}. Check that you’re on the right network.`,
  ENETUNREACH: (host) => `Couldn’t reach ${host}. Check your internet connection.`,
  UND_ERR_CONNECT_TIMEOUT: (host) => `${host} isn’t responding. Try again later.`,
  CERT_HAS_EXPIRED: (host) =>
    `The security certificate for ${host} has expired. The server’s owner needs to renew it.`,
  ERR_TLS_CERT_ALTNAME_INVALID: (host) =>
    `The security certificate isn’t for ${host}. Check the address. You may be connected to a different server.`,
};

const UNKNOWN_ISSUER = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

/** The message for an error that happened before any response arrived. */
export function failureWords(error: unknown, host: string): string {
  const code = codeOf(error);
  const known = WORDS[code];
  if (known) return known(host);
  if (UNKNOWN_ISSUER.has(code)) {
    return `This computer doesn’t trust the security certificate for ${host}. If you know the issuer, install its certificate on this computer.`;
  }
  if (code.startsWith('CERT_')) return `The security certificate for ${host} isn’t valid (${code}).`;
  if (code.startsWith('ERR_SSL_')) return `${host} doesn’t support https.`;
  return `The connection to ${host} failed${code && ` (${code})`}.`;
}
