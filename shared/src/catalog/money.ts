/** Money is stored and calculated as integer US cents. Only these functions convert it. */
export type Cents = number;

/** 10594 → "$105.94", 123456700 → "$1,234,567.00". `Intl` takes 16 ms for the first amount of a page. */
export function formatUsd(cents: Cents): string {
  const text = centsToText(Math.abs(cents)).replace(/\B(?=(\d{3})+\.)/g, ',');
  return `${cents < 0 ? '−' : ''}$${text}`;
}

/** 14900 → "$149", 10594 → "$105.94": for prices in running text. */
export function formatPrice(cents: Cents): string {
  return formatUsd(cents).replace(/\.00$/, '');
}

/** 10594 → "105.94", the text format of the API. */
export function centsToText(cents: Cents): string {
  return (cents / 100).toFixed(2);
}

/** "105.94" → 10594. Expects what `MONEY_TEXT` matches. */
export function textToCents(text: string): Cents {
  return Math.round(Number(text) * 100);
}

/** Up to seven digits and at most two decimals. */
export const MONEY_TEXT = /^\d{1,7}(\.\d{1,2})?$/;

/** 105.94 US dollars → 10594. */
export function dollarsToCents(dollars: number): Cents {
  return Math.round(dollars * 100);
}

/** 10594 → 105.94 US dollars, the `amount` in the API. */
export function centsToDollars(cents: Cents): number {
  return cents / 100;
}
