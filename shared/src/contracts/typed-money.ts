import * as z from 'zod/mini';
import { centsToDollars, MONEY_TEXT, textToCents, type Cents } from '../catalog/money.ts';
import { asSeen } from './one-line.ts';

/** "$1,034.45", "$ 80", "USD 1 034", "80 dollars". A comma or a space only before three digits. */
const WRITTEN =
  /^(?:us|usd)?\s*\$?\s*(\d{1,3}(?:(?:,\d{3})+|(?: \d{3})+)|\d+)(?:\.(\d{0,2}))?\s*(?:\$|usd|dollars?)?$/i;

/** An amount as people write it, as the API writes it: "1034.45". Anything else stays, for a schema to refuse. */
export function moneyText(typed: string): string {
  const seen = asSeen(typed);
  const [, whole = '', cents] = WRITTEN.exec(seen) ?? [];
  return whole ? whole.replaceAll(/[, ]/g, '') + (cents ? `.${cents}` : '') : seen;
}

/** The cents of what is typed so far. NaN if it is no amount. */
export function typedCents(typed: string): Cents {
  const text = moneyText(typed);
  return MONEY_TEXT.test(text) ? textToCents(text) : NaN;
}

/** "3", "3 %". NaN for anything else that `Number` would take, such as "0x10" and "1e2". */
export const typedNumber = (typed: string): number =>
  /^\d{1,7}(\.\d{1,4})?\s*%?$/.test(asSeen(typed)) ? parseFloat(asSeen(typed)) : NaN;

export const MONEY_EXAMPLE = 'Please enter an amount such as 1,234.50';
const COMMA = 'Please write a period before the cents, such as 1,234.50';

/** What a person typed, in cents. */
export const TypedMoney = z.pipe(
  z.string(MONEY_EXAMPLE).check(
    z.overwrite(moneyText),
    z.regex(MONEY_TEXT, {
      error: ({ input }) => (/,\d{0,2}\D*$/.test(String(input)) ? COMMA : MONEY_EXAMPLE),
    }),
  ),
  z.transform(textToCents),
);

/** What a person typed, in the dollars that a call takes. */
export const typedDollars = (dollars: z.ZodMiniNumber<number>) =>
  z.pipe(TypedMoney, z.pipe(z.transform(centsToDollars), dollars));
