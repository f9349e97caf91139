import { randomUUID } from 'node:crypto';
import type { SERVICES } from '@northlight/shared/catalogue/services.ts';
import type { CheckoutDraftInput, CheckoutInput } from '@northlight/shared/contracts/checkout.ts';
import type { TestApp } from './test-app.ts';

/** A whole, valid draft; name only what the test is about. */
export function aDraft(changes: Partial<CheckoutDraftInput> = {}): CheckoutDraftInput {
  return {
    checkoutId: randomUUID(),
    firstName: 'Ada',
    lastName: 'Marlow',
    email: 'ada@marlow-bicycles.example',
    phone: '(555) 010-4477',
    businessName: 'Marlow Bicycles',
    businessDescription: 'We repair and sell bicycles.',
    country: 'US',
    state: 'OH',
    city: 'Columbus',
    postalCode: '43004',
    address: '12 Canal Street',
    serviceTypes: ['website'],
    addons: [],
    isYearly: false,
    ...changes,
  };
}

export function anAddon(addonId: (typeof SERVICES.website.addons)[number]['id']) {
  return { serviceId: 'website' as const, addonId };
}

/** What the browser posts after paying: the draft with its claims. */
export function aCheckout(draft: CheckoutDraftInput, changes: Partial<CheckoutInput> = {}): CheckoutInput {
  return {
    ...draft,
    basePrice: '149.00',
    initialPayment: '149.00',
    recurringPayment: '30.00',
    paymentMethod: 'credit-card',
    paymentStatus: 'completed',
    ...changes,
  };
}

export const CARDS = {
  succeeds: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  insufficientFunds: '4000 0000 0000 9995',
  needsConfirmation: '4000 0000 0000 3220',
};

/** The browser's road with a card that works: intent, confirmation, order. Gives the order's answer. */
export async function buyWithCard(
  app: TestApp,
  draft: CheckoutDraftInput,
  claims: Partial<CheckoutInput> = {},
) {
  const intent = await app.post('/api/create-payment-intent', { amount: 149, ...draft });
  await app.post('/api/demo-payments/card', {
    clientSecret: intent.body.clientSecret,
    cardNumber: CARDS.succeeds,
  });
  return app.post(
    '/api/checkout',
    aCheckout(draft, { paymentIntentId: intent.body.paymentIntentId, ...claims }),
  );
}
