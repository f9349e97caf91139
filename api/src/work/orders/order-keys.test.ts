import { expect, test } from 'vitest';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { anOnHoldForm, aWebsiteForm } from '../../../test/fixtures/form-factories.ts';
import { openStream } from '../../../test/shop/live-stream.ts';
import { linkInEmail, pageLink } from '../../../test/shop/purchase-steps.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { aPng, begin, upload } from '../../../test/shop/upload-steps.ts';
import { erasePerson } from '../../privacy/erase-person.ts';
import { browserKeyOf, emailKeyOf, isFromEmail, isGenuine, isOrderKey, orderKeyOf } from './order-links.ts';
import * as orderStore from './order-store.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';

const NUMBER = 'ORD-10001';
const EMAIL = 'ada@marlow-bicycles.example';
const SECRET = 'a secret of thirty-two characters';
const ORDER = {
  orderNumber: NUMBER,
  createdAt: new Date('2026-11-21T10:00:00Z'),
  keyVersion: 0,
  initialPaymentCents: 0,
};
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];

test('links from before keys had versions still work', () => {
  expect([browserKeyOf, emailKeyOf, orderKeyOf].map((keyOf) => keyOf(SECRET, ORDER))).toEqual([
    'DyBLq8xkbombdDiwXwGPDg',
    'QM_hlPuFkfpSdgMkgIjoxQ',
    '_haArLo-nJWi0NpPaJ_8ew',
  ]);
});

test.each([
  ['the order’s page', orderKeyOf, isOrderKey],
  ['an email', emailKeyOf, isFromEmail],
  ['the browser', browserKeyOf, isGenuine],
])('each character of the key of %s matters', (_, keyOf, opens) => {
  const key = keyOf(SECRET, ORDER);
  expect(opens(SECRET, ORDER, key)).toBe(true);
  for (let at = 0; at < key.length; at += 1)
    for (const letter of LETTERS) {
      const other = key.slice(0, at) + letter + key.slice(at + 1);
      expect(opens(SECRET, ORDER, other), other).toBe(other === key);
    }
  for (const other of [
    '',
    key.slice(0, -1),
    `${key}A`,
    `${key}=`,
    ` ${key}`,
    `${key.slice(0, 9)}!${key.slice(9)}`,
  ])
    expect(opens(SECRET, ORDER, other), other).toBe(false);
});

test('a key opens neither another version nor another order', () => {
  const key = orderKeyOf(SECRET, ORDER);
  const others = [{ keyVersion: 1 }, { orderNumber: 'ORD-10002' }, { createdAt: new Date(0) }];
  for (const change of others) expect(isGenuine(SECRET, { ...ORDER, ...change }, key)).toBe(false);
  const versions = [0, 1, 2, 10, 11].map((keyVersion) => orderKeyOf(SECRET, { ...ORDER, keyVersion }));
  expect(new Set(versions).size).toBe(5);
});

test('the key of a free order’s page is only in its email, and that of a paid one also in the browser', () => {
  const key = orderKeyOf(SECRET, ORDER);
  expect(isFromEmail(SECRET, ORDER, key)).toBe(true);
  expect(isFromEmail(SECRET, { ...ORDER, initialPaymentCents: 1 }, key)).toBe(false);
});

/** A paid order with a file, an invoice, and a recurring payment, and every call that takes its key. */
async function openShop() {
  const { app, cookie: admin } = await openConsole({ env: { dataDir: tempFolder() } });
  const { body } = await buyWithCard(app, aDraft({ serviceTypes: ['website', 'onhold'] }));
  const { checkoutId } = rows.orders(app.db)[0] ?? expect.fail();
  const order = () => orderStore.byNumber(app.db, NUMBER) ?? expect.fail();
  const { key } = pageLink(app);
  const formKey = (await linkInEmail(app)).searchParams.get('key') ?? '';
  const file = await upload(app, { bytes: aPng(), by: { order: NUMBER, key } });
  const { revisions } = (await app.get(`/api/order?order=${NUMBER}&key=${key}`)).body;
  const addon = { amount: 1, checkoutId: revisions.checkoutId, link: { order: NUMBER, key } };
  const shop = {
    app,
    key,
    formKey,
    browserKey: body.order.intakeKey,
    order,
    admin,
    /** The status of each call. */
    doors: async () => {
      const query = `?order=${NUMBER}&key=${key}`;
      const status = async (call: Promise<{ status: number }>) => (await call).status;
      const raw = async (path: string, headers = {}) => {
        const abort = new AbortController();
        const { status: code } = await fetch(app.base + path, { signal: abort.signal, headers });
        abort.abort();
        return code;
      };
      const reads = ['', '/answers', '/invoice.pdf', '/live', `/files/${file.id}`].map((path) =>
        raw(`/api/order${path}${query}${path === '/answers' ? '&form=website' : ''}`),
      );
      const writes = [
        ['messages', { key: crypto.randomUUID(), text: 'Hello' }],
        ['answer', { answer: 'approved', service: 'website', version: 1 }],
        [`files/${file.id}/remove`, {}],
        ['forms/onhold/1/confirm', {}],
      ] as const;
      return [
        ...(await Promise.all(reads)),
        await raw(`/api/order?order=${NUMBER}`, { 'x-order-key': key }),
        await status(app.post('/api/create-payment-intent', addon)),
        await raw(`/api/recurring-payment${query}`),
        await status(app.post(`/api/recurring-payment${query}`, { action: 'cancel' })),
        await status(app.get(`/api/intake${query}`)),
        await status(app.get(`/api/intake?order=${NUMBER}&key=${formKey}`)),
        await status(app.get(`/api/intake?order=${NUMBER}&key=${shop.browserKey}`)),
        await status(app.post(`/api/stop-reminders${query}`, {})),
        await status(begin(app, 10, { order: NUMBER, key })),
        await status(begin(app, 10, { order: NUMBER, key: formKey })),
        ...(await Promise.all(
          writes.map(([path, sent]) => status(app.post(`/api/order/${path}${query}`, sent))),
        )),
      ];
    },
    /** Where the order's newest email with a link leads. */
    newLink: async () => {
      const texts = (await app.sentEmails()).map(({ text }) => text);
      return new URL(texts.flatMap((text) => text.match(/http\S+\/order\?\S+/g) ?? []).at(-1) ?? '');
    },
    askLink: async (email: string) => {
      const before = (await app.sentEmails()).length;
      await app.post('/api/order-link', { orderNumber: NUMBER, email });
      await new Promise((resolve) => setImmediate(resolve));
      return (await app.sentEmails()).slice(before).map(({ to }) => to);
    },
    status: async () => (await app.post('/api/payment-status', { checkoutId })).body.order,
  };
  return shop;
}
type Shop = Awaited<ReturnType<typeof openShop>>;

const REVOKED: [string, (shop: Shop) => Promise<unknown>][] = [
  [
    'an administrator ended the links',
    ({ app, admin }) => app.post(`/api/admin/cases/${NUMBER}/end-links`, {}, admin),
  ],
  [
    'the address was corrected',
    ({ app, admin }) =>
      app.post('/api/admin/messages/1/send-again', { recipient: 'right@marlow.example' }, admin),
  ],
  [
    'the customer was erased',
    async ({ app, admin }) => {
      await app.post(`/api/admin/cases/${NUMBER}/recurring`, { action: 'cancel', at: 'now' }, admin);
      app.db.$client.exec("UPDATE agreements SET state = 'ended'");
      return erasePerson(app.context, EMAIL);
    },
  ],
];

test.each(REVOKED)('after %s, an earlier link opens nothing and takes nothing', async (_, revoke) => {
  const shop = await openShop();
  const { app } = shop;
  // Without the link, so that it waits to be confirmed.
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ orderNumber: NUMBER, email: EMAIL }));
  const open = await shop.doors();
  expect(open.at(-1)).toBe(200);
  expect(open.filter((status) => status === 200 || status === 201).length).toBeGreaterThan(12);
  await revoke(shop);
  const stored = () => [rows.orders(app.db), rows.outbox(app.db).length];
  const before = stored();
  const closed = await shop.doors();
  expect(new Set(closed)).toEqual(new Set([404]));
  // A form with an old key is anyone's.
  const form = aWebsiteForm({ orderKey: shop.formKey, email: 'eve@elsewhere.example' });
  expect((await app.post('/api/submit-order-form', form)).body.promises).toBe('confirm');
  expect(await shop.status()).toMatchObject({ intakeKey: '', orderKey: '' });
  expect(stored()[0]).toEqual(before[0]);
});

test('a page that is open when the links end hears nothing more', async () => {
  const { app, key, admin } = await openShop();
  const { response } = await openStream(app, `/api/order/live?order=${NUMBER}&key=${key}`);
  await app.post(`/api/admin/cases/${NUMBER}/end-links`, {}, admin);
  expect(await response.text()).not.toContain('data:');
});

test('the link goes to the corrected address, with a new key, and no longer to the wrong one', async () => {
  const shop = await openShop();
  const { app, admin } = shop;
  const right = 'right@marlow.example';
  // Writes the search index of the new order.
  await app.get('/api/payment-mode');
  await app.post('/api/admin/messages/1/send-again', { recipient: right }, admin);
  expect(shop.order()).toMatchObject({ email: right, keyVersion: 1 });
  expect((await app.sentEmails()).at(-1)).toMatchObject({ to: right });
  expect(await shop.askLink(EMAIL)).toEqual([]);
  expect(await shop.askLink(right)).toEqual([right]);
  const { search } = await shop.newLink();
  expect((await app.get(`/api/order${search}`)).status).toBe(200);
  // What was sent to the wrong address goes to the right one, too, when it is sent again.
  await app.post('/api/admin/messages/1/send-again', {}, admin);
  await app.post('/api/admin/messages/1/send-again', {}, admin);
  const to = (await app.sentEmails()).filter(({ subject }) => subject === `Your order ${NUMBER}`);
  expect(to.map((email) => email.to).slice(1)).not.toContain(EMAIL);
  // The dashboard finds the order by it and no longer by the wrong one, and an address in other letters is no correction.
  const found = (await app.get(`/api/json/orders?q=${encodeURIComponent(right)}`, admin)).body;
  expect(found.orders).toMatchObject([{ orderNumber: NUMBER, email: right }]);
  const byWrong = (await app.get(`/api/json/orders?q=${encodeURIComponent(EMAIL)}`, admin)).body;
  expect(byWrong.orders).toEqual([]);
  const last = rows.confirmations(app.db).at(-1);
  await app.post(`/api/admin/messages/${last?.id}/send-again`, { recipient: 'Right@marlow.example' }, admin);
  expect(shop.order().keyVersion).toBe(1);
});

test('an email to the business or to whoever sent a form corrects nothing', async () => {
  const { app, admin, order } = await openShop();
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ orderNumber: NUMBER, email: 'eve@else.example' }));
  const others = rows.outbox(app.db).filter(({ kind }) => kind === 'new-order' || kind === 'form-received');
  expect(others).toHaveLength(2);
  for (const { id } of others)
    await app.post(`/api/admin/messages/${id}/send-again`, { recipient: 'x@y.example' }, admin);
  expect(order()).toMatchObject({ email: EMAIL, keyVersion: 0 });
});

test('the link that a customer asked for, sent again to another address, corrects it', async () => {
  const { app, admin, order, askLink } = await openShop();
  await askLink(EMAIL);
  const link = rows
    .outbox(app.db)
    .find(({ recipient, kind }) => recipient === EMAIL && kind === 'order-news');
  const recipient = 'right@marlow.example';
  await app.post(`/api/admin/messages/${link?.id}/send-again`, { recipient }, admin);
  expect(order()).toMatchObject({ email: recipient, keyVersion: 1 });
});

test('when the links of an order or of its add-on end, those of the other end, too', async () => {
  const { app, admin } = await openShop();
  for (let count = 0; count < 2; count += 1) await buyWithCard(app, aDraft({ serviceTypes: ['website'] }));
  app.db.$client
    .prepare("UPDATE orders SET case_id = ?, is_extra = 1 WHERE order_number = 'ORD-10002'")
    .run(NUMBER);
  const versions = () => rows.orders(app.db).map(({ keyVersion }) => keyVersion);
  await app.post(`/api/admin/cases/${NUMBER}/end-links`, {}, admin);
  expect(versions()).toEqual([1, 1, 0]);
  await app.post('/api/admin/cases/ORD-10002/end-links', {}, admin);
  expect(versions()).toEqual([2, 2, 0]);
});

test('links can be ended again and again, each time noted, and only for an order', async () => {
  const { app, admin, order, askLink, newLink } = await openShop();
  for (const version of [1, 2]) {
    expect((await app.post(`/api/admin/cases/${NUMBER}/end-links`, {}, admin)).status).toBe(200);
    expect(order().keyVersion).toBe(version);
  }
  expect(await askLink(EMAIL)).toEqual([EMAIL]);
  expect((await app.get(`/api/order${(await newLink()).search}`)).status).toBe(200);
  const { timeline } = (await app.get(`/api/json/cases/${NUMBER}`, admin)).body;
  expect(timeline.filter(({ kind }: { kind: string }) => kind === 'links')).toMatchObject([
    { text: 'Earlier links to the order ended', by: 'ada' },
    { by: 'ada' },
  ]);
  expect((await app.post('/api/admin/cases/ORD-77777/end-links', {}, admin)).status).toBe(404);
  expect((await app.post(`/api/admin/cases/${NUMBER}/end-links`, {})).status).toBe(401);
});
