export type CardFields = { number: string; expiry: string; cvc: string };

export const emptyCard: CardFields = { number: '', expiry: '', cvc: '' };

/** The card numbers of demo mode, and what each does. */
export const TEST_CARDS = [
  { number: '4242 4242 4242 4242', effect: 'Succeeds' },
  { number: '4000 0000 0000 0002', effect: 'Declined' },
  { number: '4000 0000 0000 9995', effect: 'Insufficient funds' },
  { number: '4000 0000 0000 3220', effect: 'Requires bank confirmation' },
] as const;

export function filledCard(number: string): CardFields {
  return { number, expiry: '12 / 34', cvc: '123' };
}

/** Formats while typing: digits in groups of four. */
export function formatCardNumber(text: string): string {
  return (
    digitsOf(text)
      .slice(0, 19)
      .match(/\d{1,4}/g) ?? []
  ).join(' ');
}

/** Formats while typing: "1234" becomes "12 / 34", "5" becomes "05". */
export function formatExpiry(text: string): string {
  const digits = digitsOf(text).replace(/^([2-9])/, '0$1');
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2, 4)}` : digits;
}

/** The customer's errors, by field. */
export function cardErrors({ number, expiry, cvc }: CardFields, today: Date): Partial<CardFields> {
  return {
    ...(!/^\d{12,19}$/.test(digitsOf(number)) && { number: 'Please enter the full card number' }),
    ...expiryFault(digitsOf(expiry), today),
    ...(!/^\d{3,4}$/.test(cvc.trim()) && { cvc: 'Please enter the 3- or 4-digit security code' }),
  };
}

/** A card is valid until the last day of its month. */
function expiryFault(digits: string, today: Date): { expiry?: string } {
  const [month, year] = [Number(digits.slice(0, 2)), 2000 + Number(digits.slice(2))];
  if (digits.length !== 4 || month < 1 || month > 12)
    return { expiry: 'Please enter the expiration date as month and year' };
  const isPast = year * 12 + month < today.getFullYear() * 12 + today.getMonth() + 1;
  return isPast ? { expiry: 'This card has expired' } : {};
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}
