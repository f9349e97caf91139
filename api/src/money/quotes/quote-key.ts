import { and, eq, or, sum } from 'drizzle-orm';
import { QUOTE_PAGE } from '@northlight/shared/contracts/quotes.ts';
import { isSameSignature, signed, uuidOf } from '../../base/signed.ts';
import type { Db } from '../../db/client.ts';
import { orders } from '../../db/schema/orders.ts';
import type { QuoteRow } from './quote-store.ts';

type Signed = Pick<QuoteRow, 'number' | 'createdAt' | 'caseId' | 'orderNumber'>;
type Context = { db: Db; settings: { publicUrl: string; secret: string } };

/**
 * For the customer's page. The time is included because a restored backup reuses numbers. It leads to the orders of its case,
 * and to the one that it became, so it ends with their links.
 */
function quoteKeyOf({ db, settings }: Context, { number, createdAt, caseId, orderNumber }: Signed): string {
  const ended = db
    .select({ times: sum(orders.keyVersion) })
    .from(orders)
    .where(
      or(
        and(eq(orders.caseId, caseId), eq(orders.isExtra, false)),
        eq(orders.orderNumber, orderNumber ?? ''),
      ),
    )
    .get();
  const times = Number(ended?.times ?? 0);
  const parts = ['quote', number, createdAt.getTime(), ...(times > 0 ? [times] : [])];
  return signed(settings.secret, parts.join(':')).subarray(0, 16).toString('base64url');
}

/** The address of the customer's page. */
export const quotePageOf = (
  context: Context,
  quote: Signed,
  publicUrl = context.settings.publicUrl,
): string =>
  `${publicUrl}${QUOTE_PAGE}?${new URLSearchParams({ quote: quote.number, key: quoteKeyOf(context, quote) })}`;

export const isQuoteKey = (context: Context, quote: Signed, key: string): boolean =>
  isSameSignature(key, quoteKeyOf(context, quote));

/** The same for every window, so that an accepted version is paid once. */
export const quoteCheckoutOf = (
  secret: string,
  { number, createdAt }: Pick<QuoteRow, 'number' | 'createdAt'>,
  version: number,
): string => uuidOf(secret, `quote-payment:${number}:${createdAt.getTime()}:${version}`);

/** The checkouts of what is left after the first payment, of each version. */
export const finalCheckoutsOf = (secret: string, quote: QuoteRow): string[] =>
  quote.versions.map((_, index) => quoteCheckoutOf(secret, quote, -(index + 1)));
