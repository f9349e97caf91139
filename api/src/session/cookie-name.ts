/** Over https no other host, and nobody on an unencrypted connection, can set a cookie with this prefix. http has no such thing. */
export function cookieName(name: string, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name;
}
