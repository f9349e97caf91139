import type { Env } from '../../base/settings/env.ts';

export const isHttps = ({ publicUrl }: Pick<Env, 'publicUrl'>): boolean => publicUrl.startsWith('https:');

/**
 * Over https, no other host and no unencrypted connection can set a cookie with this prefix. http has no such
 * prefix.
 */
export function cookieName(name: string, isEncrypted: boolean): string {
  return isEncrypted ? `__Host-${name}` : name;
}
