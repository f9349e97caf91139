import type { ServiceId } from '../../catalog/ids.ts';
import type { QuoteTerms } from '../../catalog/quote.ts';
import type { CaseResponse } from '../../contracts/cases.ts';
import type { QuoteCaseResponse, QuotesResponse } from '../../contracts/quotes.ts';
import { moneyText, typedCents, typedNumber } from '../../contracts/typed-money.ts';
import { newUuid } from '../../ui/new-uuid.ts';

type ShownLine = QuotesResponse['earlierLines'][number];

export type TypedLine = {
  /** Stays with the line when it moves. */
  id: number;
  name: string;
  description: string;
  quantity: string;
  amount: string;
  period: '' | 'month' | 'year';
  service: ServiceId;
  isOptional: boolean;
};

/** What is in the fields of the editor. */
export type TypedQuote = {
  /** Kept with the text, so that a repeated call writes the same quote, even in a new window. */
  key: string;
  email: string;
  firstName: string;
  lastName: string;
  businessName: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
  lines: TypedLine[];
  discount: string;
  due: 'all' | 'part' | 'nothing';
  percent: string;
  validDays: string;
  message: string;
};

/** The name under which the text of an editor is kept. */
export const editorDraft = (number: string): string => `${number} quote`;

const NO_LINE = { name: '', description: '', quantity: '1', amount: '', isOptional: false } as const;

/** The next line. Most quotes have one service, so it has that of the line before. */
export const nextLine = (lines: readonly TypedLine[]): TypedLine => ({
  ...NO_LINE,
  id: Math.max(-1, ...lines.map(({ id }) => id)) + 1,
  period: '',
  service: lines.at(-1)?.service ?? 'website',
});

/** The line with the terms of an earlier one. What was typed before stays. */
export function fillLine(line: TypedLine, earlier: readonly ShownLine[]): TypedLine {
  const found = earlier.find(({ name }) => name === line.name);
  const isOwn =
    (line.amount !== '' || line.description !== '') &&
    !earlier.some(({ amount, description }) => amount === line.amount && description === line.description);
  return found && !isOwn ? { ...line, ...typedLine(found), quantity: line.quantity } : line;
}

const typedLine = ({ quantity, period, ...line }: ShownLine): Omit<TypedLine, 'id'> => ({
  ...line,
  quantity: String(quantity),
  period: period ?? '',
});

/** A new quote, for the customer of an order if there is one. */
export function newTyped(order?: CaseResponse['order']): TypedQuote {
  const { address, city, state, postalCode, country } = order?.address ?? { country: 'US' };
  return {
    key: newUuid(),
    email: order?.email ?? '',
    firstName: order?.firstName ?? '',
    lastName: order?.lastName ?? '',
    businessName: order?.businessName ?? '',
    phone: order?.phone ?? '',
    address: address ?? '',
    city: city ?? '',
    state: state ?? '',
    postalCode: postalCode ?? '',
    country,
    lines: [{ ...nextLine([]), service: order?.serviceTypes[0] ?? 'website' }],
    discount: '',
    due: 'all',
    percent: '50',
    validDays: '14',
    message: '',
  };
}

/** The next version of a quote, or its draft. */
export function typedOf({ draft, ...quote }: QuoteCaseResponse['quote']): TypedQuote {
  const { lines, discount, duePercent, message, validDays, address, ...customer } = { ...quote, ...draft };
  return {
    ...newTyped(),
    email: quote.email,
    firstName: customer.firstName,
    lastName: customer.lastName,
    businessName: customer.businessName,
    phone: customer.phone,
    address: address.address ?? '',
    city: address.city ?? '',
    state: address.state ?? '',
    postalCode: address.postalCode ?? '',
    country: address.country,
    lines: lines.map((line, id) => ({ ...typedLine(line), id })),
    discount: discount === '0.00' ? '' : discount,
    due: duePercent === 100 ? 'all' : duePercent === 0 ? 'nothing' : 'part',
    percent: duePercent > 0 && duePercent < 100 ? String(duePercent) : '50',
    validDays: String(validDays),
    message,
  };
}

const percentOf = ({ due, percent }: Pick<TypedQuote, 'due' | 'percent'>): number =>
  due === 'all' ? 100 : due === 'nothing' ? 0 : typedNumber(percent);

/** The body of the call. What is not a number stays one that the schema refuses. */
export const bodyOf = ({ key: _key, email: _email, due, percent, lines, ...typed }: TypedQuote) => ({
  ...typed,
  lines: lines.map(({ id: _id, quantity, amount, period, ...line }) => ({
    ...line,
    quantity: typedNumber(quantity),
    amount: moneyText(amount),
    period: period || null,
  })),
  discount: moneyText(typed.discount) || '0',
  validDays: typedNumber(typed.validDays),
  duePercent: percentOf({ due, percent }),
});

/** The terms so far. What is not a number yet counts as nothing. */
export const termsOf = (typed: TypedQuote): QuoteTerms => ({
  lines: typed.lines.map(({ id: _id, quantity, amount, period, ...line }) => ({
    ...line,
    quantity: typedNumber(quantity) || 0,
    amountCents: typedCents(amount) || 0,
    period: period || null,
  })),
  discountCents: typedCents(typed.discount) || 0,
  duePercent: percentOf(typed) || 0,
});
