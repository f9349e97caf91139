import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { ADMIN } from './admin.ts';

export async function logIn(page: Page, { username, password } = ADMIN) {
  await page.goto('/admin-login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** An order for the voice agent, which needs no payment, bought over the API. */
export async function buy(page: Page, lastName: string): Promise<string> {
  const response = await page.request.post('/api/checkout', {
    data: {
      checkoutId: randomUUID(),
      firstName: 'Ada',
      lastName,
      email: 'ada@marlow-bicycles.example',
      phone: '(555) 010-4477',
      businessName: 'Marlow Bicycles',
      businessDescription: 'We repair and sell bicycles.',
      serviceTypes: ['voice'],
      basePrice: '0.00',
      initialPayment: '0.00',
      recurringPayment: '0.00',
      paymentMethod: 'credit-card',
      paymentStatus: 'completed',
    },
  });
  const { order } = await response.json();
  return order.orderNumber;
}
