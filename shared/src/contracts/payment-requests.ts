import * as z from 'zod/mini';
import { ById, CaseNumber, type EndpointTable, act } from './endpoint.ts';
import { BY_HAND_WAYS } from './payments.ts';
import { line } from './texts.ts';
import { typedNumber, TypedMoney } from './typed-money.ts';

const AMOUNT = 'Must be an amount up to $99,999, such as "149.00"';
export const Amount = TypedMoney.check(z.lte(9_999_900, AMOUNT));

/** Business days after the payment in which what is paid for is due. */
export const DueDays = z._default(
  z.pipe(
    z.pipe(
      z.nullable(z.union([z.string(), z.number()], 'Please enter a whole number of days')),
      // As it was typed. Nothing is no day.
      z.transform((typed) =>
        typeof typed === 'string' ? (typed.trim() ? typedNumber(typed) : null) : typed,
      ),
    ),
    z.nullable(
      z
        .int('Please enter a whole number of days')
        .check(z.gte(1, 'Must be 1 or more'), z.lte(260, 'Must be 260 or less')),
    ),
  ),
  null,
);

/** The money came another way. */
export const ByHand = z.object({
  action: z.literal('record'),
  way: z.enum(BY_HAND_WAYS, 'Please say how it was paid'),
  /** Such as the number of the check. */
  reference: z._default(line(100), ''),
});

export const REQUEST_STATES = ['draft', 'open', 'paid', 'canceled'] as const;

/** A payment that the studio asks for. */
export const PaymentRequest = z.object({
  id: z.int(),
  state: z.enum(REQUEST_STATES),
  reason: z.string(),
  amountCents: z.int(),
  taxCents: z.int(),
  createdAt: z.string(),
  sentAt: z.nullable(z.string()),
  /** Whether reminders still go out. */
  reminds: z.boolean(),
  /** The order of the payment, once it is paid. */
  paidBy: z.nullable(z.string()),
});
export type PaymentRequest = z.infer<typeof PaymentRequest>;

export const NewPaymentRequest = z.object({
  /** Before sales tax, which is added by the order's address. */
  amount: Amount.check(z.gte(50, 'Must be at least $0.50')),
  reason: line(120, 'Please say what the payment is for'),
  /** Null if there is nothing to do for it. */
  dueDays: DueDays,
  send: z._default(z.boolean('Must be true or false'), true),
  /** Made by the page. A repeated call with it asks once. */
  key: z.optional(z.uuid('Must be a UUID')),
});
export const ActOnPaymentRequest = z.discriminatedUnion(
  'action',
  [
    z.object({ action: z.literal('send') }),
    z.object({ action: z.literal('stop-reminders') }),
    z.object({ action: z.literal('cancel') }),
    ByHand,
  ],
  'Unknown action',
);
export type ActOnPaymentRequest = z.infer<typeof ActOnPaymentRequest>;

/** What can be done about an order that nobody has paid. */
export const CollectUnpaid = z.discriminatedUnion(
  'action',
  [z.object({ action: z.literal('send') }), ByHand],
  'Unknown action',
);

const accessFor = ({ action }: ActOnPaymentRequest) => (action === 'record' ? 'manage' : 'work');

export const paymentRequestEndpoints = {
  'POST /api/admin/cases/:orderNumber/collect': act(
    'work',
    'Asks again for the payment of an order that nobody has paid, or records it.',
    { accessFor, params: CaseNumber, body: CollectUnpaid },
  ),
  'POST /api/admin/cases/:orderNumber/payment-requests': act(
    'work',
    'Asks the customer for a payment on an order.',
    { params: CaseNumber, body: NewPaymentRequest },
  ),
  'POST /api/admin/cases/:orderNumber/payment-requests/:id': act(
    'work',
    'Sends or cancels a payment request, stops its reminders, or records its payment.',
    { accessFor, params: z.extend(CaseNumber, ById.shape), body: ActOnPaymentRequest },
  ),
} satisfies EndpointTable;
