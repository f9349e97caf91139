import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { colleague, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { formKey } from '../../../test/fixtures/form-key.ts';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { aVoiceForm } from '../../../test/fixtures/form-factories.ts';
import { withTotp } from '../../../test/fixtures/second-factor.ts';
import { pipelined, statusCounts } from '../../../test/shop/pipeline.ts';
import { checkOut } from '../../../test/shop/purchase-steps.ts';
import {
  aPng,
  ask,
  begin,
  encode,
  send,
  shopWithOrder,
  TUS,
  upload,
} from '../../../test/shop/upload-steps.ts';
import { orderFiles } from '../../db/schema/files.ts';
import { adminUsers } from '../../db/schema/people.ts';
import { createUploads } from './uploads.ts';
import type { TestApp } from '../../../test/shop/test-app.ts';
import { UNTIL } from '../../../test/until.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { HOUR_MS } from '../../base/units.ts';

const MB = 1024 * 1024;
const PNG = aPng(64);

test('a file that is sent in two parts, with a cut between, is on the order as it was', async () => {
  const { app, dataDir, customer, orderNumber, page, contents } = await shopWithOrder();
  const { status, path } = await begin(app, PNG.length, { ...customer, filename: 'Our logo.png' });
  expect(status).toBe(201);
  expect(path).toMatch(/^\/api\/files\/[0-9a-f-]{36}$/);
  // The connection breaks after 50 of all the bytes that it promised.
  await new Promise((resolve) => {
    const cut = request(`${app.base}${path}`, {
      method: 'PATCH',
      headers: {
        ...TUS,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
        'content-length': PNG.length,
      },
    });
    cut.on('error', resolve);
    cut.write(PNG.subarray(0, 50));
    setTimeout(() => cut.destroy(), 50);
    cut.on('close', resolve);
  });
  await vi.waitFor(async () => expect((await ask(app, path)).status).toBe(200), UNTIL);
  const { offset, headers } = await ask(app, path);
  expect(offset).toBeLessThanOrEqual(50);
  expect(headers.get('upload-length')).toBe(String(PNG.length));
  expect((await send(app, path, offset, PNG.subarray(offset, 90))).offset).toBe(90);
  expect((await page()).files).toEqual([]);
  const last = await send(app, path, 90, PNG.subarray(90));
  expect(last).toMatchObject({ status: 204, offset: PNG.length });
  const { files } = await page();
  expect(files).toEqual([
    {
      id: path.split('/').at(-1),
      name: 'Our logo.png',
      size: PNG.length,
      mediaType: 'image/png',
      isFromStudio: false,
      hasPreview: false,
      createdAt: app.clock.now.toISOString(),
    },
  ]);
  // The answer to the last part may have been lost.
  expect(await ask(app, path)).toMatchObject({ status: 200, offset: PNG.length });
  const [name = ''] = contents();
  expect(readFileSync(join(dataDir, 'files', name))).toEqual(PNG);
  expect(readdirSync(join(dataDir, '.uploads'))).toEqual([]);
  expect(rows.files(app.db)).toMatchObject([{ caseId: orderNumber, adminId: null }]);
});

test('an upload goes on after the server was restarted', async () => {
  const { app, dataDir, customer } = await shopWithOrder();
  const { path } = await begin(app, PNG.length, customer);
  await send(app, path, 0, PNG.subarray(0, 30));
  app.context.uploads = createUploads(dataDir, () => app.clock.now);
  const again = await shopWithOrder({ env: { dataDir } });
  expect((await ask(again.app, path)).offset).toBe(30);
  expect((await send(again.app, path, 30, PNG.subarray(30))).status).toBe(204);
});

test('an upload whose file could not be stored is stored when its browser asks again', async () => {
  const { app, customer, page } = await shopWithOrder();
  const { path } = await begin(app, PNG.length, customer);
  const once = vi.spyOn(app.context.uploads, 'once').mockRejectedValueOnce(new Error('busy'));
  expect((await send(app, path, 0, PNG)).status).toBe(500);
  expect((await page()).files).toEqual([]);
  expect(await ask(app, path)).toMatchObject({ status: 200, offset: PNG.length });
  expect((await page()).files).toHaveLength(1);
  expect(once).toHaveBeenCalledTimes(2);
});

test('a link from an email and a form that is not sent yet may upload, too', async () => {
  const { app, fromForm, page } = await shopWithOrder();
  expect((await upload(app, { bytes: PNG, by: fromForm })).status).toBe(204);
  expect((await upload(app, { bytes: aPng(8), by: { submissionKey: randomUUID() } })).status).toBe(204);
  expect((await page()).files).toHaveLength(1);
});

test.each([
  ['no key', {}],
  ['a wrong key', { key: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ['an empty key', { key: '' }],
  ['a key that is too long', { key: 'A'.repeat(500) }],
])('%s starts no upload of an order', async (_what, by: Record<string, string>) => {
  const { app, dataDir, orderNumber } = await shopWithOrder();
  const { status, body } = await begin(app, 10, { order: orderNumber, ...by });
  expect({ status, code: body.code }).toEqual({ status: 404, code: 'link_invalid' });
  expect(body.message).toMatch(/link isn’t valid/);
  expect(readdirSync(join(dataDir, '.uploads'))).toEqual([]);
});

test('a key of another order, a form key that is no UUID, and no metadata start no upload', async () => {
  const { app, customer } = await shopWithOrder();
  expect((await begin(app, 10, { ...customer, order: 'ORD-99999' })).status).toBe(404);
  expect((await begin(app, 10, { submissionKey: '../../etc' })).status).toBe(404);
  for (const header of ['', ',,,', 'key !!!', '__proto__ eA==', encode({ order: 'ORD-1' }) + ',order eA=='])
    expect((await begin(app, 10, {}, { 'upload-metadata': header })).status, header).toBeGreaterThanOrEqual(
      400,
    );
});

test('only a logged-in administrator uploads without a key, and the customer sees it once it is delivered', async () => {
  const { app, admin, studio, orderNumber, query, page, see } = await shopWithOrder();
  expect((await upload(app, { bytes: PNG, by: studio })).status).toBe(404);
  expect(
    (await upload(app, { bytes: PNG, by: studio, headers: { ...admin, origin: 'https://evil.example' } }))
      .status,
  ).toBe(403);
  const { status, id } = await upload(app, { bytes: PNG, by: studio, headers: admin });
  expect(status).toBe(204);
  expect((await page()).files).toEqual([]);
  expect((await app.get(`/api/order/files/${id}${query}`)).status).toBe(404);
  const deliver = (fileIds: string[], after = 0) =>
    app.post(`/api/admin/cases/${orderNumber}/deliveries`, { service: 'website', after, fileIds }, admin);
  expect((await deliver([randomUUID()])).body.fields).toHaveProperty('fileIds');
  expect((await deliver([id, randomUUID()])).status).toBe(400);
  expect((await deliver([id])).status).toBe(200);
  expect((await deliver([id], 1)).status).toBe(400);
  const { files, services } = await page();
  expect(files).toMatchObject([{ id, isFromStudio: true, deliveryVersion: 1, service: 'website' }]);
  expect(services[0].deliveries).toMatchObject([{ version: 1, files }]);
  expect((await see()).files).toEqual(files);
  expect((await fetch(`${app.base}/api/order/files/${id}${query}`)).status).toBe(200);
  expect((await app.post(`/api/order/files/${id}/remove${query}`, {})).status).toBe(404);
  expect((await ask(app, `/api/files/${id}`, 'DELETE', admin)).status).toBe(404);
});

test.each([
  ['is deactivated', { isActive: false }],
  ['may no longer work on orders', { role: 'accountant' }],
])('an upload ends when the person who began it %s, however much of it has arrived', async (_, change) => {
  const { app, admin, studio, customer } = await shopWithOrder();
  const { headers } = await colleague(app);
  const [half, whole, other] = [
    await begin(app, PNG.length, studio, headers),
    await begin(app, PNG.length, studio, headers),
    await begin(app, PNG.length, customer),
  ];
  expect((await send(app, half.path, 0, PNG.subarray(0, 9))).status).toBe(204);
  // All bytes are there, but the file could not be stored.
  app.db.$client.pragma('query_only = ON');
  expect((await send(app, whole.path, 0, PNG)).status).toBe(503);
  app.db.$client.pragma('query_only = OFF');
  expect((await app.post('/api/admin/people/2', change, admin)).status).toBe(200);
  expect((await send(app, half.path, 9, PNG.subarray(9))).status).toBe(410);
  expect((await ask(app, whole.path)).status).toBe(410);
  for (const { path } of [half, whole]) expect((await ask(app, path)).status).toBe(410);
  expect(rows.files(app.db)).toEqual([]);
  expect((await send(app, other.path, 0, PNG)).status).toBe(204);
});

test('an upload does not go on while the owner who began it lacks a required second factor', async () => {
  const { app, admin, studio } = await shopWithOrder();
  const { headers } = await colleague(app, 'owner');
  const [half, whole] = [
    await begin(app, PNG.length, studio, headers),
    await begin(app, PNG.length, studio, headers),
  ];
  expect((await send(app, half.path, 0, PNG.subarray(0, 9))).status).toBe(204);
  await withTotp(app, admin);
  const terms = { requireSecondFactor: true, confirmRefundsAbove: 100 };
  expect((await app.post('/api/admin/security/settings', terms, admin)).status).toBe(200);
  expect((await send(app, half.path, 9, PNG.subarray(9))).status).toBe(410);
  expect((await ask(app, whole.path)).status).toBe(410);
  expect(rows.files(app.db)).toEqual([]);
  // Of an owner who has one, it goes on.
  expect((await upload(app, { bytes: PNG, by: studio, headers: admin })).status).toBe(204);
});

test('an upload whose sender is deactivated while its last bytes are stored is no file', async () => {
  const { app, admin, studio } = await shopWithOrder();
  const { path } = await begin(app, PNG.length, studio, admin);
  vi.spyOn(app.context.uploads, 'once').mockImplementationOnce((_id, store) => {
    app.db.update(adminUsers).set({ isActive: false }).run();
    return store();
  });
  expect((await send(app, path, 0, PNG)).status).toBe(410);
  expect(rows.files(app.db)).toEqual([]);
});

test('a customer’s file cannot be delivered as the studio’s', async () => {
  const { app, admin, customer, orderNumber } = await shopWithOrder();
  const { id } = await upload(app, { bytes: PNG, by: customer });
  const path = `/api/admin/cases/${orderNumber}/deliveries`;
  expect((await app.post(path, { service: 'website', after: 0, fileIds: [id] }, admin)).status).toBe(400);
});

test('files of a form get its number when it is sent, also those that come later', async () => {
  const { app, orderNumber, page, see } = await shopWithOrder();
  const form = aVoiceForm({ orderNumber, ...formKey(app) });
  const by = { submissionKey: form.submissionKey ?? '' };
  await upload(app, { bytes: PNG, by, name: 'one.png' });
  const late = await begin(app, PNG.length, { ...by, filename: 'two.png' });
  expect((await see()).files).toEqual([]);
  expect((await app.post('/api/submit-voice-agent-form', form)).status).toBe(200);
  await send(app, late.path, 0, PNG);
  const names = (files: { name: string }[]) => files.map(({ name }) => name).toSorted();
  const { files } = await see();
  expect(names(files)).toEqual(['one.png', 'two.png']);
  expect(files[0].service).toBe('voice');
  expect(names((await page()).files)).toEqual(['one.png', 'two.png']);
  expect((await ask(app, late.path, 'DELETE')).status).toBe(404);
});

test('files of a form that somebody else sent under the number are only for the studio, until it is accepted', async () => {
  const { app, admin, orderNumber, query, page, see } = await shopWithOrder();
  const form = aVoiceForm({ orderNumber, email: 'mallory@elsewhere.example' });
  const { id } = await upload(app, { bytes: PNG, by: { submissionKey: form.submissionKey ?? '' } });
  await app.post('/api/submit-voice-agent-form', form);
  const found = await see();
  expect(found.files).toMatchObject([{ id }]);
  expect((await page()).files).toEqual([]);
  expect((await app.get(`/api/order/files/${id}${query}`)).status).toBe(404);
  expect((await app.post(`/api/order/files/${id}/remove${query}`, {})).status).toBe(404);
  const [{ submission }] = found.submissions;
  await app.post(`/api/admin/submissions/voice/${submission.id}/accept`, {}, admin);
  expect((await page()).files).toMatchObject([{ id }]);
});

test('the same content is kept once, and stays until the last file that has it is removed', async () => {
  const { app, customer, query, contents } = await shopWithOrder();
  const ids = [];
  for (const name of ['a.png', 'b.png']) ids.push((await upload(app, { bytes: PNG, by: customer, name })).id);
  expect(contents()).toHaveLength(1);
  expect(rows.storedFiles(app.db)).toHaveLength(1);
  expect((await app.post(`/api/order/files/${ids[0]}/remove${query}`, {})).status).toBe(200);
  expect((await app.post(`/api/order/files/${ids[0]}/remove${query}`, {})).status).toBe(404);
  const left = await fetch(`${app.base}/api/order/files/${ids[1]}${query}`);
  expect(Buffer.from(await left.arrayBuffer())).toEqual(PNG);
});

test('many uploads of one content at the same time are one file each', async () => {
  const { app, customer, page, contents } = await shopWithOrder();
  const paths = [];
  for (let count = 0; count < 20; count += 1) paths.push((await begin(app, PNG.length, customer)).path);
  const headers = { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
  const all = await pipelined(
    app.base,
    paths.map((path) => ({ method: 'PATCH', path, headers, body: PNG })),
  );
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([204]));
  expect((await page()).files).toHaveLength(20);
  expect(contents()).toHaveLength(1);
});

test.each([
  ['an empty file', 0, 400, /empty/],
  ['a file of over 25 MB', 25 * MB + 1, 413, /up to 25 MB/],
  ['a negative length', '-1', 400, /empty/],
  ['no number', 'many', 400, /empty/],
  ['an enormous number', '9'.repeat(30), 400, /empty/],
])('%s is refused in clear words', async (_what, length, status, message) => {
  const { app, customer } = await shopWithOrder();
  const refused = await begin(app, length, customer);
  expect(refused.status).toBe(status);
  expect(refused.body.message).toMatch(message);
});

test('an order takes 100 MB, unfinished uploads included, and cancelling makes room', async () => {
  const { app, customer, fromForm, admin, studio } = await shopWithOrder();
  const paths = [];
  for (let count = 0; count < 4; count += 1) paths.push((await begin(app, 25 * MB, customer)).path);
  const full = await begin(app, 1, fromForm);
  expect(full).toMatchObject({ status: 413, body: { message: expect.stringContaining('100 MB') } });
  expect((await begin(app, MB, studio, admin)).status).toBe(201);
  expect((await begin(app, MB, { submissionKey: randomUUID() })).status).toBe(201);
  expect((await ask(app, paths[0] ?? '', 'DELETE')).status).toBe(204);
  expect((await ask(app, paths[0] ?? '')).status).toBe(410);
  expect((await begin(app, 1, customer)).status).toBe(201);
});

test('the audit log names who uploaded and removed a file of the studio', async () => {
  const { app, admin, customer, studio, orderNumber } = await shopWithOrder();
  await upload(app, { bytes: PNG, by: customer });
  const { id, path } = await upload(app, { bytes: PNG, name: 'draft.png', by: studio, headers: admin });
  expect((await ask(app, path, 'DELETE', admin)).status).toBe(204);
  // Not by name, because entries are kept for years, also after the customer was erased.
  const about = { who: 'ada', record: orderNumber, detail: { file: id } };
  expect(rows.audit(app.db).slice(-2)).toMatchObject([
    { action: 'file-uploaded', ...about },
    { action: 'file-removed', ...about },
  ]);
});

test('100 uploads that begin at the same time do not get past the limit', async () => {
  const { app, customer } = await shopWithOrder();
  const headers = { ...TUS, 'upload-length': '10', 'upload-metadata': encode(customer) };
  const all = await pipelined(
    app.base,
    Array.from({ length: 100 }, () => ({ method: 'POST', path: '/api/files', headers })),
  );
  expect(statusCounts(all)).toEqual({ 201: 40, 409: 60 });
  expect(all.find(({ status }) => status === 409)?.body.message).toContain('40 files');
});

/** The unsent files of a network, finished or not, in the order of the paths. */
const stillThere = async (app: Parameters<typeof ask>[0], paths: readonly string[]) => {
  const there = [];
  for (const path of paths) there.push((await ask(app, path)).status === 200);
  return there;
};
const proxied = { env: { trustProxyHops: 1 } };
const from = (address: string) => ({ 'x-forwarded-for': address });
const aForm = () => ({ submissionKey: randomUUID() });

test('forms that are not sent share 2 GB: the oldest of the network that takes most go first, and orders are apart', async () => {
  const { app, customer } = await shopWithOrder(proxied);
  const announce = async (address: string) => (await begin(app, 25 * MB, aForm(), from(address))).path;
  const others = [await announce('192.0.2.1'), await announce('192.0.2.1')];
  const stranger: string[] = [];
  for (let count = 0; count < 79; count += 1) stranger.push(await announce('198.51.100.1'));
  expect(new Set(await stillThere(app, [...others, ...stranger]))).toEqual(new Set([true]));
  // One from elsewhere, and one more of the stranger in another address of the same network.
  others.push(await announce('203.0.113.1'));
  stranger.push(await announce('198.51.100.2'));
  expect(await stillThere(app, others)).toEqual([true, true, true]);
  expect((await stillThere(app, stranger)).indexOf(true)).toBe(2);
  expect((await begin(app, 25 * MB, customer, from('198.51.100.1'))).status).toBe(201);
});

/** Files of the sender of another one, with its content. */
function plantFiles({ db }: TestApp, planted: { like: string; count: number; laterMs: number }) {
  db.$client
    .prepare(
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < :count)
       INSERT INTO order_files (id, hash, name, submission_key, client_network, created_at)
       SELECT 'planted-' || n, hash, 'x', 'y', client_network, created_at + :laterMs FROM numbers, order_files
       WHERE id = :like`,
    )
    .run(planted);
}

test('10,000 unsent files of a stranger close uploads to nobody, and what is dropped leaves the disk', async () => {
  const { app, contents } = await shopWithOrder(proxied);
  const sent = (seed: number, by: { submissionKey: string }, address: string) =>
    upload(app, { bytes: aPng(16, 16, seed), by, headers: from(address) });
  const mine = aForm();
  const first = await sent(1, mine, '192.0.2.1');
  const planted = await sent(2, aForm(), '198.51.100.1');
  plantFiles(app, { like: planted.id, count: 9_998, laterMs: -1 });
  const second = await sent(3, mine, '192.0.2.1');
  expect(second.status).toBe(204);
  expect(rows.files(app.db)).toHaveLength(10_000);
  expect(await stillThere(app, [first.path, planted.path, second.path])).toEqual([true, true, true]);
  app.db.$client.exec(`UPDATE order_files SET created_at = created_at + 5 WHERE id LIKE 'planted-%'`);
  app.db.$client.exec(
    `UPDATE order_files SET hash = (SELECT hash FROM order_files WHERE id = '${first.id}') WHERE id LIKE 'planted-%'`,
  );
  expect(contents()).toHaveLength(3);
  expect((await sent(4, mine, '192.0.2.1')).status).toBe(204);
  // The oldest one was the only file with its content.
  expect(await stillThere(app, [planted.path])).toEqual([false]);
  expect(contents()).toHaveLength(3);
});

test('a form that is sent while room is made keeps its files', async () => {
  const { app, contents } = await shopWithOrder(proxied);
  const form = aVoiceForm();
  const by = { submissionKey: String(form.submissionKey) };
  const mine = await upload(app, { bytes: PNG, by, headers: from('198.51.100.1') });
  await begin(app, 1_000, aForm(), from('198.51.100.1'));
  plantFiles(app, { like: mine.id, count: 9_999, laterMs: 5 });
  const { remove } = app.context.uploads;
  // The disk deletes the unfinished upload meanwhile.
  const removing = vi.spyOn(app.context.uploads, 'remove').mockImplementationOnce(async (id) => {
    expect((await app.post('/api/submit-voice-agent-form', form)).status).toBe(200);
    await remove(id);
  });
  expect((await upload(app, { bytes: aPng(8), by: aForm(), headers: from('203.0.113.1') })).status).toBe(204);
  expect(removing).toHaveBeenCalled();
  const kept = rows.files(app.db);
  expect(kept.find(({ id }) => id === mine.id)?.caseId).toBe('ORD-10002');
  expect(contents()).toHaveLength(2);
});

test('an unfinished upload that got no byte for ten minutes goes before any other', async () => {
  const { app, dataDir } = await shopWithOrder(proxied);
  const announce = async (address: string) => (await begin(app, 25 * MB, aForm(), from(address))).path;
  const paths = await Promise.all(Array.from({ length: 81 }, () => announce('198.51.100.1')));
  app.clock.now = new Date(Date.now() + 11 * 60_000);
  const file = join(dataDir, '.uploads', paths[0]?.split('/').at(-1) ?? '');
  utimesSync(file, app.clock.now, app.clock.now);
  expect(await announce('203.0.113.1')).not.toBe('');
  expect((await stillThere(app, paths)).filter(Boolean)).toEqual([true]);
  expect((await ask(app, paths[0] ?? '')).status).toBe(200);
});

test('the network of a sender is forgotten when the form is sent', async () => {
  const { app } = await shopWithOrder(proxied);
  const networks = () => app.db.select({ network: orderFiles.clientNetwork }).from(orderFiles).all();
  const form = aVoiceForm();
  const by = { submissionKey: String(form.submissionKey) };
  await upload(app, { bytes: PNG, by, headers: from('192.0.2.1') });
  expect(networks()).toEqual([{ network: '192.0.2.0/24' }]);
  expect((await app.post('/api/submit-voice-agent-form', form)).status).toBe(200);
  expect(networks()).toEqual([{ network: null }]);
});

test('OPTIONS says what the server can do of the tus protocol', async () => {
  const { app } = await shopWithOrder();
  const { status, headers } = await fetch(`${app.base}/api/files`, { method: 'OPTIONS' });
  expect(status).toBe(204);
  expect(headers.get('tus-resumable')).toBe('1.0.0');
  expect(headers.get('tus-version')).toBe('1.0.0');
  expect(headers.get('tus-extension')).toBe('creation,creation-with-upload,termination');
  expect(headers.get('tus-max-size')).toBe(String(25 * MB));
});

test('one network can send 500 MB an hour for orders that nobody paid and for forms', async () => {
  const { app, customer } = await shopWithOrder({ env: { isRateLimited: true, trustProxyHops: 1 } });
  const { body } = await checkOut(app, aDraft());
  const unpaid = { order: body.order.orderNumber, key: body.order.intakeKey };
  const from = (network: number) => ({ 'x-forwarded-for': `198.51.100.${network}` });
  for (let count = 0; count < 4; count += 1)
    expect((await begin(app, 25 * MB, unpaid, from(1))).status).toBe(201);
  for (let count = 0; count < 16; count += 1)
    expect((await begin(app, 25 * MB, { submissionKey: randomUUID() }, from(1))).status).toBe(201);
  const form = { submissionKey: randomUUID() };
  expect(await begin(app, MB, form, from(1))).toMatchObject({
    status: 429,
    body: { code: 'too_many_requests' },
  });
  expect((await begin(app, MB, customer, from(1))).status).toBe(201);
  expect((await begin(app, MB, form, from(2))).status).toBe(201);
});

test('on a disk that is nearly full no file is taken, not even the rest of one, and orders go on', async () => {
  const { app, customer } = await shopWithOrder();
  const { path } = await begin(app, PNG.length, customer);
  app.context.freeBytes = () => 499 * MB;
  const full = { status: 507, body: { message: expect.stringContaining('We can’t accept files right now') } };
  expect(await begin(app, 10, customer)).toMatchObject(full);
  expect(await send(app, path, 0, PNG)).toMatchObject(full);
  const form = aVoiceForm({ orderNumber: undefined });
  expect((await app.post('/api/submit-voice-agent-form', form)).status).toBe(200);
  app.context.freeBytes = () => 600 * MB;
  expect((await send(app, path, 0, PNG)).status).toBe(204);
  // What is promised to others counts as taken.
  for (let count = 0; count < 3; count += 1) await begin(app, 25 * MB, { submissionKey: randomUUID() });
  app.context.freeBytes = () => 590 * MB;
  expect((await begin(app, 25 * MB, customer)).status).toBe(507);
});

test('one address begins at most 60 uploads a minute', async () => {
  const { app } = await shopWithOrder({ env: { isRateLimited: true } });
  const all = await Promise.all(
    Array.from({ length: 61 }, () => begin(app, 10, { submissionKey: randomUUID() })),
  );
  const refused = all.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1);
  expect(refused[0]?.body.message).toContain('Too many attempts');
});

test('calls that break the protocol are refused with a message, and change nothing', async () => {
  const { app, customer } = await shopWithOrder();
  const { path } = await begin(app, PNG.length, customer);
  const patch = (
    headers: Record<string, string>,
    body: Uint8Array<ArrayBuffer> | string = new Uint8Array(PNG),
  ) => fetch(app.base + path, { method: 'PATCH', headers, body });
  const type = { 'content-type': 'application/offset+octet-stream' };
  const calls = [
    () => patch({ ...type, 'upload-offset': '0' }),
    () => patch({ ...TUS, 'upload-offset': '0', 'content-type': 'application/json' }, '{}'),
    () => patch({ ...TUS, ...type }),
    () => patch({ ...TUS, ...type, 'upload-offset': '5' }),
    () => patch({ ...TUS, ...type, 'upload-offset': '-5' }),
    () => patch({ ...TUS, ...type, 'upload-offset': '0' }, new Uint8Array(PNG.length + 1)),
    () => patch({ ...TUS, ...type, 'upload-offset': '0', 'sec-fetch-site': 'cross-site' }),
  ];
  for (const call of calls) {
    const response = await call();
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(await response.json()).toMatchObject({ success: false, message: expect.stringMatching(/\w/) });
  }
  const without = await fetch(`${app.base}/api/files`, { method: 'POST' });
  expect(without.status).toBe(400);
  expect(await ask(app, path)).toMatchObject({ status: 200, offset: 0 });
  expect((await send(app, path, 0, PNG)).status).toBe(204);
});

test.each(['..', '../secret', '..%2f..%2fsecret', '%2e%2e%2fsecret', 'x.json', '%00', 'a'.repeat(500)])(
  'the ID %s leads nowhere',
  async (id) => {
    const { app } = await shopWithOrder();
    for (const method of ['HEAD', 'PATCH', 'DELETE'])
      expect([401, 404, 431]).toContain(
        (await fetch(`${app.base}/api/files/${id}`, { method, headers: TUS })).status,
      );
  },
);

test('an upload whose bytes are lost is gone, and the browser begins again', async () => {
  const { app, dataDir, customer } = await shopWithOrder();
  const { path } = await begin(app, PNG.length, customer);
  rmSync(join(dataDir, '.uploads', path.split('/').at(-1) ?? ''));
  expect((await ask(app, path)).status).toBe(410);
  expect((await send(app, path, 0, PNG)).body.message).toContain('Please add the file again');
});

test('while the folder of uploads cannot be made, an upload fails and the server stays up', async () => {
  const { app, dataDir, customer } = await shopWithOrder();
  rmSync(dataDir, { recursive: true });
  writeFileSync(dataDir, 'in the way');
  expect((await begin(app, PNG.length, customer)).status).toBe(500);
  rmSync(dataDir);
  mkdirSync(dataDir);
  const { status, path } = await begin(app, PNG.length, customer);
  expect(status).toBe(201);
  expect((await send(app, path, 0, PNG)).status).toBe(204);
});

test('new files are in the timeline, and the business gets one email an hour about them', async () => {
  const { app, customer, query, orderNumber, page } = await shopWithOrder();
  const add = (filename: string, size: number) =>
    upload(app, { bytes: aPng(size), name: filename, by: customer });
  await add('logo.png', 64);
  await add('shop.png', 65);
  const alerts = () => rows.outbox(app.db).filter(({ key }) => key.startsWith('order-news:files:'));
  expect(alerts()).toMatchObject([{ status: 'waiting', orderNumber }]);
  const open = async () => (await app.get(`/api/json/cases/${orderNumber}`, await loggedIn(app))).body;
  const { timeline, messages } = await open();
  const texts = timeline.map(({ text }: { text: string }) => text);
  expect(texts).toEqual(expect.arrayContaining(['Ada uploaded logo.png', 'Ada uploaded shop.png']));
  // What is scheduled for the business is not listed among the customer’s emails.
  expect(messages.map(({ name }: { name: string }) => name)).not.toContain('New files alert');
  const { files } = await page();
  const logo = files.find(({ name }: { name: string }) => name === 'logo.png');
  await app.post(`/api/order/files/${logo.id}/remove${query}`, {});

  app.wait(HOUR_MS);
  const sent = (await app.businessEmails()).filter(({ subject }) => subject.includes('new file'));
  expect(sent.map(({ subject }) => subject)).toEqual([
    `Order ${orderNumber}: a new file from Marlow Bicycles`,
  ]);
  expect(sent[0]?.text).toContain('shop.png');
  expect(sent[0]?.text).not.toContain('logo.png');
  expect((await open()).messages.map(({ name }: { name: string }) => name)).toContain('New files alert');

  await add('door.png', 66);
  expect(alerts()).toHaveLength(2);
});
