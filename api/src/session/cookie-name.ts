import type { Env } from '../env.ts';

export const isHttps = ({ publicUrl }: Pick<Env, 'publicUrl'>): boolean => publicUrl.startsWith('https:');

/** Over https no other host, and nobody on an unencrypted connection, can set a cookie with this prefix. http has no such thing. */
export function cookieName(name: string, isEncrypted: boolean): string {
  return isEncrypted ? `__Host-${name}` : name;
}
