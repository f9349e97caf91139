import { expect, test } from 'vitest';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { anOnHoldForm } from '../../../test/fixtures/form-factories.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { pipelinedPosts } from '../../../test/shop/pipeline.ts';
import { openQuotes } from '../../../test/shop/quote-steps.ts';
import { DAY_MS } from '../../base/units.ts';
import { onChanges } from '../../db/changes.ts';
import * as quoteStore from '../../money/quotes/quote-store.ts';
import { loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { messageAboutQuote } from '../../money/quote-rules/answer-quote.ts';
import { recordQuote } from '../../money/quote-rules/ask-payment.ts';
import { withdrawQuote } from '../../money/quote-rules/write-quote.ts';

const NUMBER = 'ORD-10001';
const PATH = `/api/admin/cases/${NUMBER}/payment-requests`;
const ASKED = { amount: '149.00', reason: 'Two photos' };

/** A shop with an order. Its administrator logs in again for each call, because the clock moves. */
async function openShop() {
  const shop = await openQuotes();
  const { app } = shop;
  await buyWithCard(app, aDraft());
  const { createdAt: start } = rows.orders(app.db)[0] ?? expect.fail();
  const post = async (path: string, body: object) => app.post(path, body, await loggedIn(app));
  const requests = async () =>
    (await app.get(`/api/json/cases/${NUMBER}`, await loggedIn(app))).body.paymentRequests;
  return {
    ...shop,
    post,
    requests,
    act: async (action: string) => post(`${PATH}/${(await requests())[0].id}`, { action }),
    /** What the customer was sent about the request from one day to another, a day at a time. */
    sentUntil: async (day: number) => {
      const before = (await app.sentEmails()).length;
      for (; app.clock.now.getTime() < start.getTime() + day * DAY_MS;) {
        app.wait(DAY_MS);
        await app.sentEmails();
      }
      const about = (await app.sentEmails())
        .slice(before)
        .filter(({ subject }) => subject.includes('$149.00'));
      return about.map(({ subject, text }) => [subject.split(' ')[0], text.includes('our last reminder')]);
    },
  };
}
const ONCE = [
  ['Reminder:', false],
  ['Reminder:', false],
  ['Reminder:', true],
];

test('a request that is sent again is reminded of once, counted from then on', async () => {
  const { post, act, sentUntil } = await openShop();
  await post(PATH, ASKED);
  expect(await sentUntil(2)).toEqual([['Reminder:', false]]);
  expect((await act('send')).status).toBe(200);
  expect(await sentUntil(2)).toEqual([]);
  expect(await sentUntil(30)).toEqual(ONCE);
});

test('reminders that were stopped do not come back with those of a request that is sent again', async () => {
  const { post, act, sentUntil } = await openShop();
  await post(PATH, ASKED);
  await act('stop-reminders');
  expect(await sentUntil(1)).toEqual([]);
  await act('send');
  await act('send');
  expect(await sentUntil(30)).toEqual(ONCE);
});

test('a request that was a draft is reminded of from the day it is sent', async () => {
  const { post, act, sentUntil } = await openShop();
  await post(PATH, { ...ASKED, send: false });
  expect(await sentUntil(5)).toEqual([]);
  await act('send');
  expect(await sentUntil(30)).toEqual(ONCE);
});

test('an accepted quote is reminded of once, and a paid or withdrawn one no more', async () => {
  const { app, write, link, act } = await openQuotes();
  const reminders = async () =>
    (await app.sentEmails()).filter(({ subject }) => subject.startsWith('Reminder:')).length;
  for (const number of ['Q-1001', 'Q-1002', 'Q-1003']) {
    await write();
    await (await link(number)).accept();
  }
  await (await link('Q-1002')).payByCard();
  await act('Q-1003', { action: 'withdraw' });
  for (let day = 0; day < 30; day += 1) {
    app.wait(DAY_MS);
    await reminders();
  }
  expect(await reminders()).toBe(3);
});

test('a repeated call with its key asks once, and another payment with that key is refused', async () => {
  const { app, admin, requests } = await openShop();
  const key = crypto.randomUUID();
  const twice = [
    { ...ASKED, key },
    { ...ASKED, key },
  ];
  const answers = await pipelinedPosts(app.base, PATH, twice, admin);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await requests()).toHaveLength(1);
  const asked = (await app.sentEmails()).filter(({ subject }) => subject.startsWith('Payment request'));
  expect(asked).toHaveLength(1);
  const other = await app.post(PATH, { ...ASKED, amount: '99.00', key }, admin);
  expect([other.status, other.body.code]).toEqual([409, 'already_asked']);
  expect((await app.post(PATH, ASKED, admin)).status).toBe(200);
  expect((await app.post(PATH, { ...ASKED, key: crypto.randomUUID() }, admin)).status).toBe(200);
  expect(await requests()).toHaveLength(3);
  expect((await app.post(PATH, { ...ASKED, key: 'x' }, admin)).status).toBe(400);
});

test.each(['send', 'stop-reminders', 'cancel', 'record'])(
  'nothing can be done with a canceled request: %s',
  async (action) => {
    const { app, post, act, requests } = await openShop();
    await post(PATH, ASKED);
    await act('cancel');
    const before = [await requests(), rows.outbox(app.db), rows.orders(app.db)];
    const { status, body } = await post(`${PATH}/${(await requests())[0].id}`, { action, way: 'cash' });
    expect([status, body.code]).toEqual([409, 'request_over']);
    expect([await requests(), rows.outbox(app.db), rows.orders(app.db)]).toEqual(before);
  },
);

test('a request on an order is acted on under the number of another order by nobody', async () => {
  const { app, post, requests } = await openShop();
  await buyWithCard(app, aDraft());
  await post(PATH, ASKED);
  const other = `${PATH.replace(NUMBER, 'ORD-10002')}/${(await requests())[0].id}`;
  for (const action of ['send', 'cancel', 'record'])
    expect((await post(other, { action, way: 'cash' })).status).toBe(404);
  expect(await requests()).toMatchObject([{ state: 'open' }]);
});

test('what is sent or answered wakes the outbox, and the pages of the quote and of its order hear of it', async () => {
  const { app, admin, post, act, write, link } = await openShop();
  let woken = 0;
  let heard = new Set<string | null>();
  onChanges(app.db, ({ workers }) => (woken += Number(workers.has('outbox'))));
  app.context.liveFeed.subscribe({
    hear: (event) => void ('orderNumber' in event && heard.add(event.orderNumber)),
    end: () => {},
  });
  const after = async (call: Promise<{ status: number }>) => {
    [woken, heard] = [0, new Set()];
    expect((await call).status).toBe(200);
    return { isWoken: woken > 0, heard: [...heard].toSorted() };
  };
  const both = { isWoken: true, heard: [NUMBER, 'Q-1001'] };
  const act_ = (action: object) => app.post('/api/json/quotes/Q-1001', action, admin);
  expect(await after(write({ orderNumber: NUMBER }))).toEqual(both);
  // The quote stays as it is. Only its email is sent again.
  expect(await after(act_({ action: 'send' }))).toEqual(both);
  const customer = await link();
  expect(await after(customer.ask('How long?'))).toEqual(both);
  const answer = { action: 'message', key: crypto.randomUUID(), text: 'A week.' };
  expect(await after(act_(answer))).toEqual(both);
  expect(await after(customer.accept())).toEqual(both);
  expect(await after(post(PATH, ASKED))).toEqual(both);
  expect(await after(act('send'))).toEqual(both);
  const stranger = anOnHoldForm({ orderNumber: NUMBER, email: 'eve@elsewhere.example' });
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  await app.post('/api/on-hold-audio-form', { ...stranger, orderNumber: 'ORD-10002' });
  const accepted = app.post('/api/admin/submissions/onhold/1/accept', {}, admin);
  expect(await after(accepted)).toEqual({ isWoken: true, heard: ['ORD-10002'] });
});

test('a quote that is withdrawn while a check is recorded becomes no order', async () => {
  const { app, write, link } = await openQuotes();
  await write();
  await (await link()).accept();
  const quote = quoteStore.byNumber(app.db, 'Q-1001') ?? expect.fail();
  const owner = { adminId: 1, role: 'owner' as const };
  const withdrawn = withdrawQuote(app.context, owner, 'Q-1001');
  const recorded = recordQuote(app.context, quote, 1, { way: 'check', reference: '' });
  await expect(recorded).rejects.toMatchObject({ status: 409, code: 'request_over' });
  expect((await withdrawn).state).toBe('withdrawn');
  expect(rows.orders(app.db)).toEqual([]);
});

test('a message that is written while the quote is paid is on the order', async () => {
  const { app, admin, write, link } = await openQuotes();
  await write();
  const customer = await link();
  await customer.accept();
  const before = quoteStore.byNumber(app.db, 'Q-1001') ?? expect.fail();
  await customer.payByCard();
  const message = { key: crypto.randomUUID(), text: 'It is paid.' };
  await messageAboutQuote(app.context, before, null, message);
  const { conversation } = (await app.get(`/api/json/cases/${NUMBER}`, admin)).body;
  expect(conversation).toMatchObject([{ text: 'It is paid.' }]);
});
