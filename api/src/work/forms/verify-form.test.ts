import { expect, test } from 'vitest';
import { SERVICE_IDS } from '@northlight/shared/catalog/ids.ts';
import { FORMS, LISTS, openConsole } from '../../../test/shop/admin-client.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { formKey } from '../../../test/fixtures/form-key.ts';
import { anOnHoldForm } from '../../../test/fixtures/form-factories.ts';
import { pageLink } from '../../../test/shop/purchase-steps.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { aPng, upload } from '../../../test/shop/upload-steps.ts';
import { webhookMessages } from '../../db/schema/messages.ts';

const NUMBER = 'ORD-10001';
const EMAIL = 'ada@marlow-bicycles.example';

/** A paid order of everything. Only the customer has the link. */
async function openShop() {
  const { app, cookie: admin } = await openConsole({ env: { dataDir: tempFolder() } });
  await buyWithCard(app, aDraft({ serviceTypes: [...SERVICE_IDS] }));
  // Only what comes later is about the forms.
  await app.sentEmails();
  const query = `?${new URLSearchParams(pageLink(app))}`;
  return {
    app,
    query,
    page: async () => (await app.get(`/api/order${query}`)).body,
    see: async () => (await app.get(`/api/json/cases/${NUMBER}`, admin)).body,
    list: async (path: string) => (await app.get(path, admin)).body.submissions,
    act: (path: string, body: object) => app.post(path, body, admin),
    confirm: (kind: string, id: number, opened = query) =>
      app.post(`/api/order/forms/${kind}/${id}/confirm${opened}`, {}),
  };
}

test.each(FORMS)(
  'a $kind form with the order’s email but without its link changes nothing until the customer confirms it',
  async ({ kind, path, list, form }) => {
    const shop = await openShop();
    const { app, page, see, confirm } = shop;
    const mine = {
      ...form({ email: EMAIL, orderNumber: NUMBER, notes: 'Mine', phone: '1' }),
      ...formKey(app),
    };
    expect((await app.post(path, mine)).body.promises).toBe('delivery');
    const before = await page();
    const clocks = (await see()).services;
    app.wait(60 * 60_000);

    const theirs = form({ email: EMAIL.toUpperCase(), orderNumber: NUMBER, notes: 'Other', phone: '2' });
    const sent = await upload(app, { bytes: aPng(), by: { submissionKey: theirs.submissionKey ?? '' } });
    expect(sent.status).toBe(204);
    expect((await app.post(path, theirs)).body.promises).toBe('confirm');
    const [newest] = await shop.list(list);
    expect(newest).toMatchObject({ orderMatch: 'unconfirmed', isUnverified: true });
    expect((await shop.list(`${list}?flag=unverified`)).length).toBe(1);
    const after = await page();
    expect({ ...after, formsToConfirm: [] }).toEqual(before);
    expect(after.formsToConfirm).toMatchObject([{ form: kind, id: newest.id }]);
    expect((await see()).services).toEqual(clocks);
    const download = (id: string) => fetch(`${app.base}/api/order/files/${id}${shop.query}`);
    expect((await download(sent.id)).status).toBe(404);
    // A link in the email to the customer leads there.
    const email = (await app.sentEmails()).at(-1);
    expect(email).toMatchObject({ subject: expect.stringContaining('Please confirm your') });
    expect(email?.text).toContain(`/order${shop.query}`);

    for (let pressed = 0; pressed < 2; pressed += 1)
      expect((await confirm(kind, newest.id)).status).toBe(200);
    expect((await shop.list(list))[0]).toMatchObject({ orderMatch: 'order-link', isUnverified: false });
    const confirmed = await page();
    expect(confirmed.formsToConfirm).toEqual([]);
    expect(JSON.stringify(confirmed.answers)).toContain(kind === 'onhold' ? '"2"' : 'Other');
    expect(confirmed.files).toMatchObject([{ id: sent.id }]);
    expect((await download(sent.id)).status).toBe(200);
    const { timeline } = await see();
    expect(timeline.filter((entry: { kind: string }) => entry.kind === 'accept')).toHaveLength(1);
  },
);

test('confirming a form starts its clock, counts it, ends its reminders, and tells other systems', async () => {
  const { app, see, act, confirm } = await openShop();
  await act('/api/admin/webhooks', { url: 'https://crm.example/', events: ['form.received'], isOn: true });
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ orderNumber: NUMBER }));
  const service = async () => (await see()).services.find(({ id }: { id: string }) => id === 'onhold');
  expect(await service()).toMatchObject({ state: 'form', dueAt: null });
  expect((await see()).order.missingForms).toContain('onhold');
  app.wait(60 * 60_000);
  await confirm('onhold', 1);
  expect(await service()).toMatchObject({ state: 'working', dueAt: expect.any(String) });
  expect((await see()).order.missingForms).not.toContain('onhold');
  const told = app.db.select().from(webhookMessages).all();
  expect(told.map(({ body }) => JSON.parse(body).data)).toMatchObject([
    { isVerified: false },
    { isVerified: true },
  ]);
});

test('only the key of this order confirms its forms, and only those with its email', async () => {
  const { app, query, confirm, list } = await openShop();
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ orderNumber: NUMBER }));
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ orderNumber: '10002' }));
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ orderNumber: NUMBER, email: 'eve@else.example' }));
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ orderNumber: NUMBER, leaveEmpty: 'x' }));
  const changed = query.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  expect((await confirm('onhold', 1, changed)).status).toBe(404);
  expect((await confirm('onhold', 1, `?order=${NUMBER}`)).status).toBe(404);
  const others = [2, 3, 4, 99];
  for (const id of others) expect((await confirm('onhold', id)).status, String(id)).toBe(404);
  expect((await confirm('website', 1)).status).toBe(404);
  const kinds = (await list(LISTS.onhold)).map((row: { orderMatch: string }) => row.orderMatch);
  expect(kinds).toEqual(['unconfirmed', 'other-email', 'unconfirmed', 'unconfirmed']);
});

test('a form in quarantine is nowhere on the customer’s page, also after it was accepted', async () => {
  const { app, page, act } = await openShop();
  const form = anOnHoldForm({ orderNumber: NUMBER, leaveEmpty: 'x' });
  await upload(app, { bytes: aPng(), by: { submissionKey: form.submissionKey ?? '' } });
  await app.post('/api/on-hold-audio-form', form);
  await act('/api/admin/submissions/onhold/1/accept', {});
  expect(await page()).toMatchObject({ answers: [], formsToConfirm: [], files: [] });
  await act('/api/admin/submissions/onhold/1/release', {});
  expect(await page()).toMatchObject({ answers: [{ form: 'onhold' }], files: [{}] });
});

test('many forms of strangers do not hide the one that the customer sent without the link', async () => {
  const { app, page, confirm } = await openShop();
  const post = (phone: string) =>
    app.post('/api/on-hold-audio-form', anOnHoldForm({ email: EMAIL, orderNumber: NUMBER, phone }));
  for (let count = 0; count < 25; count += 1) expect((await post(`555010${1000 + count}`)).status).toBe(200);
  const ids = (await page()).formsToConfirm.map(({ id }: { id: number }) => id);
  expect(ids).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  for (const id of [1, 13, 25]) expect((await confirm('onhold', id)).status).toBe(200);
});

test('only the customer’s own address gets the link, also when the email is sent again', async () => {
  const { app, act, query } = await openShop();
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ orderNumber: NUMBER }));
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ orderNumber: NUMBER, email: 'eve@else.example' }));
  const emails = await app.sentEmails();
  expect(emails.filter(({ text }) => text.includes(query)).map(({ to }) => to)).toEqual([EMAIL, EMAIL]);
  const asked = rows.outbox(app.db).find(({ key }) => key.endsWith(':confirm'));
  await act(`/api/admin/messages/${asked?.id}/send-again`, { recipient: 'eve@else.example' });
  expect((await app.sentEmails()).length).toBe(emails.length);
});
