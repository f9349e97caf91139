import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_KEPT } from '@northlight/shared/catalog/retention.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';
import { DAY_MS } from '../../base/units.ts';
import { saveConnection } from '../../db/connection-store.ts';
import { rulesOf } from '../../db/rules.ts';
import { sentEmails } from '../../db/schema/messages.ts';
import { inTransaction } from '../../db/transaction.ts';
import { deleteOld } from '../../privacy/retention.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';

const DEFAULTS = {
  taxesRecurring: false,
  youtubeUrl: '',
  renewalNoticeDays: 30,
  refundsSecondPayments: true,
  endsPaidBack: true,
  keptHours: 24,
  keptDays: 30,
  ...DEFAULT_KEPT,
};

async function openShop(given: string[] = [], env: object = {}) {
  const { app, cookie: owner } = await openConsole({
    env: { variables: Object.fromEntries(given.map((name) => [name, 'on'])), ...env },
  });
  return { app, owner, save: (body: object) => app.post('/api/admin/rules', body, owner) };
}

test('what the owner decides counts at once and after a restart, and the audit log says what it was before', async () => {
  const { app, owner, save } = await openShop();
  expect((await app.get('/api/json/rules', owner)).body).toEqual({
    success: true,
    ...DEFAULTS,
    version: expect.any(String),
    onServer: [],
  });
  expect((await save({ renewalNoticeDays: 45, endsPaidBack: false, keptDays: 7 })).status).toBe(200);
  await save({ refundsSecondPayments: false });
  const now = { renewalNoticeDays: 45, refundsSecondPayments: false, endsPaidBack: false, keptDays: 7 };
  expect(app.context.settings).toMatchObject(now);
  // A saved connection makes the settings anew.
  await inTransaction(app.db, () =>
    saveConnection(app.db, app.context.settings.secret, 'mailchimp', { values: null, earlier: [] }),
  );
  expect(app.context.settings).toMatchObject(now);
  const restarted = await startTestApp({ db: app.db });
  expect(restarted.context.settings).toMatchObject(now);
  expect(rulesOf(app.context.settings, app.db)).toEqual({ ...DEFAULTS, ...now });
  const { entries } = (await app.get('/api/json/audit?q=rules', owner)).body;
  expect(entries.map(({ detail }: { detail: string }) => detail)).toEqual([
    'Refunds second payments: yes → no',
    'Renewal notice days: 30 → 45, Ends paid back: yes → no, Kept days: 30 → 7',
  ]);
});

test('pages that print a rule get it with their next build, and are built anew', async () => {
  const { app, save } = await openShop([], { dataDir: tempFolder() });
  const builds: string[] = [];
  const file = join(app.context.settings.dataDir, 'shop.json');
  const build = async () => void builds.push(readFileSync(file, 'utf8'));
  Object.assign(app.context, { siteBuilder: { build } });
  const youtubeUrl = 'https://www.youtube.com/watch?v=abc';
  expect((await save({ taxesRecurring: true, youtubeUrl })).status).toBe(200);
  expect(builds.map((text) => JSON.parse(text))).toEqual([{ taxesRecurring: true, youtubeUrl }]);
  expect((await save({ keptDays: 7 })).status).toBe(200);
  expect(builds).toHaveLength(1);
  // The Privacy page says how long data is kept.
  await save({ emailsDays: 365 });
  expect(builds.map((text) => JSON.parse(text).emailsDays)).toEqual([undefined, 365]);
});

test('what is set on the server is stronger, is named, and can’t be changed in the dashboard', async () => {
  const { app, owner, save } = await openShop(['RENEWAL_NOTICE_DAYS', 'BACKUP_KEEP'], {
    renewalNoticeDays: 10,
  });
  const { body } = await app.get('/api/json/rules', owner);
  expect(body).toMatchObject({
    renewalNoticeDays: 10,
    onServer: ['renewalNoticeDays', 'keptHours', 'keptDays'],
  });
  expect((await save({ renewalNoticeDays: 45 })).body.fields.renewalNoticeDays[0]).toBe(
    'RENEWAL_NOTICE_DAYS is set on the server, which is stronger.',
  );
  expect((await save({ endsPaidBack: false })).status).toBe(200);
  expect(app.context.settings).toMatchObject({ renewalNoticeDays: 10, endsPaidBack: false });
});

test.each([
  ['renewalNoticeDays', [0, 91, 1.5, '30', null]],
  ['refundsSecondPayments', ['off', 0, null]],
  ['keptHours', [0, -1, 10_000]],
  ['answersDays', [179, 3_651, 365.5, '365']],
  ['unfinishedDays', [0, 6, 366]],
  ['taxesRecurring', ['on', 1]],
  ['youtubeUrl', ['youtube.com/watch', 'http://www.youtube.com/', 'javascript:alert(1)', 3]],
])('%s refuses what it can’t be', async (name, values) => {
  const { app, owner, save } = await openShop();
  for (const value of values) expect((await save({ [name]: value })).body.fields).toHaveProperty(name);
  expect((await app.get('/api/json/rules', owner)).body).toMatchObject(DEFAULTS);
});

test('data is deleted when the time that the owner chose for it is over', async () => {
  const { app, save } = await openShop();
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  await app.sentEmails();
  const kept = () => app.db.select().from(sentEmails).all().length > 0;
  expect((await save({ emailsDays: 60 })).status).toBe(200);
  for (const [days, isKept] of [
    [59, true],
    [2, false],
  ] as const) {
    app.wait(days * DAY_MS);
    await deleteOld(app.context);
    expect(kept()).toBe(isKept);
  }
});
