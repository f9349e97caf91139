import { expect, test } from 'vitest';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { anOnHoldForm, aWebsiteForm } from '../../../test/fixtures/form-factories.ts';
import { formKey } from '../../../test/fixtures/form-key.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { pageLink } from '../../../test/shop/purchase-steps.ts';
import { HOUR_MS } from '../../base/units.ts';
import { payments } from '../../db/schema/payments.ts';
import { promises } from '../../db/schema/fulfillment.ts';

const NUMBER = 'ORD-10001';

/** An order of a website and on-hold audio, whose forms have come. */
async function anOrder() {
  const { app, act, see } = await openConsole();
  await buyWithCard(app, aDraft({ serviceTypes: ['website', 'onhold'] }));
  await app.post('/api/submit-order-form', aWebsiteForm({ project: NUMBER, ...formKey(app) }));
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ orderNumber: NUMBER, ...formKey(app) }));
  const query = new URLSearchParams(pageLink(app));
  return {
    app,
    act,
    setStatus: async (workStatus: string) => {
      const { workVersion } = await see(`/api/json/cases/${NUMBER}`);
      return act(`/api/admin/cases/${NUMBER}/work-status`, { workStatus, workVersion });
    },
    deliver: (after = 0, service = 'website') =>
      act(`/api/admin/cases/${NUMBER}/deliveries`, { service, after, note: 'Here' }),
    answer: (version: number, answer: object) =>
      app.post(`/api/order/answer?${query}`, { service: 'website', version, ...answer }),
    /** What was promised, and what became of it. */
    promised: () =>
      app.db
        .select()
        .from(promises)
        .orderBy(promises.id)
        .all()
        .map(({ serviceId, kind, keptAt, leftMs }) => [
          serviceId,
          kind,
          keptAt ? 'kept' : leftMs === null ? 'open' : 'paused',
        ]),
  };
}

test('an order that is closed keeps what was promised of delivered services, and nobody waits for the others', async () => {
  const { deliver, answer, setStatus, promised } = await anOrder();
  await deliver();
  await answer(1, { answer: 'change', change: 'Bluer' });
  const { length } = promised();
  expect(promised()).toContainEqual(['website', 'contact', 'open']);
  expect(promised()).toContainEqual(['onhold', 'delivery', 'open']);
  await setStatus('delivered');
  expect(promised()).toHaveLength(length - 1);
  expect(new Set(promised().map(([, , state]) => state))).toEqual(new Set(['kept']));
});

test('a customer who was contacted shows in every status but “new”', async () => {
  const { deliver, answer, setStatus, promised } = await anOrder();
  await deliver();
  await answer(1, { answer: 'change', change: 'Bluer' });
  await setStatus('new');
  expect(promised()).toContainEqual(['website', 'contact', 'open']);
  await setStatus('in-progress');
  expect(promised()).toContainEqual(['website', 'contact', 'kept']);
  expect(promised()).toContainEqual(['onhold', 'delivery', 'open']);
});

test('who got nothing is not asked how it was', async () => {
  const { app, act, setStatus } = await anOrder();
  await act('/api/admin/wording', { asksForReview: true });
  await setStatus('delivered');
  app.wait(4 * 24 * HOUR_MS);
  const asked = (await app.sentEmails()).filter(({ subject }) => subject.startsWith('How was it'));
  expect(asked).toEqual([]);
});

test('clocks that wait for the customer stand still during a dispute, whatever the status', async () => {
  const { app, setStatus, promised } = await anOrder();
  await setStatus('waiting');
  const dispute = { id: 'd', status: 'open' as const, amountCents: 100, reason: '', openedAt: '' };
  app.db
    .update(payments)
    .set({ review: { code: 'disputed', dispute } as never })
    .run();
  await setStatus('in-progress');
  expect(promised()).toContainEqual(['onhold', 'delivery', 'paused']);
  app.db.update(payments).set({ review: null }).run();
  await setStatus('waiting');
  await setStatus('in-progress');
  expect(promised()).toContainEqual(['onhold', 'delivery', 'open']);
});

test('only the newest version is answered, and a later one ends the open page of an earlier', async () => {
  const { deliver, answer } = await anOrder();
  await deliver();
  await answer(1, { answer: 'change', change: 'Bluer' });
  await deliver(1);
  for (const version of [1, 3])
    expect((await answer(version, { answer: 'approved' })).body.code).toBe('delivery_changed');
  expect((await answer(2, { answer: 'approved' })).status).toBe(200);
  // A second press, and a change of mind about a website.
  expect((await answer(2, { answer: 'approved' })).status).toBe(200);
  const late = await answer(2, { answer: 'change', change: 'Redder' });
  expect(late.body.code).toBe('delivery_changed');
  expect((await deliver(1)).body.code).toBe('delivery_changed');
});
