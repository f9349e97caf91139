import { expect, test } from 'vitest';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';

test('a working card makes a completed order with a number and an email', async () => {
  const app = await startTestApp();
  const { status, body } = await buyWithCard(app, aDraft());
  expect(status).toBe(200);
  expect(body).toMatchObject({
    success: true,
    order: {
      orderNumber: 'ORD-10001',
      initialPayment: '149.00',
      recurringPayment: '30.00',
      paymentStatus: 'completed',
    },
  });
  const [email, ...more] = await app.sentEmails();
  expect(more).toEqual([]);
  expect(email).toMatchObject({ to: 'ada@marlow-bicycles.example', subject: 'Your order ORD-10001' });
});
