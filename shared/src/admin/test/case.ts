import { DEFAULT_CATALOG } from '../../catalog/default-catalog.ts';
import { computePrice } from '../../catalog/price.ts';
import { CaseOrder, CaseResponse } from '../../contracts/cases.ts';
import { OrderService } from '../../contracts/deliveries.ts';
import { CaseMessage } from '../../contracts/emails.ts';
import { PaymentRequest } from '../../contracts/payment-requests.ts';
import { CasePayment } from '../../contracts/payments.ts';
import { AT, whole, type Partly } from '../../contracts/test/whole.ts';

export { AT };

export const ORDER = whole(CaseOrder, {
  id: 1,
  orderNumber: 'ORD-10001',
  firstName: 'Ada',
  lastName: 'Marlow',
  email: 'ada@marlow-bicycles.example',
  phone: '(555) 010-4477',
  businessName: 'Marlow Bicycles',
  businessDescription: 'We repair and sell bicycles.',
  address: { country: 'US' },
  serviceTypes: ['website'],
  initialPayment: '149.00',
  recurringPayment: '30.00',
  soldRecurringPayment: '30.00',
  discount: '0.00',
  tax: '0.00',
  paymentMode: 'demo',
  customerId: 1,
  price: computePrice(DEFAULT_CATALOG, { serviceIds: ['website'], addonIds: [], isYearly: false }),
});
export const PAYMENT = whole(CasePayment, {
  id: 1,
  refundable: '149.00',
  provider: 'demo-card',
  status: 'paid',
  amount: '149.00',
  received: '149.00 USD',
});
export const AN_EMAIL = whole(CaseMessage, {
  id: 1,
  kind: 'order-confirmation',
  name: 'Order confirmation',
  recipient: 'ada@marlow-bicycles.example',
  status: 'sent',
  attempts: 1,
  sentAt: AT,
});

/** A paid order for a website, without forms. Pass only what matters for the test. */
export const aCase = (changes: Partly<CaseResponse> = {}): CaseResponse =>
  whole(CaseResponse, { orderNumber: 'ORD-10001', order: ORDER, ...changes });

export const aService = (changes: Partly<OrderService> = {}): OrderService =>
  whole(OrderService, { id: 'onhold', state: 'working', ...changes });

/** What a customer was asked to pay. */
export const aRequest = (changes: Partly<PaymentRequest> = {}): PaymentRequest =>
  whole(PaymentRequest, { id: 7, reason: 'Final payment', amountCents: 29_700, ...changes });
