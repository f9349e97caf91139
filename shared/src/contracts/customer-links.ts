import * as z from 'zod/mini';
import { type EndpointTable, act, call, raw } from './endpoint.ts';
import { OrderNumber } from './forms/form-fields.ts';
import { emailAddress, line } from './texts.ts';

/** The query of the customer's link to a form. `key` proves that this shop created the link. */
export const IntakeQuery = z.object({
  order: line(24, 'order is missing'),
  key: line(64, 'key is missing'),
});

/** The details that the customer's link fills in. */
export const Intake = z.object({
  orderNumber: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  businessName: z.string(),
});
export type Intake = z.infer<typeof Intake>;

/** The key can also be in the header `X-Order-Key`. */
export const OrderQuery = z.extend(IntakeQuery, { key: z.optional(IntakeQuery.shape.key) });

/** Asks for an email with the link. The response is the same whether the two belong together or not. */
export const OrderLink = z.object({
  orderNumber: OrderNumber,
  email: emailAddress('Please enter a valid email'),
});

/** The customer's page of an order. Takes `order` and `key` from the customer's link. */
export const ORDER_PAGE = '/order';

/** Where customers stop reminder emails. It takes `order` and `key` of the customer's link, as its call. */
export const STOP_REMINDERS_PAGE = '/stop-reminders';

/** Shared by the calls of an order’s page. */
export const ORDER_LIMIT = { name: 'order', perMinute: 120 };

export const customerLinkEndpoints = {
  'GET /api/intake': call('public', 'Returns the details that a customer’s link fills in.', Intake, {
    limits: [{ name: 'intake', perMinute: 120 }],
    query: IntakeQuery,
  }),
  'POST /api/order-link': act(
    'public',
    'Emails the link to an order’s page, if the order number and email address match.',
    { limits: [{ name: 'order-link', perMinute: 10 }], body: OrderLink },
  ),
  'GET /api/stop-reminders': raw('public', 'Redirects to the page that stops reminders.', 'redirect'),
  'POST /api/stop-reminders': act('public', 'Stops the reminders of an order. Email programs call it too.', {
    limits: [{ name: 'stop-reminders', perMinute: 30 }],
    query: IntakeQuery,
  }),
} satisfies EndpointTable;
