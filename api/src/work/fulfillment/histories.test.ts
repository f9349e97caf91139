import { newCase } from '../../db/cases.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { inFull } from '../../../test/fixtures/long.ts';
import { addAdmin, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { anOnHoldForm, aVoiceForm, aWebsiteForm } from '../../../test/fixtures/form-factories.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';
import { orderKeyOf } from '../orders/order-links.ts';
import * as orderStore from '../orders/order-store.ts';
import { addBusinessTime, businessTimeBetween } from '../../base/business-hours.ts';
import * as promiseStore from './promise-store.ts';
import { HOUR_MS } from '../../base/units.ts';

const NUMBER = 'ORD-10001';
const SERVICES = ['website', 'voice', 'onhold'] as const;
const ZONES = ['America/New_York', 'Australia/Lord_Howe', 'Europe/Berlin'];

type Act =
  | { kind: 'form' | 'deliver' | 'change' | 'approve'; service: (typeof SERVICES)[number] }
  | { kind: 'status'; to: 'new' | 'waiting' | 'in-progress' }
  | { kind: 'live' | 'message' };

const anAct: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('form', 'deliver', 'change', 'approve'),
    service: fc.constantFrom(...SERVICES),
  }),
  fc.record({ kind: fc.constant('status'), to: fc.constantFrom('new', 'waiting', 'in-progress') }),
  fc.record({ kind: fc.constantFrom('live', 'message') }),
);
/** About a year: each act is followed by up to three weeks. */
const aYear = fc.array(fc.record({ act: anAct, hours: fc.integer({ min: 0, max: 21 * 24 }) }), {
  minLength: 20,
  maxLength: 40,
});

test('a year of random work: both sides see the same due times, in business hours, and pauses change nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ZONES), aYear, async (timeZone, year) => {
      const hours = {
        timeZone,
        periods: [{ opensAt: '09:00', closesAt: '17:00' }],
        days: [1, 2, 3, 4, 5],
        holidays: ['US'],
      };
      const app = await startTestApp({ env: { hours } });
      await addAdmin(app);
      await buyWithCard(app, aDraft({ serviceTypes: [...SERVICES] }));
      const order = orderStore.byNumber(app.db, NUMBER);
      if (!order) throw new Error('There is no order.');
      const query = `order=${NUMBER}&key=${orderKeyOf(app.context.settings.secret, order)}`;
      const leftOf = () =>
        new Map(
          promiseStore
            .openOf(app.db, newCase(NUMBER))
            .map(({ id, leftMs, dueAt }) => [id, leftMs ?? businessTimeBetween(hours, app.clock.now, dueAt)]),
        );

      for (const { act, hours: pause } of year) {
        const admin = await loggedIn(app);
        const before = leftOf();
        await carryOut(act, admin);
        const theirs = (await app.get(`/api/order?${query}`)).body.services;
        const { body } = await app.get(`/api/json/cases/${NUMBER}`, admin);
        expect(theirs).toEqual(body.services);
        const due = theirs.flatMap(({ dueAt }: { dueAt: string | null }) => dueAt ?? []).toSorted();
        expect(body.order.dueAt).toBe(due[0] ?? null);
        for (const at of due) {
          const moment = new Date(at);
          // Nothing is due while the business is closed.
          const isOpen = businessTimeBetween(hours, new Date(moment.getTime() - 1), moment) > 0;
          expect(isOpen || addBusinessTime(hours, moment, 0).getTime() === moment.getTime(), at).toBe(true);
        }
        // An act that keeps a promise open leaves its time as it was.
        for (const [id, left] of leftOf()) if (before.has(id)) expect(left).toBe(before.get(id));
        app.clock.now = new Date(app.clock.now.getTime() + pause * HOUR_MS);
      }

      async function carryOut(act: Act, admin: { cookie: string }): Promise<void> {
        const { body: seen } = await app.get(`/api/json/cases/${NUMBER}`, admin);
        const asAdmin = (path: string, sent: object) =>
          app.post(`/api/admin/cases/${NUMBER}/${path}`, sent, admin);
        const versionOf = (service: string): number =>
          seen.services.find(({ id }: { id: string }) => id === service).deliveries[0]?.version ?? 0;
        const said = (answer: object, service: string) =>
          app.post(`/api/order/answer?${query}`, { ...answer, service, version: versionOf(service) });
        const sent = { email: order?.email ?? '', submissionKey: crypto.randomUUID() };
        const forms = {
          website: () => app.post('/api/submit-order-form', aWebsiteForm({ ...sent, project: NUMBER })),
          voice: () => app.post('/api/submit-voice-agent-form', aVoiceForm({ ...sent, orderNumber: NUMBER })),
          onhold: () => app.post('/api/on-hold-audio-form', anOnHoldForm({ ...sent, orderNumber: NUMBER })),
        };
        // An act that is not possible now is refused, which is part of the history.
        if (act.kind === 'form') await forms[act.service]();
        else if (act.kind === 'deliver')
          await asAdmin('deliveries', {
            service: act.service,
            after: versionOf(act.service),
            note: 'Here',
          });
        else if (act.kind === 'change') await said({ answer: 'change', change: 'Again' }, act.service);
        else if (act.kind === 'approve') await said({ answer: 'approved' }, act.service);
        else if (act.kind === 'status')
          await asAdmin('work-status', { workStatus: act.to, workVersion: seen.workVersion });
        else if (act.kind === 'live') await asAdmin('live', {});
        else await asAdmin('messages', { key: crypto.randomUUID(), text: 'Hello' });
      }
    }),
    { numRuns: inFull(8, 2) },
  );
});
