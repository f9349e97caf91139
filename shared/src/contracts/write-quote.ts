import * as z from 'zod/mini';
import { seenVersion } from './endpoint.ts';
import { SERVICE_IDS } from '../catalog/ids.ts';
import type { QuoteLine as Line } from '../catalog/quote.ts';
import { Address, askedForState, withStateCode } from './customer-information.ts';
import { SendMessage } from './order-page.ts';
import { normalizeOrderNumber } from './order-number.ts';
import { Amount, ByHand, DueDays } from './payment-requests.ts';
import { emailAddress, line, text } from './texts.ts';

export const QuoteLine = z.object({
  name: line(120, 'Please name this line'),
  description: z._default(text(2_000), ''),
  quantity: z._default(
    z
      .int('Please enter a whole number')
      .check(z.gte(1, 'Must be 1 or more'), z.lte(999, 'Must be 999 or less')),
    1,
  ),
  /** Of one, in US dollars. */
  amount: Amount,
  /** Null for what is paid once. */
  period: z._default(z.nullable(z.enum(['month', 'year'], 'Must be month or year')), null),
  /** The customer may leave it out. */
  isOptional: z._default(z.boolean('Must be true or false'), false),
  isSuggested: z.optional(z.boolean('Must be true or false')),
  service: z._default(z.enum(SERVICE_IDS, 'Unknown service'), 'website'),
  /** In how many business days after the payment it is due. Null for what is no work of its own. */
  dueDays: DueDays,
  /** Whether the customer fills out the form of its service. */
  needsForm: z._default(z.boolean('Must be true or false'), false),
});

const customer = {
  firstName: z._default(line(100), ''),
  lastName: z._default(line(100), ''),
  businessName: z._default(line(200), ''),
  phone: z._default(line(40), ''),
  ...Address.shape,
  askedForState,
};

const terms = {
  lines: z
    .array(QuoteLine, 'Please add at least one line')
    .check(
      z.minLength(1, 'Please add at least one line'),
      z.maxLength(50, 'Please use no more than 50 lines'),
    ),
  /** Taken off what is paid once, in US dollars. */
  discount: z._default(Amount, 0),
  message: z._default(text(10_000), ''),
  /** For how many days it can be accepted once it is sent. */
  validDays: z._default(
    z
      .int('Please enter a whole number of days')
      .check(z.gte(1, 'Must be 1 or more'), z.lte(365, 'Must be 365 or less')),
    14,
  ),
  /** How much is paid when it is accepted. 0: it is billed elsewhere, or an invoice follows. */
  duePercent: z._default(
    z
      .int('Please enter a whole number')
      .check(z.gte(0, 'Must be 0 or more'), z.lte(100, 'Must be 100 or less')),
    100,
  ),
};

type Checked = { lines: Omit<Line, 'amountCents' | 'quantity'>[]; duePercent: number };
const hasOnePeriod = z.refine<Checked>(
  ({ lines }) => new Set(lines.flatMap(({ period }) => period ?? [])).size < 2,
  { path: ['lines'], message: 'Please use either monthly or yearly prices in one quote' },
);
const recursForWebsites = z.refine<Checked>(
  ({ lines, duePercent }) =>
    duePercent === 0 || lines.every(({ period, service }) => period === null || service === 'website'),
  { path: ['lines'], message: 'Only a website can have a monthly or yearly price that is paid here' },
);

/** A quote as it is written. `email` can be left out for an order, whose customer then gets it. */
export const NewQuote = withStateCode(
  z.object({
    email: z.optional(emailAddress('Please enter a valid email')),
    ...customer,
    ...terms,
    /** The order or the request that it is about. */
    orderNumber: z.optional(z.pipe(line(24), z.transform(normalizeOrderNumber))),
    send: z._default(z.boolean('Must be true or false'), false),
    /** Makes the draft a task of the owners. */
    asksOwner: z._default(z.boolean('Must be true or false'), false),
    /** Made by the page. The same key is the same quote, so that a repeated call writes no second one. */
    key: z.optional(z.uuid('Must be a UUID')),
  }),
).check(hasOnePeriod, recursForWebsites);
export type NewQuote = z.infer<typeof NewQuote>;
export type NewQuoteInput = z.input<typeof NewQuote>;

export const ActOnQuote = z.discriminatedUnion(
  'action',
  [
    z.object({ action: z.literal('send'), version: seenVersion }),
    /** Sends the version that has expired or ends soon once more, valid from now on. */
    z.object({ action: z.literal('renew'), version: seenVersion }),
    z.object({ action: z.literal('ask'), version: seenVersion }),
    z.object({ action: z.literal('withdraw'), version: seenVersion }),
    /** Changes the draft, or begins the next version of a quote that was sent. */
    withStateCode(
      z.object({
        action: z.literal('save'),
        version: seenVersion,
        ...customer,
        ...terms,
        send: NewQuote.shape.send,
        asksOwner: NewQuote.shape.asksOwner,
      }),
    ).check(hasOnePeriod, recursForWebsites),
    z.object({ action: z.literal('message'), ...SendMessage.shape }),
    ByHand,
  ],
  'Unknown action',
);
export type ActOnQuote = z.infer<typeof ActOnQuote>;
