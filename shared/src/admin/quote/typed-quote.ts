import type { ServiceId } from '../../catalog/ids.ts';
import type { QuoteTerms } from '../../catalog/quote.ts';
import type { QuoteCaseResponse, QuotesResponse } from '../../contracts/quotes.ts';
import { moneyText, typedCents, typedNumber } from '../../contracts/typed-money.ts';
import { newUuid } from '../../ui/new-uuid.ts';

type ShownLine = QuotesResponse['earlierLines'][number];

/** A text of each field, as `NewQuote` calls them. */
const LINE = {
  name: '',
  description: '',
  quantity: '1',
  amount: '',
  period: '' as '' | 'month' | 'year',
  service: 'website' as ServiceId,
  isOptional: false,
  isSuggested: false,
  dueDays: '',
  needsForm: false,
};
/** Its ID stays with the line when it moves. */
export type TypedLine = typeof LINE & { id: number };

/** The fields about the customer. The email address of a quote never changes. */
export const CUSTOMER = {
  email: { label: 'Email', type: 'email' },
  firstName: { label: 'First name' },
  lastName: { label: 'Last name' },
  businessName: { label: 'Business name' },
  phone: { label: 'Phone', type: 'tel' },
  address: { label: 'Street address' },
  city: { label: 'City' },
  state: { label: 'State' },
  postalCode: { label: 'ZIP code' },
  country: { label: 'Country' },
} as const;
export type CustomerName = keyof typeof CUSTOMER;

/** What is in the fields of the editor. */
export type TypedQuote = ReturnType<typeof newTyped>;

/** The name under which the text of an editor is kept. */
export const editorDraft = (number: string): string => `${number} quote`;

/** The next line. Most quotes have one service, so it has that of the line before. */
export const nextLine = (lines: readonly TypedLine[]): TypedLine => ({
  ...LINE,
  id: Math.max(-1, ...lines.map(({ id }) => id)) + 1,
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

const typedLine = ({
  quantity,
  period,
  isSuggested,
  dueDays,
  needsForm,
  ...line
}: ShownLine): Omit<TypedLine, 'id'> => ({
  ...line,
  isSuggested: isSuggested ?? false,
  dueDays: String(dueDays ?? ''),
  // Older quotes needed it.
  needsForm: needsForm ?? true,
  quantity: String(quantity),
  period: period ?? '',
});

type Known = Partial<Record<Exclude<CustomerName, 'address'>, string>> & {
  address?: Partial<Record<CustomerName, string | undefined>> | null | undefined;
};

/** A new quote, for a known customer if there is one. */
export function newTyped({ address, ...known }: Known = {}, service: ServiceId = 'website') {
  const customer: Known['address'] = { country: 'US', ...known, ...address };
  const names = Object.keys(CUSTOMER) as CustomerName[];
  return {
    /** Kept with the text, so that a repeated call writes the same quote, even in a new window. */
    key: newUuid(),
    ...(Object.fromEntries(names.map((name) => [name, customer[name] ?? ''])) as Record<
      CustomerName,
      string
    >),
    /** The last order of a customer who was found. The quote adds to its conversation unless the owner says no. */
    lastOrder: '',
    isApart: false,
    lines: [{ ...nextLine([]), service }],
    discount: '',
    due: 'all' as 'all' | 'part' | 'nothing',
    percent: '50',
    validDays: '14',
    message: '',
  };
}

/** The next version of a quote, or its draft. */
export function typedOf({ draft, ...quote }: QuoteCaseResponse['quote']): TypedQuote {
  const { lines, discount, duePercent, message, validDays, ...customer } = { ...quote, ...draft };
  return {
    ...newTyped({ ...customer, email: quote.email }),
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
export const bodyOf = ({
  key: _key,
  email: _email,
  lastOrder: _lastOrder,
  isApart: _isApart,
  due,
  percent,
  lines,
  ...typed
}: TypedQuote) => ({
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
  lines: typed.lines.map(({ id: _id, quantity, amount, period, dueDays: _due, ...line }) => ({
    ...line,
    quantity: typedNumber(quantity) || 0,
    amountCents: typedCents(amount) || 0,
    period: period || null,
  })),
  discountCents: typedCents(typed.discount) || 0,
  duePercent: percentOf(typed) || 0,
});
