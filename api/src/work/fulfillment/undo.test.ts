import { storedWork, WORK_STATUSES } from '@northlight/shared/contracts/lists.ts';
import { webhookEvents } from '@northlight/shared/contracts/webhooks.ts';
import { expect, test } from 'vitest';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { anOnHoldForm, aWebsiteForm, aVoiceForm } from '../../../test/fixtures/form-factories.ts';
import { formKey } from '../../../test/fixtures/form-key.ts';
import { dialOf, startReceiver } from '../../../test/fixtures/webhook-receiver.ts';
import { openConsole, appWithAdmin } from '../../../test/shop/admin-client.ts';
import { checkOut, pageLink } from '../../../test/shop/purchase-steps.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';
import { loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { newCase } from '../../db/cases.ts';
import * as fc from 'fast-check';
import { inFull } from '../../../test/fixtures/long.ts';
import { addBusinessTime, businessTimeBetween } from '../../base/business-hours.ts';
import { DeliveryError } from '../../messages/outbox/delivery-error.ts';
import * as promiseStore from './promise-store.ts';
import { HOUR_MS } from '../../base/units.ts';

const NUMBER = 'ORD-10001';
const CASE = `/api/json/cases/${NUMBER}`;
const SECOND = 1_000;

async function aShop(faults: { onEmail?: () => void; webhookStatus?: () => number } = {}) {
  const { onEmail, webhookStatus = () => 200 } = faults;
  const receiver = await startReceiver((_, response) => response.writeHead(webhookStatus()).end('ok'));
  const office = await openConsole({ dial: dialOf(), onEmail });
  const { app, act, see } = office;
  // Time passes within a call, too.
  let time = app.clock.now.getTime();
  const tick = () => new Date((time += 1));
  const set = (to: Date) => {
    time = to.getTime();
  };
  Object.defineProperty(app.clock, 'now', { get: tick, set });
  const { body: webhook } = await act('/api/admin/webhooks', {
    url: receiver.url,
    events: webhookEvents,
    isOn: true,
  });
  expect(webhook.success).toBe(true);
  await buyWithCard(app, aDraft({ serviceTypes: ['website', 'onhold'] }));
  const query = new URLSearchParams(pageLink(app));
  const answer = (sent: object) =>
    app.post(`/api/order/answer?${query}`, { service: 'website', version: 1, ...sent });
  const caseAct = (path: string, sent: object) => act(`/api/admin/cases/${NUMBER}/${path}`, sent);
  return {
    ...office,
    receiver,
    caseAct,
    setStatus: async (workStatus: string) =>
      (await caseAct('work-status', { workStatus, workVersion: (await see(CASE)).workVersion })).body,
    undo: ({ token }: { token: string }) => caseAct('undo', { token }),
    sendForms: async () => {
      await app.post('/api/submit-order-form', aWebsiteForm({ project: NUMBER, ...formKey(app) }));
      await app.post('/api/on-hold-audio-form', anOnHoldForm({ orderNumber: NUMBER, ...formKey(app) }));
    },
    deliver: () => caseAct('deliveries', { service: 'website', after: 0, note: 'Here' }),
    approve: () => answer({ answer: 'approved' }),
    /** Marks the website as live, of which the customer and other systems are told. */
    goLive: async () => (await caseAct('live', { link: '' })).body,
    wait: app.wait,
    /** Every row of the shop, but those that say who did what. */
    rows: async () => {
      // The call indexes what is to be found first.
      await see(CASE);
      const names = app.db.$client
        .prepare<[], string>(
          `SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'`,
        )
        .pluck()
        .all()
        .filter(
          (name) =>
            !/^(admin_users|audit_log|sqlite_|sessions)/.test(name) &&
            !/(_data|_idx|_docsize|_config|_content)$/.test(name),
        );
      return Object.fromEntries(
        names.map((name) => [name, app.db.$client.prepare(`SELECT * FROM ${name} ORDER BY 1`).all()]),
      );
    },
  };
}

type Shop = Awaited<ReturnType<typeof aShop>>;
const BEFORE: [string, (shop: Shop) => Promise<unknown>][] = [
  ['has no forms', async () => {}],
  ['has its forms', (shop) => shop.sendForms()],
  ['waits for an answer', async (shop) => (await shop.sendForms(), shop.deliver())],
  ['is to go live', async (shop) => (await shop.sendForms(), await shop.deliver(), shop.approve())],
  ['is closed', async (shop) => (await shop.sendForms(), shop.setStatus('delivered'))],
];

test.each(BEFORE)('a work status that is undone leaves an order that %s as it was', async (_, prepare) => {
  const shop = await aShop();
  await prepare(shop);
  await shop.app.sentEmails();
  const before = await shop.rows();
  const { workStatus: first } = await shop.see(CASE);
  for (const status of WORK_STATUSES.filter((one) => one !== storedWork(first))) {
    shop.wait(SECOND);
    const { undo } = await shop.setStatus(status);
    expect(await shop.rows(), status).not.toEqual(before);
    shop.wait(9 * SECOND);
    const emails = (await shop.app.sentEmails()).length;
    expect((await shop.undo(undo)).body.message).toMatch(/^Undone/);
    expect((await shop.undo(undo)).status).toBe(200);
    expect(await shop.rows(), status).toEqual(before);
    shop.wait(60 * SECOND);
    expect((await shop.app.sentEmails()).length).toBe(emails);
  }
});

test('a website that is marked as live can be taken back before anybody is told, and is told once when it is live', async () => {
  const shop = await aShop();
  const { app, receiver } = shop;
  await shop.sendForms();
  await shop.deliver();
  await shop.approve();
  const told = async () => ({
    emails: (await app.sentEmails()).filter(({ subject }) => subject.includes('is live')).length,
    webhooks: receiver.seen.filter(({ body }) => body.includes('website.live')).length,
  });
  await told();
  const before = await shop.rows();
  const { undo } = await shop.goLive();
  shop.wait(10 * SECOND);
  expect(await told()).toEqual({ emails: 0, webhooks: 0 });
  // Another process of the same shop, as after a restart.
  const restarted = await startTestApp({ db: app.db, env: { secret: app.context.settings.secret } });
  restarted.clock.now = app.clock.now;
  const again = await restarted.post(
    `/api/admin/cases/${NUMBER}/undo`,
    { token: undo.token },
    await loggedIn(restarted),
  );
  expect(again.status).toBe(200);
  expect(await shop.rows()).toEqual(before);
  await shop.goLive();
  expect(await told()).toEqual({ emails: 0, webhooks: 0 });
  shop.wait(31 * SECOND);
  expect(await told()).toEqual({ emails: 1, webhooks: 1 });
});

test('a status stays when it is too late, when somebody else has changed the order, and for what was made up', async () => {
  const shop = await aShop();
  await shop.sendForms();
  const { undo } = await shop.setStatus('delivered');
  const of = async (token: string) => (await shop.undo({ token })).body.code;
  expect(await of(`${undo.token}x`)).toBe('undo_too_late');
  expect(await of('nonsense')).toBe('undo_too_late');
  const other = await shop.act('/api/admin/cases/ORD-10002/undo', { token: undo.token });
  expect(other.status).toBe(409);
  await shop.setStatus('waiting');
  expect(await of(undo.token)).toBe('undo_changed');
  expect((await shop.see(CASE)).workStatus).toBe('waiting');
  const { undo: next } = await shop.setStatus('delivered');
  shop.wait(31 * SECOND);
  expect(await of(next.token)).toBe('undo_too_late');
  expect((await shop.see(CASE)).workStatus).toBe('closed');
  // The same status again changes nothing, so there is nothing to undo.
  expect((await shop.setStatus('delivered')).undo).toBeUndefined();
});

/** A website that waits to go live. */
async function toGoLive(...given: Parameters<typeof aShop>) {
  const shop = await aShop(...given);
  await shop.sendForms();
  await shop.deliver();
  await shop.approve();
  await shop.app.sentEmails();
  return shop;
}

test.each([
  ['the mail server didn’t answer', 'later', 200],
  ['the receiver of a webhook didn’t answer', 'outage', 503],
] as const)(
  'what was tried once can’t be undone, because %s, even if the clock was set back',
  async (_what, retryPolicy, status) => {
    let isDown = false;
    const onEmail = () => {
      if (isDown) throw new DeliveryError('Timeout', retryPolicy);
    };
    const shop = await toGoLive({ onEmail, webhookStatus: () => (isDown ? status : 200) });
    const { undo } = await shop.goLive();
    isDown = true;
    shop.wait(31 * SECOND);
    await shop.app.sentEmails();
    shop.wait(-25 * SECOND);
    const before = await shop.rows();
    expect((await shop.undo(undo)).body.code).toBe('undo_too_late');
    expect(await shop.rows()).toEqual(before);
  },
);

test('a status can’t be undone when a colleague has sent its email again', async () => {
  const shop = await toGoLive();
  const { undo } = await shop.goLive();
  const held = rows.outbox(shop.app.db).filter(({ status }) => status === 'waiting');
  const news = held.find(({ payload }) => JSON.stringify(payload).includes('live')) ?? expect.fail();
  expect((await shop.act(`/api/admin/messages/${news.id}/send-again`, {})).status).toBe(200);
  expect((await shop.undo(undo)).body.code).toBe('undo_too_late');
  const told = async () => (await shop.app.sentEmails()).filter(({ subject }) => /is live/.test(subject));
  expect(await told()).toHaveLength(1);
  shop.wait(60 * SECOND);
  expect(await told()).toHaveLength(1);
});

test('what a status plans for later is not sent earlier, and not at all when it is undone', async () => {
  const shop = await aShop();
  await shop.act('/api/admin/wording', { asksForReview: true });
  await shop.sendForms();
  await shop.deliver();
  const asked = async () =>
    (await shop.app.sentEmails()).filter(({ subject }) => subject.startsWith('How was it'));
  const { undo } = await shop.setStatus('delivered');
  shop.wait(20 * SECOND);
  await shop.undo(undo);
  await shop.setStatus('delivered');
  shop.wait(60 * SECOND);
  expect(await asked()).toEqual([]);
  shop.wait(3 * 24 * HOUR_MS);
  expect(await asked()).toHaveLength(1);
});

test('an undo that is repeated takes no later change back', async () => {
  const shop = await aShop();
  const status = async () => (await shop.see(CASE)).workStatus;
  const { undo } = await shop.setStatus('waiting');
  await shop.undo(undo);
  await shop.setStatus('waiting');
  expect((await shop.undo(undo)).status).toBe(200);
  expect(await status()).toBe('waiting');
});

test('an ended promise comes back, also when another order has its ID by then', async () => {
  const shop = await aShop();
  await shop.sendForms();
  const due = async () => (await shop.see(CASE)).services.map(({ dueAt }: { dueAt: string }) => dueAt);
  const before = await due();
  const { undo } = await shop.setStatus('delivered');
  shop.wait(SECOND);
  const { app } = shop;
  const customer = aDraft({ serviceTypes: ['onhold'], email: 'else@shop.example' });
  await buyWithCard(app, customer);
  const form = anOnHoldForm({ orderNumber: 'ORD-10002', email: 'else@shop.example' });
  await app.post('/api/on-hold-audio-form', { ...form, ...formKey(app) });
  const others = await shop.see('/api/json/cases/ORD-10002');
  expect((await shop.undo(undo)).status).toBe(200);
  expect(await due()).toEqual(before);
  expect((await shop.see('/api/json/cases/ORD-10002')).services).toEqual(others.services);
});

test('an unpaid order that is closed needs no review any more, and needs it again when that is undone', async () => {
  const { app, see, act } = await openConsole();
  await checkOut(app, aDraft({ serviceTypes: ['website'] }), { paymentStatus: 'completed' });
  const toReview = async () => (await see('/api/json/overview')).paymentsToReview.count;
  expect(await toReview()).toBe(1);
  const { undo } = (
    await act(`/api/admin/cases/${NUMBER}/work-status`, { workStatus: 'delivered', workVersion: 0 })
  ).body;
  expect(await toReview()).toBe(0);
  await act(`/api/admin/cases/${NUMBER}/undo`, { token: undo.token });
  expect(await toReview()).toBe(1);
});

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
      const app = await appWithAdmin({ env: { hours } });
      await buyWithCard(app, aDraft({ serviceTypes: [...SERVICES] }));
      const query = new URLSearchParams(pageLink(app));
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
        app.wait(pause * HOUR_MS);
      }

      async function carryOut(act: Act, admin: { cookie: string }): Promise<void> {
        const { body: seen } = await app.get(`/api/json/cases/${NUMBER}`, admin);
        const asAdmin = (path: string, sent: object) =>
          app.post(`/api/admin/cases/${NUMBER}/${path}`, sent, admin);
        const versionOf = (service: string): number =>
          seen.services.find(({ id }: { id: string }) => id === service).deliveries[0]?.version ?? 0;
        const said = (answer: object, service: string) =>
          app.post(`/api/order/answer?${query}`, { ...answer, service, version: versionOf(service) });
        const sent = { email: aDraft().email, submissionKey: crypto.randomUUID() };
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
