import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { shopBody } from '../../../test/shop/changed-shop.ts';
import { startTestApp, testEnv } from '../../../test/shop/test-app.ts';
import { businessDayMs } from '../../base/business-hours.ts';
import { createLog } from '../../base/log.ts';
import { HOUR_MS } from '../../base/units.ts';
import { createContext } from '../../server/context.ts';
import { publishNext } from './publish.ts';
import { createSiteBuilder } from './site-builder.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';

const NEW = {
  name: 'Southlight',
  email: 'hi@southlight.example',
  phone: '(555) 010-2000',
  address: '5 South Street',
  taxId: 'EIN 12-3456789',
  timeZone: 'America/Chicago',
  hours: '08:00-16:00',
  days: 'Mon, Tue, Wed, Thu',
  holidays: 'US, 2026-12-24',
};

/** The settings are changed in place, so each shop needs its own. */
const ownSettings = () => {
  const { business, hours } = testEnv();
  return { dataDir: tempFolder(), business: { ...business }, hours: { ...hours } };
};

async function openShop(more: object = {}) {
  const env = { ...ownSettings(), ...more };
  const { app, cookie: owner } = await openConsole({ env });
  const read = async () => (await app.get('/api/json/shop', owner)).body;
  const save = async (changes: object = {}) => {
    const answer = await app.post(
      '/api/json/shop',
      shopBody(await read(), { business: { ...NEW, ...changes } }),
      owner,
    );
    await publishNext(app.context);
    return answer;
  };
  return { app, env, owner, save, read };
}

test('the environment gives the first values, and what is published counts, also after a restart', async () => {
  const { app, env, save, read } = await openShop();
  expect(await read()).toMatchObject({
    business: null,
    serverBusiness: { name: 'Northlight Studio', hours: '09:00-17:00', days: 'Mon-Fri', holidays: 'US' },
  });
  expect((await save()).status).toBe(200);
  expect((await app.get('/api/about')).body).toMatchObject({
    businessName: 'Southlight',
    businessEmail: NEW.email,
  });
  await buyWithCard(app, aDraft());
  const [toCustomer] = await app.sentEmails();
  expect(toCustomer).toMatchObject({ from: `"Southlight" <${NEW.email}>`, replyTo: NEW.email });
  expect(toCustomer?.text).toContain('5 South Street');
  expect((await read()).business).toEqual(NEW);

  const restarted = createContext({
    ...app.context,
    settings: testEnv({ ...ownSettings(), dataDir: env.dataDir }),
  });
  expect(restarted.settings.business.name).toBe('Southlight');
  expect(restarted.settings.hours).toMatchObject({
    timeZone: 'America/Chicago',
    periods: [{ opensAt: '08:00', closesAt: '16:00' }],
    days: [1, 2, 3, 4],
  });
  expect(JSON.parse(readFileSync(join(env.dataDir, 'shop.json'), 'utf8')).business).toEqual(NEW);
});

test('a lunch break is saved as it is written, and counts in promises', async () => {
  const { app, save, read } = await openShop();
  const hours = '08:00-12:00, 12:30-16:30';
  expect((await save({ hours })).status).toBe(200);
  expect((await read()).business.hours).toBe(hours);
  expect(businessDayMs(app.context.settings.hours)).toBe(8 * HOUR_MS);
});

test('the closed days of the next 12 months have names, and days that are closed anyway are left out', async () => {
  const { save, read } = await openShop();
  const closed = async () => (await read()).closedDays;
  const [first] = await closed();
  expect(first).toEqual({ day: '2026-11-26', name: 'Thanksgiving Day' });
  await save({ days: 'Mon-Fri', holidays: 'US, 2026-12-24, 2026-12-26, 2027-11-30' });
  expect(await closed()).toEqual(
    [
      ['2026-11-26', 'Thanksgiving Day'],
      ['2026-12-24', 'Your own date'],
      ['2026-12-25', 'Christmas Day'],
      ['2027-01-01', 'New Year’s Day'],
      ['2027-01-18', 'Martin Luther King Jr. Day'],
      ['2027-02-15', 'Presidents’ Day'],
      ['2027-05-31', 'Memorial Day'],
      ['2027-06-18', 'Juneteenth (observed)'],
      ['2027-07-05', 'Independence Day (observed)'],
      ['2027-09-06', 'Labor Day'],
      ['2027-10-11', 'Columbus Day'],
      ['2027-11-11', 'Veterans Day'],
    ].map(([day, name]) => ({ day, name })),
  );
  await save({ holidays: 'none' });
  expect(await closed()).toEqual([]);
});

test('an own sender address stays', async () => {
  const { app, save } = await openShop({ mailFrom: 'Orders <orders@shop.example>' });
  await save();
  expect(app.context.settings).toMatchObject({
    mailFrom: 'Orders <orders@shop.example>',
    business: { name: 'Southlight' },
  });
});

test('a version says what changed of the business, and restoring an earlier one brings its facts back', async () => {
  const { app, owner, save, read } = await openShop();
  await save({ phone: '(555) 010-2001' });
  const { version } = await read();
  await save({ phone: '(555) 010-2002' });
  const [last] = (await app.get('/api/json/shop/versions', owner)).body.versions;
  expect(last.changes).toEqual([{ what: 'Phone', from: '(555) 010-2001', to: '(555) 010-2002' }]);
  const restore = async (which: number) => {
    await app.post(`/api/json/shop/versions/${which}`, { action: 'restore' }, owner);
    await publishNext(app.context);
    return app.context.settings.business.phone;
  };
  expect(await restore(version)).toBe('(555) 010-2001');
  expect(await restore(1)).toBe('(555) 014-2280');
});

test('a draft of the business counts nowhere yet', async () => {
  const { app, owner, read } = await openShop();
  await app.post('/api/json/shop', shopBody(await read(), { business: NEW }, { publish: false }), owner);
  await publishNext(app.context);
  expect((await read()).facts['business name']).toBe('Southlight');
  expect(app.context.settings.business.name).toBe('Northlight Studio');
});

test.each([
  ['hours', '17:00-09:00', /opening time before its closing time/],
  ['hours', '09:00-13:00, 12:00-17:00', /in order/],
  ['hours', '09:00-, -17:00', /times such as 09:00-17:00/],
  ['hours', 'all day', /times such as 09:00-17:00/],
  ['days', 'Monday', /days such as Mon-Fri/],
  ['holidays', 'Christmas', /dates such as/],
  ['timeZone', 'Chicago', /a time zone such as/],
  ['email', 'nobody', /valid email/],
  ['name', '<script>', /leave out/],
  ['phone', '<script>', /leave out/],
])('%s %s is rejected with the reason, and nothing changes', async (field, value, reason) => {
  const { save, read } = await openShop();
  const { status, body } = await save({ [field]: value });
  expect([status, body.fields]).toEqual([400, { [`business.${field}`]: [expect.stringMatching(reason)] }]);
  expect((await read()).business).toBeNull();
});

test('the pages are switched in one step while they are asked for, and remembered ones are dropped', async () => {
  const builds = tempFolder();
  for (const name of ['first', 'second']) {
    mkdirSync(join(builds, name, 'assets'), { recursive: true });
    writeFileSync(join(builds, name, 'index.html'), `<p>${name}`);
    writeFileSync(join(builds, name, 'assets', `${name}.js`), name);
  }
  writeFileSync(join(builds, 'current'), 'first');
  const app = await startTestApp({ siteRoot: join(builds, 'first') });
  const page = async () => (await fetch(`${app.base}/`)).text();
  expect([await page(), await page()]).toEqual(['<p>first', '<p>first']);
  const script = join(builds, 'build.mjs');
  writeFileSync(
    script,
    `import { writeFileSync } from 'node:fs'; setTimeout(() => writeFileSync(${JSON.stringify(join(builds, 'current'))}, 'second'), 300)`,
  );
  const builder = createSiteBuilder(
    { builds, switchTo: app.switchSite, switchPreview: app.switchPreview, script },
    createLog('silent'),
  );
  void builder.build();
  expect(builder.state()).toBe('building');
  const seen = new Set<string>();
  while (builder.state() === 'building') seen.add(await page());
  await builder.finished();
  expect([...seen].every((text) => text === '<p>first' || text === '<p>second')).toBe(true);
  expect([builder.state(), await page()]).toEqual(['current', '<p>second']);
  // Open tabs still get the files of their build.
  expect(await (await fetch(`${app.base}/assets/first.js`)).text()).toBe('first');
});

test('a build that fails leaves the pages as they are and says so', async () => {
  const builds = tempFolder();
  writeFileSync(join(builds, 'build.mjs'), `process.exit(1)`);
  const builder = createSiteBuilder(
    {
      builds,
      switchTo: () => expect.unreachable(),
      switchPreview: () => {},
      script: join(builds, 'build.mjs'),
    },
    createLog('silent'),
  );
  await expect(builder.build()).rejects.toThrow();
  expect(builder.state()).toBe('failed');
});
