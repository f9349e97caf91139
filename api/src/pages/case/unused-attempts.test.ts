import { expect, test } from 'vitest';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { buyWithPaypal, checkOut, startCard } from '../../../test/shop/purchase-steps.ts';

const CASE = '/api/json/cases/ORD-10001';
type Attempt = { status: string; isUnused: boolean };
const attempts = ({ payments }: { payments: Attempt[] }) =>
  payments.map(({ status, isUnused }) => ({ status, isUnused }));

test('an attempt ended by another payment is marked unused, and the timeline does not call it a failure', async () => {
  const { app, see } = await openConsole();
  const draft = aDraft();
  await startCard(app, draft);
  await buyWithPaypal(app, draft);
  const found = await see(CASE);
  expect(attempts(found)).toEqual([
    { status: 'failed', isUnused: true },
    { status: 'paid', isUnused: false },
  ]);
  const story: string[] = found.timeline.map(({ text }: { text: string }) => text);
  expect(story).toContain('Unused payment attempt ended: Paid with a different payment.');
  expect(story.join()).not.toMatch(/failed/i);
});

test('the order’s own payment is never unused, paid or not', async () => {
  const { app, see } = await openConsole();
  const draft = aDraft();
  const { paymentIntentId } = await startCard(app, draft);
  await checkOut(app, draft, { paymentIntentId });
  expect(attempts(await see(CASE))).toEqual([{ status: 'open', isUnused: false }]);
  await buyWithCard(app, draft);
  expect(attempts(await see(CASE)).at(-1)).toEqual({ status: 'paid', isUnused: false });
});
