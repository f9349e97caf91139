import * as z from 'zod/mini';
import { ById, NoDetails, type EndpointTable, act, success, call } from './endpoint.ts';
import { emailAddress } from './texts.ts';

export const MESSAGE_NAMES = {
  'order-confirmation': 'Order confirmation',
  'form-reminder': 'Form reminder',
  'form-received': 'Form confirmation',
  refund: 'Refund notice',
  'payment-update': 'Bank payment update',
  recurring: 'Recurring payment notice',
  'order-news': 'Order update',
  'new-order': 'New order alert',
  'new-submission': 'New form alert',
  'payment-to-review': 'Payment review alert',
  'unpaid-orders': 'Hourly list of unpaid orders',
  'unfinished-checkout': 'Link to finish an order',
  'left-address': 'Address left at the checkout',
  quote: 'Quote',
  'quote-answer': 'Quote answer alert',
  'payment-request': 'Payment request',
  'orders-link': 'Link to all orders',
  'for-you': 'Notice to a person',
  connection: 'Notice of a changed connection',
  invitation: 'Invitation',
  account: 'Notice about an account',
  newsletter: 'Mailing list invitation',
} as const;
export type MessageKind = keyof typeof MESSAGE_NAMES;

/** With a recipient, the email goes to that address instead of the old one. */
export const SendAgain = z.object({ recipient: z.optional(emailAddress('Please enter a valid email')) });

export const CaseMessage = z.object({
  id: z.int(),
  kind: z.enum(Object.keys(MESSAGE_NAMES) as MessageKind[]),
  name: z.string(),
  recipient: z.string(),
  /** `replaced`: a copy was queued before it was sent. `dropped`: no longer needed when it was due. */
  status: z.enum(['waiting', 'sent', 'given-up', 'replaced', 'dropped']),
  attempts: z.int(),
  lastError: z.nullable(z.string()),
  createdAt: z.string(),
  /** The email is not sent before this time. */
  dueAt: z.string(),
  nextAttemptAt: z.nullable(z.string()),
  sentAt: z.nullable(z.string()),
});
export type CaseMessage = z.infer<typeof CaseMessage>;
export type MessageStatus = CaseMessage['status'];

export const MessageResponse = success({
  recipient: z.string(),
  subject: z.string(),
  /** The text part, as sent or as it would be sent now. */
  text: z.string(),
  isSent: z.boolean(),
  /** The mail server's response. Null before the email is sent. */
  answer: z.nullable(z.string()),
});
export type MessageResponse = z.infer<typeof MessageResponse>;

export const emailEndpoints = {
  'GET /api/json/messages/:id': call('work', 'Returns the text of an email.', MessageResponse, {
    params: ById,
  }),
  'POST /api/admin/messages/send-again': act('work', 'Resends every email that couldn’t be sent.', {
    body: NoDetails,
  }),
  'POST /api/admin/messages/:id/send-again': act(
    'work',
    'Resends an email, to the same address or a corrected one.',
    { params: ById, body: SendAgain },
  ),
  'POST /api/admin/messages/:id/leave-unsent': act('work', 'Discards an email that couldn’t be sent.', {
    params: ById,
    body: NoDetails,
  }),
} satisfies EndpointTable;
