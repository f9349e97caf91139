import { expect, test } from 'vitest';
import { paypalEvent } from '../../../test/paypal/records.ts';
import { paypalJson } from '../../../test/paypal/signatures.ts';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { startLiveApp } from '../../../test/shop/live-app.ts';
import { startPaypal } from '../../../test/shop/purchase-steps.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import * as eventStore from './event-store.ts';

const PATH = '/api/webhooks/paypal';

test('forged PayPal events are rejected, after ten without calling PayPal; payments and PayPal’s own events still work', async () => {
  const app = await startLiveApp();
  const body = paypalJson(paypalEvent('PAYMENT.CAPTURE.COMPLETED', { id: 'CAPTURE1' }));
  const send = async (certificate: string) => {
    const certUrl = `${app.paypal.base}/v1/notifications/certs/${certificate}`;
    const response = await fetch(app.base + PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...app.paypal.sign(body, undefined, certUrl) },
      body,
    });
    return { status: response.status, retryAfter: response.headers.get('retry-after') };
  };
  const { paypalOrderId } = await startPaypal(app, aDraft({ serviceTypes: ['onhold'] }));
  expect((await send('CERT-360caa42-fca2a594-1d93a270')).status).toBe(200);
  for (let nth = 0; nth < 9; nth += 1) expect((await send(`CERT-${nth}`)).status).toBe(400);
  expect(await send('CERT-9')).toEqual({ status: 429, retryAfter: '60' });

  // The buyer's browser never comes back. PayPal's event still leads to the order.
  app.paypal.approve(paypalOrderId);
  await app.settled();
  expect(rows.payments(app.db)).toMatchObject([{ approvedAt: app.clock.now }]);
  await app.sweepAfter(20_000);
  expect(rows.orders(app.db)).toMatchObject([{ paymentStatus: 'completed' }]);
});

test('an event is stored with the bytes that were signed', async () => {
  const app = await startLiveApp();
  const body = String.raw`{"id":"WH-1","event_type":"X.Y","event_version":1.0,"resource":{"href":"https:\/\/x","note":"\u00e9"}}`;
  const response = await fetch(app.base + PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...app.paypal.sign(body) },
    body,
  });
  expect(response.status).toBe(200);
  expect(eventStore.waiting(app.db, new Date(app.clock.now.getTime() + 1_000), 10)).toMatchObject([{ body }]);
});
