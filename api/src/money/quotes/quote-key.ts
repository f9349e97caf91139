import { QUOTE_PAGE } from '@northlight/shared/contracts/quotes.ts';
import { isSameSignature, signed, uuidOf } from '../../base/signed.ts';
import type { QuoteRow } from './quote-store.ts';

type Signed = Pick<QuoteRow, 'number' | 'createdAt'>;

/** For the customer's page. The time is included because a restored backup reuses numbers. */
const quoteKeyOf = (secret: string, { number, createdAt }: Signed): string =>
  signed(secret, `quote:${number}:${createdAt.getTime()}`).subarray(0, 16).toString('base64url');

/** The address of the customer's page. */
export const quotePageOf = (
  { publicUrl, secret }: { publicUrl: string; secret: string },
  quote: Signed,
): string =>
  `${publicUrl}${QUOTE_PAGE}?${new URLSearchParams({ quote: quote.number, key: quoteKeyOf(secret, quote) })}`;

export const isQuoteKey = (secret: string, quote: Signed, key: string): boolean =>
  isSameSignature(key, quoteKeyOf(secret, quote));

/** The same for every window, so that an accepted version is paid once. */
export const quoteCheckoutOf = (secret: string, { number, createdAt }: Signed, version: number): string =>
  uuidOf(secret, `quote-payment:${number}:${createdAt.getTime()}:${version}`);
