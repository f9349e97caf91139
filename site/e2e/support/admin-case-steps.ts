import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { post } from './admin-steps.ts';

/** Buys a website for a customer in Michigan, with SAVE50, paid by card over the API. */
export async function boughtWithCard(page: Page): Promise<string> {
  const draft = {
    checkoutId: randomUUID(),
    firstName: 'Ada',
    lastName: 'Marlow',
    email: 'ada@marlow-bicycles.example',
    phone: '(555) 010-4477',
    businessName: 'Marlow Bicycles',
    businessDescription: 'We repair and sell bicycles.',
    country: 'US',
    state: 'MI',
    city: 'Ann Arbor',
    postalCode: '48104',
    address: '12 Canal Street',
    serviceTypes: ['website'],
    addons: [],
    isYearly: false,
    promoCode: 'SAVE50',
    basePrice: '149.00',
    initialPayment: '104.94',
    recurringPayment: '30.00',
    paymentMethod: 'credit-card',
  };
  const { clientSecret, paymentIntentId } = await post(page, '/api/create-payment-intent', {
    ...draft,
    amount: 104.94,
  });
  await post(page, '/api/demo-payments/card', { clientSecret, cardNumber: '4242424242424242' });
  const { order } = await post(page, '/api/checkout', {
    ...draft,
    paymentIntentId,
    paymentStatus: 'completed',
  });
  return order.orderNumber;
}
