import { isIPv6 } from 'node:net';
import { clientKey } from './rate-limit.ts';

/**
 * The network that an address belongs to: /24 of IPv4, /48 of IPv6. Whoever rents a server often gets a whole /48 or several
 * addresses of one /24, and could take another one for every card.
 */
export function clientNetwork(address: string): string {
  const [, three] = /(\d+\.\d+\.\d+)\.\d+$/.exec(address) ?? [];
  if (three) return `${three}.0/24`;
  return isIPv6(address) ? `${clientKey(address).split(':').slice(0, 3).join(':')}::/48` : address;
}
