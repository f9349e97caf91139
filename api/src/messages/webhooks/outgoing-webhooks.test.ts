import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test, vi } from 'vitest';
import { formKey } from '../../../test/fixtures/form-key.ts';
import { webhookEvents } from '@northlight/shared/contracts/webhooks.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { anOnHoldForm, aWebsiteForm } from '../../../test/fixtures/form-factories.ts';
import type { startReceiver } from '../../../test/fixtures/webhook-receiver.ts';
import { webhookShop } from '../../../test/shop/webhook-shop.ts';
import { inTransaction } from '../../db/transaction.ts';
import { advance } from '../../money/payments/demo/demo-store.ts';
import { checkDueAgreements } from '../../money/recurring/check-agreement.ts';
import { queueWebhooks } from './queue-webhooks.ts';
import { pageLink } from '../../../test/shop/purchase-steps.ts';

const NUMBER = 'ORD-10001';
const DAY = 24 * 60 * 60_000;

type Shop = Awaited<ReturnType<typeof webhookShop>>;
type Seen = Awaited<ReturnType<typeof startReceiver>>['seen'];

const typesOf = (seen: Seen) => seen.map(({ body }) => JSON.parse(body).type);
const headersOf = ({ headers }: Seen[number]) => headers as Record<string, string>;

/** The library checks the time, too. */
function verify(secret: string, { app }: Shop, message: Seen[number]) {
  vi.setSystemTime(app.clock.now);
  try {
    return new Webhook(secret).verify(message.body, headersOf(message));
  } finally {
    vi.useRealTimers();
  }
}

test('everything that happens to an order is told, signed, and without what forms say', async () => {
  const shop = await webhookShop();
  const { app, act } = shop;
  const { receiver, secret } = await shop.receive();
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  const { body } = await buyWithCard(app, aDraft({ serviceTypes: ['website', 'onhold'] }));
  expect(body.order.orderNumber).toBe(NUMBER);
  const { key } = pageLink(app);
  const form = aWebsiteForm({ project: NUMBER, fonts: 'A secret wish' });
  await app.post('/api/submit-order-form', { ...form, ...formKey(app) });
  const corrected = { ...form, submissionKey: randomUUID(), fonts: 'Another wish', orderKey: key };
  expect((await app.post('/api/submit-order-form', corrected)).status).toBe(200);
  const deliver = (after: number) =>
    act(`/api/admin/cases/${NUMBER}/deliveries`, { service: 'website', after, note: 'A private note' });
  const answer = (answer: object) =>
    app.post(`/api/order/answer?order=${NUMBER}&key=${key}`, { service: 'website', ...answer });
  await deliver(0);
  await answer({ answer: 'change', version: 1, change: 'Bigger photos' });
  await deliver(1);
  await answer({ answer: 'approved', version: 2 });
  await act(`/api/admin/cases/${NUMBER}/live`);
  // It can be undone for half a minute.
  shop.wait(30);
  await act('/api/admin/payments/1/refund', { amount: 50, reason: 'Sorry', refundKey: randomUUID() });
  shop.wait(5);
  const charge = async () => {
    while ((await checkDueAgreements(app.context)) > 0);
  };
  await charge();
  await inTransaction(app.db, () => advance(app.db, 35 * DAY));
  await charge();
  for (const action of ['cancel-later', 'undo-cancel', 'cancel-now'])
    await act(`/api/admin/cases/${NUMBER}/recurring`, { action });
  await shop.send();
  expect(typesOf(receiver.seen)).toEqual([
    'payment.received',
    'order.placed',
    'form.received',
    'form.corrected',
    'delivery.created',
    'delivery.change_requested',
    'delivery.created',
    'delivery.approved',
    'website.live',
    'refund.created',
    'recurring.paid',
    'recurring.cancel_scheduled',
    'recurring.resumed',
    'recurring.ended',
  ]);
  for (const message of receiver.seen) {
    expect(verify(secret, shop, message)).toMatchObject({ data: { orderNumber: NUMBER } });
    expect(message.body).not.toMatch(/wish|private|photos|\(555\)|Canal|Sorry/);
    expect(() => new Webhook('whsec_c2VjcmV0').verify(message.body, headersOf(message))).toThrow();
  }
  expect(JSON.parse(receiver.seen[1]?.body ?? '')).toEqual({
    type: 'order.placed',
    timestamp: expect.stringMatching(/Z$/),
    text: expect.stringMatching(
      /^ORD-10001: New order from Ada Marlow, Marlow Bicycles: Website, On-Hold Audio, \$\d+\.\d\d$/,
    ),
    data: {
      orderNumber: NUMBER,
      order: {
        customer: {
          name: 'Ada Marlow',
          email: 'ada@marlow-bicycles.example',
          business: 'Marlow Bicycles',
        },
        services: ['Website', 'On-Hold Audio'],
        isTest: true,
        createdAt: expect.any(String),
        url: `${app.context.settings.publicUrl}/admin-dashboard#/case/${NUMBER}`,
      },
      total: expect.stringMatching(/^\d+\.\d\d$/),
      currency: 'USD',
    },
  });
  expect(new Set(receiver.seen.map((message) => headersOf(message)['webhook-id'])).size).toBe(14);
});

test('an endpoint gets the events it asked for, once, and only while it is on', async () => {
  const shop = await webhookShop();
  const { app, act } = shop;
  const { receiver } = await shop.receive(undefined, ['form.received']);
  const off = { url: receiver.url, events: webhookEvents, isOn: false };
  const { id } = await shop.add(receiver.url);
  await act(`/api/admin/webhooks/${id}`, off);
  await buyWithCard(app, aDraft());
  await app.post('/api/on-hold-audio-form', anOnHoldForm());
  await shop.tell(1);
  await shop.send();
  expect(typesOf(receiver.seen)).toEqual(['form.received']);
  await act(`/api/admin/webhooks/${id}`, { ...off, isOn: true });
  for (let count = 0; count < 3; count += 1) await shop.tell(2);
  // Turned off again before it was sent.
  await act(`/api/admin/webhooks/${id}`, off);
  await shop.send();
  expect(receiver.seen).toHaveLength(1);
  expect(await shop.log(id)).toMatchObject([{ event: 'website.live', status: 'dropped', attempts: 0 }]);
});

test('what rolls back is not told', async () => {
  const shop = await webhookShop();
  const { receiver } = await shop.receive();
  const failing = inTransaction(shop.app.db, () => {
    queueWebhooks(shop.app.context, { event: 'website.live', orderNumber: null, text: 'x' });
    throw new Error('The disk is full.');
  });
  await expect(failing).rejects.toThrow('The disk is full.');
  await shop.send();
  expect(receiver.seen).toEqual([]);
});

test('a name cannot call everybody in a chat', async () => {
  const shop = await webhookShop();
  const { receiver } = await shop.receive();
  await buyWithCard(shop.app, aDraft({ lastName: '<!channel>' }));
  await shop.send();
  expect(JSON.parse(receiver.seen[1]?.body ?? '').text).toBe(
    `${NUMBER}: New order from Ada !channel, Marlow Bicycles: Website, $149.00`,
  );
});

test('for a day after a new secret, messages carry the signatures of both', async () => {
  const shop = await webhookShop();
  const { receiver, id, secret: old } = await shop.receive();
  const { secret } = (await shop.act(`/api/admin/webhooks/${id}/secret`)).body;
  expect(secret).not.toBe(old);
  await shop.act(`/api/admin/webhooks/${id}/test`);
  await shop.send();
  const [first = expect.fail('Nothing came.')] = receiver.seen;
  expect(verify(secret, shop, first)).toMatchObject({ type: 'test' });
  expect(verify(old, shop, first)).toMatchObject({ type: 'test' });
  shop.wait(24 * 60 * 60);
  await shop.act(`/api/admin/webhooks/${id}/test`);
  await shop.send();
  const [, second = expect.fail('Nothing came.')] = receiver.seen;
  expect(verify(secret, shop, second)).toMatchObject({ type: 'test' });
  expect(() => verify(old, shop, second)).toThrow();
});

test('secrets are shown once, and are neither in the database nor in the log', async () => {
  const shop = await webhookShop();
  const { secret } = await shop.add('https://hooks.example/in');
  const read = JSON.stringify([await shop.webhook(), await shop.log()]);
  const [, value = ''] = secret.split('_');
  expect(read).not.toContain(value);
  const rows = ['webhook_endpoints', 'webhook_messages'].map((table) =>
    shop.app.db.$client.prepare(`SELECT * FROM ${table}`).all(),
  );
  expect(JSON.stringify(rows)).not.toContain(value);
});

test.each([
  ['http://hooks.example/in', 'https://'],
  ['ftp://hooks.example', 'https://'],
  ['hooks.example', 'https://'],
  ['https://me:secret@hooks.example', 'https://'],
  ['https://hooks.example/#x', 'https://'],
  ['https://127.0.0.1/', 'private network'],
  ['https://0x7f.1/', 'private network'],
  ['https://[::1]/', 'private network'],
  ['https://[::ffff:169.254.169.254]/latest', 'private network'],
  ['https://192.168.1.1:8443/', 'private network'],
  [`https://hooks.example/${'x'.repeat(2_000)}`, '2,000 characters'],
])('%s is refused with words', async (url, words) => {
  const shop = await webhookShop();
  const refused = await shop.act('/api/admin/webhooks', { url, events: ['order.placed'], isOn: true });
  expect(refused.status).toBe(400);
  expect(refused.body.fields.url).toEqual([expect.stringContaining(words)]);
});

test('a webhook needs an event that exists, and there are at most 20', async () => {
  const shop = await webhookShop();
  const add = (events: string[]) =>
    shop.act('/api/admin/webhooks', { url: 'https://hooks.example', events, isOn: true });
  expect((await add([])).body.fields.events).toEqual(['Please choose at least one event']);
  expect((await add(['order.guessed'])).status).toBe(400);
  for (let count = 0; count < 20; count += 1) expect((await add(['order.placed'])).status).toBe(200);
  expect((await add(['order.placed'])).body.message).toContain('20 webhooks already');
  expect((await shop.act('/api/admin/webhooks/99/test')).status).toBe(404);
  expect((await shop.act('/api/admin/webhooks/20/remove')).status).toBe(200);
  expect((await shop.see('/api/json/webhooks')).webhooks).toHaveLength(19);
});

test('a webhook for all events is also told those of later versions of the shop', async () => {
  const shop = await webhookShop();
  await shop.add('https://example.com/hook');
  const stored = () => shop.app.db.$client.prepare('SELECT events FROM webhook_endpoints').get();
  // Not the list of today.
  expect(stored()).toEqual({ events: '[]' });
  const listed = async () => (await shop.see('/api/json/webhooks')).webhooks[0].events;
  expect(await listed()).toEqual(webhookEvents);
  const url = 'https://example.com/hook';
  const one = { url, events: ['quote.sent'], isOn: true };
  await shop.act('/api/admin/webhooks/1', one);
  expect(stored()).toEqual({ events: '["quote.sent"]' });
  await shop.act('/api/admin/webhooks/1', { ...one, events: webhookEvents });
  expect(stored()).toEqual({ events: '[]' });
  expect(await listed()).toEqual(webhookEvents);
});
