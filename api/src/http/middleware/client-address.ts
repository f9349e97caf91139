import { isIP, isIPv4 } from 'node:net';
import type { Middleware } from 'koa';

/**
 * Makes `ctx.ip` the address of a person, whatever their proxy writes around it. Otherwise each connection
 * would be a person of its own, without any limit.
 */
export const clientAddress: Middleware = (ctx, next) => {
  const socket = plainAddress(ctx.req.socket.remoteAddress ?? '') ?? '';
  // A proxy may write nothing, or that it doesn't know. Then the next one behind it counts.
  ctx.request.ip = ctx.ips.map(plainAddress).find((address) => address !== undefined) ?? socket;
  return next();
};

/** Without port, brackets, quotes, zone, or the prefix of an IPv4 address. Undefined for what is no address. */
export function plainAddress(written: string): string | undefined {
  const text = written.replaceAll(/["'\s]/g, '');
  const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  const bare = (inBrackets ?? text).replace(/%.*$/, '').replace(/^([\d.]+):\d+$/, '$1');
  if (isIPv4(bare) || isIP(bare) === 0) return isIPv4(bare) ? bare : undefined;
  // One spelling of the many that an IPv6 address has.
  const address = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [, high = '', low = ''] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(address) ?? [];
  if (!low) return address;
  const parts = [high, low].flatMap((hex) => [Number.parseInt(hex, 16) >> 8, Number.parseInt(hex, 16) & 255]);
  return parts.join('.');
}
