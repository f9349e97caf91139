import { newCase } from '../db/cases.ts';
import { webhookEvents } from '@northlight/shared/contracts/webhooks.ts';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { getTableName, is, sql } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import { aDraft, buyWithCard } from '../../test/fixtures/factories.ts';
import { aDentalForm, anOnHoldForm, aVoiceForm, aWebsiteForm } from '../../test/fixtures/form-factories.ts';
import { pdfPages } from '../../test/fixtures/pdf-text.ts';
import { rows } from '../../test/fixtures/rows.ts';
import { tempFolder } from '../../test/fixtures/temp-folder.ts';
import { checkOut } from '../../test/shop/purchase-steps.ts';
import { aQuote, customerOf as quoteCustomerOf, openQuotes } from '../../test/shop/quote-steps.ts';
import { databaseIn } from '../../test/shop/test-app.ts';
import { begin, send, upload } from '../../test/shop/upload-steps.ts';
import { makeBackup } from '../operations/backups/make-backup.ts';
import { folderStore } from '../operations/backups/store.ts';
import { onHoldSubmissions } from '../db/schema/forms.ts';
import { orderFiles, storedFiles } from '../db/schema/files.ts';
import { customerReviews, orders } from '../db/schema/orders.ts';
import { agreements } from '../db/schema/recurring.ts';
import { againKeyOf } from '../work/customers/customer-key.ts';
import { contentFile, previewFiles } from '../work/files/content.ts';
import { deleteLeftExports } from './export-person.ts';
import { findPerson, mentions } from './find-person.ts';
import { deleteOld } from './retention.ts';
import { DAY_MS } from '../base/units.ts';
import { openConsole } from '../../test/shop/admin-client.ts';

/** Nobody else has this word anywhere. */
const MARK = 'zebulonq';
const EMAIL = `${MARK}@planted.example`;
/** Tables with data about customers. */
const PERSONAL_TABLES = [
  'agreements',
  'answer_versions',
  'case_events',
  'charges',
  'checkout_drafts',
  'customer_people',
  'customer_reviews',
  'customers',
  'deliveries',
  'form_submissions',
  'imported_people',
  'limit_times',
  'on_hold_submissions',
  'order_files',
  'order_messages',
  'orders',
  'outbox',
  'payment_requests',
  'payments',
  'price_offers',
  'promises',
  'promo_uses',
  'quotes',
  'refunds',
  'sent_mails',
  'short_search',
  'stored_files',
  'unfinished_checkouts',
  'voice_agent_form_submissions',
  'webhook_events',
  'webhook_messages',
];
/** Tables with amounts, names of products, or administrators. */
const OTHER_TABLES = [
  'admin_users',
  'api_tokens',
  'audit_log',
  'campaigns',
  'connections',
  'demo_agreements',
  'demo_clock',
  'demo_payments',
  'imports',
  'invoices',
  'mail_folders',
  'order_lines',
  'passkeys',
  'promo_codes',
  'recovery_codes',
  'search_queue',
  'sellers',
  'sequence_counter',
  'sessions',
  'shop_settings',
  'shop_versions',
  'step_counts',
  'tallies',
  'upkeep',
  'webhook_endpoints',
  'write_test',
];
const LEFT = ['.backup-work', '.download', '.export-left', '.restoring'];

/** A shop with its data on disk, as in production. */
async function openShop() {
  const dataDir = tempFolder();
  const db = databaseIn(dataDir);
  const { cookie: owner, ...office } = await openConsole({ env: { dataDir }, db });
  return {
    ...office,
    dataDir,
    owner,
    erase: (email = EMAIL) => office.act('/api/admin/privacy/erase', { email }),
  };
}

/** A shop with the person in every place that customers and administrators can write to. */
async function plantedShop() {
  const shop = await openShop();
  const { app, dataDir, owner, see, act } = shop;
  const mark = (name: string) => `${MARK} ${name}`;
  const webhook = { url: 'https://localhost/', events: webhookEvents, isOn: true };
  await act('/api/admin/webhooks', webhook);
  await buyWithCard(
    app,
    aDraft({
      firstName: mark('first'),
      lastName: mark('last'),
      email: EMAIL,
      businessName: mark('business'),
      businessDescription: mark('describes'),
      address: mark('street'),
      city: mark('city'),
      serviceTypes: ['website', 'voice', 'onhold'],
      promoCode: 'SAVE50',
    }),
  );
  const left = { step: 'payment', serviceIds: ['website'], addonIds: [], isYearly: false, promoCode: '' };
  const information = { email: EMAIL, firstName: mark('left') };
  await app.post('/api/unfinished-checkout', { ...left, checkoutId: crypto.randomUUID(), information });
  const number = 'ORD-10001';
  const post = (path: string, body: object) => app.post(path, body);
  await post('/api/submit-order-form', aWebsiteForm({ email: EMAIL, project: number, notes: mark('notes') }));
  const voice = aVoiceForm({ email: EMAIL, orderNumber: number, notes: mark('voice') });
  await post('/api/submit-voice-agent-form', voice);
  await post(
    '/api/voice-agent-form-submission',
    aDentalForm({ email: EMAIL, orderNumber: '', notes: mark('dental') }),
  );
  await post(
    '/api/on-hold-audio-form',
    anOnHoldForm({ email: EMAIL, orderNumber: number, customMessage: mark('hold') }),
  );
  await act(`/api/admin/cases/${number}/notes`, { text: mark('note') });
  const message = { key: crypto.randomUUID(), text: mark('message') };
  await act(`/api/admin/cases/${number}/messages`, message);
  for (const answer of ['accept', 'decline'] as const) {
    const described = { name: 'Pages', description: mark('describes'), amount: '450.00' };
    const quote = aQuote({
      email: EMAIL,
      firstName: mark('quoted'),
      message: mark('quote'),
      lines: [described],
    });
    const { number: quoted } = (await act('/api/json/quotes', quote)).body.quote;
    const { link } = (await see(`/api/json/quotes/${quoted}`)).quote;
    const customer = quoteCustomerOf(app, new URL(link));
    await customer.ask(mark('question'));
    if (answer === 'accept') await customer.accept({ name: mark('accepts') });
    else await customer.decline(mark('declines'));
  }
  await act('/api/json/quotes', aQuote({ email: EMAIL, message: mark('draft'), send: false }));
  await act('/api/admin/customers/1', { action: 'tags', tags: [mark('tag')] });
  const customersNote = { action: 'note', text: mark('about'), key: crypto.randomUUID() };
  await act('/api/admin/customers/1', customersNote);
  app.db
    .insert(customerReviews)
    .values({
      caseId: newCase(number),
      text: mark('review'),
      name: mark('reviewer'),
      createdAt: app.clock.now,
    })
    .run();
  const refund = { amount: 5, reason: mark('reason'), refundKey: crypto.randomUUID() };
  await act('/api/admin/payments/1/refund', refund);
  await app.sentEmails();
  await app.businessEmails();
  const hash = 'a'.repeat(64);
  mkdirSync(join(dataDir, 'files', 'aa'), { recursive: true });
  writeFileSync(contentFile(dataDir, hash), mark('file'));
  app.db.insert(storedFiles).values({ hash, size: 5, mediaType: 'text/plain', hasPreview: false }).run();
  app.db
    .insert(orderFiles)
    .values({ id: 'f1', hash, name: `${MARK}.txt`, caseId: newCase(number), createdAt: app.clock.now })
    .run();
  mkdirSync(join(dataDir, 'mail'), { recursive: true });
  // Lines of an email end anywhere.
  writeFileSync(
    join(dataDir, 'mail', 'order-news-5.eml'),
    `To: someone\r\n\r\nHello ${MARK.slice(0, 4)}=\r\n${MARK.slice(4)}@planted.example`,
  );
  mkdirSync(join(dataDir, 'copies'));
  writeFileSync(join(dataDir, 'copies', 'before.db'), MARK);
  for (const file of previewFiles(dataDir, hash)) writeFileSync(file, MARK);
  // What a crash left of an export, a backup, and a restore, and what earlier versions kept.
  for (const folder of LEFT) {
    mkdirSync(join(dataDir, folder));
    writeFileSync(join(dataDir, folder, 'left'), MARK);
  }
  writeFileSync(join(dataDir, 'northlight.db.before-2026'), MARK);
  // The content of a file that was removed from the order stays for a while.
  const removed = contentFile(dataDir, `aa${'b'.repeat(62)}`);
  writeFileSync(removed, MARK);
  const hourAgo = new Date(app.clock.now.getTime() - 60 * 60_000);
  utimesSync(removed, hourAgo, hourAgo);
  // An upload of the studio, and uploads for an order and for a form that were cut.
  const filename = `${MARK}.txt`;
  await upload(app, { bytes: Buffer.from(MARK), name: filename, by: { order: number }, headers: owner });
  const cut: Record<string, string>[] = [{ order: number }, { submissionKey: String(voice.submissionKey) }];
  for (const by of cut) {
    const { path } = await begin(app, 100, { ...by, filename }, owner);
    await send(app, path, 0, Buffer.from(MARK));
  }
  return { ...shop, number };
}

/** The files below a folder that contain the word, in any case and also in packed archives. */
function filesWith(folder: string, word: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const file = join(folder, name);
    if (!statSync(file).isFile()) return false;
    const bytes = readFileSync(file);
    const content = name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
    return content
      .toString('latin1')
      .toLowerCase()
      .replaceAll(/=\r?\n/g, '')
      .includes(word);
  });
}

const exportsIn = (dataDir: string) => readdirSync(dataDir).filter((name) => name.startsWith('.export-'));

test('an erased person is nowhere in the data folder or in a backup made afterwards, and the books stay', async () => {
  const { app, dataDir, owner, number, see, erase } = await plantedShop();
  app.db
    .update(agreements)
    .set({ state: 'ended', card: { label: MARK, expiresAt: null } })
    .run();
  app.db.$client.pragma('wal_checkpoint(TRUNCATE)');
  const planted = filesWith(dataDir, MARK).map((name) => name.replaceAll(/[0-9a-f-]{36,}/g, 'ID'));
  expect(planted.toSorted()).toEqual([
    ...LEFT.map((folder) => `${folder}/left`),
    '.uploads/ID',
    '.uploads/ID',
    '.uploads/ID.json',
    '.uploads/ID.json',
    'copies/before.db',
    'files/0b/ID',
    'files/aa/ID',
    'files/aa/ID',
    'files/aa/ID.webp',
    'files/aa/ID.webp.part',
    'mail/order-news-5.eml',
    'northlight.db',
    'northlight.db.before-2026',
  ]);
  const amounts = () =>
    app.db.all(sql`SELECT id, order_number, initial_payment_cents, tax_cents, country, state FROM ${orders}`);
  const before = amounts();

  const { status, body } = await erase(EMAIL.toUpperCase());
  expect([status, body.message]).toEqual([200, 'Erased. The orders stay in your books without a name.']);

  const store = tempFolder();
  await makeBackup({ dataDir, store: folderStore(store), name: 'after.tar.gz', key: undefined });
  expect(filesWith(dataDir, MARK)).toEqual([]);
  expect(filesWith(store, MARK)).toEqual([]);
  expect(amounts()).toEqual(before);
  const found = await see(`/api/json/orders?q=${MARK}`);
  expect(found.orders).toEqual([]);
  const read = await see(`/api/json/cases/${number}`);
  expect(read).toMatchObject({
    order: { firstName: 'Erased', initialPayment: expect.any(String) },
    submissions: [],
    files: [],
  });
  const invoice = await fetch(`${app.base}/api/json/cases/${number}/invoice.pdf`, { headers: owner });
  expect(invoice.status).toBe(200);
  const text = (await pdfPages(Buffer.from(await invoice.arrayBuffer()))).flat().join(' ');
  expect(text).toContain('Erased at the customer’s request');
  expect(text).toContain('Number, dates, amounts, sales tax, state, and country are kept');
  expect(rows.audit(app.db).at(-1)).toMatchObject({
    action: 'POST /api/admin/privacy/erase',
    detail: null,
  });
});

test('the number of an exempt person’s certificate goes wherever it was written; the amounts stay without tax', async () => {
  const { app, dataDir, see, act, erase } = await openShop();
  await buyWithCard(app, aDraft({ email: EMAIL, state: 'MI', postalCode: '48104' }));
  const exemption = { certificate: MARK, until: null, fileId: null };
  await act('/api/admin/customers/1/people', { action: 'exempt', exemption });
  const taxed = { email: EMAIL, state: 'MI', postalCode: '48104' };
  for (const answer of ['accept', 'decline', 'wait'] as const) {
    const { number } = (await act('/api/json/quotes', aQuote(taxed))).body.quote;
    const { link } = (await see(`/api/json/quotes/${number}`)).quote;
    const customer = quoteCustomerOf(app, new URL(link));
    if (answer === 'accept') await customer.accept({ name: 'Ada' });
    if (answer === 'decline') await customer.decline('No');
  }
  const asked = { reason: 'Extra', amount: '50.00' };
  const { status } = await act('/api/admin/cases/ORD-10001/payment-requests', asked);
  expect(status).toBe(200);
  await app.post('/api/orders-link', { email: EMAIL });
  const texts = (await app.sentEmails()).map(({ text }) => text);
  const [key = ''] = texts.flatMap((text) => /\/orders\?key=(\S+)/.exec(text)?.[1] ?? []);
  const exemptionKey = againKeyOf(key, 'onhold');
  const resume = await app.post('/api/unfinished-checkout/resume', { key: exemptionKey });
  expect(resume.status).toBe(200);
  await buyWithCard(
    app,
    aDraft({ ...taxed, serviceTypes: ['onhold'], checkoutId: resume.body.checkoutId, exemptionKey }),
  );
  await app.sentEmails();
  app.db.update(agreements).set({ state: 'ended' }).run();
  app.db.$client.pragma('wal_checkpoint(TRUNCATE)');
  expect(filesWith(dataDir, MARK)).toEqual(['northlight.db']);
  const sums = () => app.db.all(sql`SELECT order_number, tax_cents, terms ->> '$.taxPercent' FROM ${orders}`);
  const before = sums();
  expect((await erase()).status).toBe(200);
  expect(filesWith(dataDir, MARK)).toEqual([]);
  expect(sums()).toEqual(before);
});

test('every table is known here, so that a new one is not forgotten', async () => {
  const folder = join(import.meta.dirname, '../db/schema');
  const areas: object[] = await Promise.all(readdirSync(folder).map((file) => import(join(folder, file))));
  const tables = areas
    .flatMap((area): unknown[] => Object.values(area))
    .filter((value) => is(value, SQLiteTable))
    .map((table) => getTableName(table))
    .toSorted();
  expect(tables, 'Plant the person in a new table above, and erase them from it.').toEqual(
    [...PERSONAL_TABLES, ...OTHER_TABLES].toSorted(),
  );
});

test('an erasure that failed halfway is finished by the next one', async () => {
  const { app, dataDir, erase } = await openShop();
  await checkOut(app, aDraft({ serviceTypes: ['voice'], email: EMAIL }));
  mkdirSync(join(dataDir, 'copies'));
  writeFileSync(join(dataDir, 'copies', 'before.db'), EMAIL);
  mkdirSync(join(dataDir, 'mail', 'old'), { recursive: true });
  writeFileSync(join(dataDir, 'mail', 'a.eml'), `To: ${EMAIL}`);
  // As a file that is deleted between the list and the reading.
  symlinkSync(join(dataDir, 'gone'), join(dataDir, 'mail', 'b.eml'));
  writeFileSync(join(dataDir, 'files'), 'not a folder');
  expect((await erase()).status).toBe(500);
  rmSync(join(dataDir, 'files'));
  expect((await erase()).status).toBe(404);
  expect(existsSync(join(dataDir, 'copies'))).toBe(false);
  expect(existsSync(join(dataDir, 'mail', 'a.eml'))).toBe(false);
  rmSync(join(dataDir, 'mail', 'b.eml'));
  expect(filesWith(dataDir, MARK)).toEqual([]);
});

test('another person keeps everything', async () => {
  const { app, see, erase } = await plantedShop();
  await buyWithCard(app, aDraft({ email: 'bo@other.example', firstName: 'Bo', serviceTypes: ['website'] }));
  await app.post('/api/submit-order-form', aWebsiteForm({ email: 'bo@other.example', project: 'ORD-10002' }));
  const read = () => see('/api/json/cases/ORD-10002');
  const before = await read();
  await erase();
  expect(await read()).toEqual(before);
  expect((await see('/api/json/orders?q=bo%40other')).orders).toHaveLength(1);
});

test('a form under somebody’s number makes nobody else’s data yours', async () => {
  const { app, erase } = await openShop();
  const secret = 'The private words of the customer';
  await app.post(
    '/api/on-hold-audio-form',
    anOnHoldForm({ email: 'ada@other.example', customMessage: secret }),
  );
  const stranger = { email: EMAIL, orderNumber: 'ORD-10001', customMessage: 'The words of a stranger' };
  expect((await app.post('/api/on-hold-audio-form', anOnHoldForm(stranger))).status).toBe(200);
  await app.sentEmails();
  const strangers = JSON.stringify(findPerson(app.db, EMAIL));
  expect(strangers).toContain('The words of a stranger');
  expect(strangers).not.toContain('private words');
  expect(strangers).not.toContain('ada@other');
  const own = JSON.stringify(findPerson(app.db, 'ada@other.example'));
  expect(own).toContain(secret);
  expect(own).not.toContain('The words of a stranger');
  expect(own).not.toContain(EMAIL);
  await erase();
  expect(app.db.select().from(onHoldSubmissions).all()).toMatchObject([{ customMessage: secret }]);
});

test('somebody whose address is a part of another one gets and erases only their own data', async () => {
  const { app, dataDir, act, erase } = await openShop();
  const joann = `jo${EMAIL}`;
  const free = { serviceTypes: ['voice' as const] };
  const webhook = { url: 'https://hooks.example.com/x', events: [...webhookEvents], isOn: true };
  await act('/api/admin/webhooks', webhook);
  await checkOut(app, aDraft({ email: joann, firstName: 'JoAnn', ...free }));
  await checkOut(app, aDraft({ email: EMAIL, ...free }));
  await app.sentEmails();
  mkdirSync(join(dataDir, 'mail'), { recursive: true });
  writeFileSync(join(dataDir, 'mail/joann.eml'), `To: ${joann}\r\n\r\nORD-100020 is yours.`);
  writeFileSync(join(dataDir, 'mail/ann.eml'), `To: =\r\n${EMAIL}\r\n\r\nmailto=3D${EMAIL}`);
  expect(JSON.stringify(findPerson(app.db, EMAIL))).not.toContain('JoAnn');
  const kept = () => ({
    ...findPerson(app.db, joann),
    saved: readdirSync(join(dataDir, 'mail')),
  });
  const before = { ...kept(), saved: ['joann.eml'] };
  expect(before.told).not.toEqual([]);
  await erase();
  expect(kept()).toEqual(before);
});

test('the export has the orders, the answers, the emails, and the files', async () => {
  const { app, dataDir, owner, act } = await plantedShop();
  const found = (await act('/api/admin/privacy/find', { email: EMAIL })).body;
  expect(found).toMatchObject({ orders: expect.arrayContaining(['ORD-10001']), forms: 4, files: 2 });
  const answer = await fetch(`${app.base}/api/admin/privacy/person.tar?email=${encodeURIComponent(EMAIL)}`, {
    headers: owner,
  });
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="person.tar"');
  const folder = tempFolder();
  writeFileSync(join(folder, 'person.tar'), Buffer.from(await answer.arrayBuffer()));
  execFileSync('tar', ['xf', 'person.tar'], { cwd: folder });
  const person = JSON.parse(readFileSync(join(folder, 'person.json'), 'utf8'));
  expect(person).toMatchObject({
    email: EMAIL,
    orders: [{ orderNumber: 'ORD-10001' }],
    refunds: [{ amountCents: 500 }],
    told: expect.arrayContaining([expect.objectContaining({ event: 'order.placed' })]),
  });
  for (const text of ['first', 'notes', 'voice', 'dental', 'hold', 'note', 'message', 'reason', 'left'])
    expect(JSON.stringify(person)).toContain(`${MARK} ${text}`);
  expect(readFileSync(join(folder, 'files', `f1-${MARK}.txt`), 'utf8')).toBe(`${MARK} file`);
  await expect.poll(() => exportsIn(dataDir)).toEqual(['.export-left']);
  const later = (hours: number) => new Date(Date.now() + hours * 60 * 60_000);
  await deleteLeftExports(dataDir, later(0));
  expect(exportsIn(dataDir)).toEqual(['.export-left']);
  await deleteLeftExports(dataDir, later(2));
  expect(exportsIn(dataDir)).toEqual([]);
});

test('nobody is erased while a recurring payment goes on, and an unknown address is reported', async () => {
  const { app, erase } = await openShop();
  await buyWithCard(app, aDraft({ email: EMAIL, serviceTypes: ['website'] }));
  const { status, body } = await erase(EMAIL);
  expect([status, body.message]).toEqual([400, expect.stringContaining('Cancel it before')]);
  expect((await erase('nobody@else.example')).status).toBe(404);
  expect((await erase('%')).status).toBe(400);
});

test('quotes that became no order are deleted with their messages, and accepted ones stay', async () => {
  const { app, write, act, link } = await openQuotes();
  await write({ send: false });
  for (let times = 0; times < 5; times += 1) await write({ validDays: 30 });
  await (await link('Q-1002')).decline('No.');
  const withdrawn = await link('Q-1003');
  await withdrawn.accept();
  await withdrawn.ask('Can I pay later?');
  await act('Q-1003', { action: 'withdraw' });
  await (await link('Q-1004')).accept();
  const paid = await link('Q-1005');
  await paid.accept();
  await paid.payByCard();
  const numbers = () => app.db.$client.prepare('SELECT number FROM quotes ORDER BY id').pluck().all();
  const start = app.clock.now.getTime();
  const passed = async (days: number) => {
    app.clock.now = new Date(start + days * DAY_MS);
    await deleteOld(app.context);
  };
  await passed(3 * 365 - 1);
  expect(numbers()).toHaveLength(6);
  // A message keeps its quote. An expired quote could be accepted for 30 days.
  app.db.$client.exec(`UPDATE order_messages SET created_at = ${start + 10 * DAY_MS}`);
  await passed(3 * 365 + 1);
  expect(numbers()).toEqual(['Q-1002', 'Q-1003', 'Q-1004', 'Q-1005', 'Q-1006']);
  await passed(3 * 365 + 31);
  expect(numbers()).toEqual(['Q-1004', 'Q-1005']);
  const rest = (table: string) => app.db.$client.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  expect(rest('order_messages')).toBe(0);
  expect(rest('payment_requests')).toBe(2);
  expect(rest(`short_search WHERE list = 'quotes'`)).toBe(2);
});

test('data is deleted once its retention period is over, and not before', async () => {
  const { app } = await plantedShop();
  const forms = () => app.db.$client.prepare('SELECT count(*) FROM form_submissions').pluck().get();
  app.wait((3 * 365 - 1) * DAY_MS);
  await deleteOld(app.context);
  expect(forms()).toBe(1);
  app.wait(2 * DAY_MS);
  await deleteOld(app.context);
  expect(forms()).toBe(0);
  const rest = app.db.$client
    .prepare(
      'SELECT (SELECT count(*) FROM order_messages) + (SELECT count(*) FROM order_files) + (SELECT count(*) FROM sent_mails)',
    )
    .pluck()
    .get();
  expect(rest).toBe(0);
  expect(app.db.select().from(orders).all()).toMatchObject([{ firstName: `${MARK} first` }]);
});

const ANN = 'ann@mail.example';

test.each([
  ['ann@mail.example', true],
  ['Write to Ann@Mail.Example.', true],
  ['{"email":"ann@mail.example"}', true],
  ['<ann@mail.example>, other', true],
  ['https://shop.example/?to=ann@mail.example&x', true],
  ['joann@mail.example and ann@mail.example', true],
  [JSON.stringify({ text: 'Write to\nann@mail.example' }), true],
  ['mailto%3Aann@mail.example%20', true],
  ['joann@mail.example', false],
  ['jo-ann@mail.example', false],
  ['jo.ann@mail.example', false],
  ['tag+ann@mail.example', false],
  ['änn@mail.example, ünann@mail.example', false],
  ['ann@mail.example.org', false],
  ['ann@mail.examples', false],
  ['ann@mail.example-shop.org', false],
  ['', false],
])('%s', (text, isMentioned) => {
  expect(mentions(text, ANN)).toBe(isMentioned);
});
