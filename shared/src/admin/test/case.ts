import { quote } from '../../catalog/quote.ts';
import type { CaseOrder, CaseResponse } from '../../contracts/cases.ts';
import type { CaseMessage } from '../../contracts/emails.ts';
import type { CasePayment } from '../../contracts/payments.ts';

export const AT = '2026-11-21T10:00:00.000Z';

export const ORDER: CaseOrder = {
  id: 1,
  orderNumber: 'ORD-10001',
  addonTo: null,
  createdAt: AT,
  firstName: 'Ada',
  lastName: 'Marlow',
  email: 'ada@marlow-bicycles.example',
  phone: '(555) 010-4477',
  businessName: 'Marlow Bicycles',
  businessDescription: 'We repair and sell bicycles.',
  billingAddress: [],
  serviceTypes: ['website'],
  initialPayment: '149.00',
  recurringPayment: '30.00',
  promoCode: null,
  discount: '0.00',
  tax: '0.00',
  isYearly: false,
  paymentStatus: 'completed',
  paymentMode: 'demo',
  paymentMethod: 'credit-card',
  cameFrom: null,
  seoOptimization: false,
  blogSetup: false,
  extraRevisions: false,
  reviewReason: null,
  missingForms: [],
  workStatus: 'new',
  dueAt: null,
  quote: quote({ serviceIds: ['website'], addonIds: [], isYearly: false }),
  consent: null,
  claims: { initialPayment: null, recurringPayment: null, paymentStatus: null },
};
export const PAYMENT: CasePayment = {
  id: 1,
  refunds: [],
  refundable: '149.00',
  provider: 'demo-card',
  providerPaymentId: null,
  status: 'paid',
  amount: '149.00',
  received: '149.00 USD',
  reviewReason: null,
  dispute: null,
  isUnused: false,
  createdAt: AT,
  updatedAt: AT,
};
export const MESSAGE: CaseMessage = {
  id: 1,
  kind: 'order-confirmation',
  name: 'Order confirmation',
  recipient: 'ada@marlow-bicycles.example',
  status: 'sent',
  attempts: 1,
  lastError: null,
  createdAt: AT,
  dueAt: AT,
  nextAttemptAt: null,
  sentAt: AT,
};


/** A paid order for a website, without forms. Pass only what matters for the test. */
export const aCase = (changes: Partial<CaseResponse> = {}): CaseResponse => ({
  success: true,
  orderNumber: 'ORD-10001',
  workStatus: 'new',
  workVersion: 0,
  order: ORDER,
  payments: [],
  addons: [],
  documents: [],
  recurring: null,
  canStartRecurring: false,
  submissions: [],
  services: [],
  conversation: [],
  files: [],
  timeZone: 'America/New_York',
  messages: [],
  timeline: [],
  ...changes,
});
