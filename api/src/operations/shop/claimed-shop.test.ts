import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SAMPLE_BUSINESS } from '@northlight/shared/catalog/sample-business.ts';
import { expect, test } from 'vitest';
import { addAdmin, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { pdfPages } from '../../../test/fixtures/pdf-text.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { shopBody } from '../../../test/shop/changed-shop.ts';
import { pageLink } from '../../../test/shop/purchase-steps.ts';
import { startTestApp, testEnv } from '../../../test/shop/test-app.ts';
import { createFirstAdmin, unclaimed } from '../../people/session/first-admin.ts';
import { publishNext } from './publish.ts';

const { phone, address } = SAMPLE_BUSINESS;

/** A new shop with the sample's facts. */
async function aNewShop(variables = {}) {
  const dataDir = tempFolder();
  const business = { ...testEnv().business, phone, address };
  const app = await startTestApp({ env: { dataDir, business, variables } });
  /** What a customer reads of it: the order's email in both forms, and its invoice. */
  const read = async () => {
    await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
    const email = (await app.sentEmails()).at(-1);
    const link = new URLSearchParams(pageLink(app));
    const answer = await fetch(`${app.base}/api/order/invoice.pdf?${link}`);
    const pdf = await pdfPages(Buffer.from(await answer.arrayBuffer()));
    return [email?.text, email?.html, pdf.flat().join('\n')].map((text) =>
      [phone, address].filter((fact) => text?.includes(fact)),
    );
  };
  const file = join(dataDir, 'shop.json');
  const printed = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
  return { app, read, printed };
}

const ALL = Array.from({ length: 3 }, () => [phone, address]);
const NONE = [[], [], []];

test('a shop that nobody claimed shows the sample’s phone and address, and once claimed, neither', async () => {
  const trial = await aNewShop();
  await createFirstAdmin(trial.app.context);
  expect(await trial.read()).toEqual(ALL);
  const { app, read } = await aNewShop();
  await createFirstAdmin(app.context);
  const { code } = unclaimed(app.context) ?? {};
  await app.post('/api/claim', { code, username: 'grace', password: 'a brighter window' });
  expect(await read()).toEqual(NONE);
  // What is around them stays.
  expect((await app.sentEmails()).at(-1)?.text).toMatch(/email us at \S+\n\nNorthlight Studio\n$/);
});

test('a shop that published the sample’s phone with a name of its own does not show it either', async () => {
  const { app, read, printed } = await aNewShop();
  await addAdmin(app);
  const owner = await loggedIn(app);
  const shop = (await app.get('/api/json/shop', owner)).body;
  const business = { ...shop.serverBusiness, name: 'Lantern & Oak' };
  await app.post('/api/json/shop', shopBody(shop, { business }), owner);
  expect(await publishNext(app.context)).toBe(true);
  // The pages that were built for it know it already.
  expect(printed()).toMatchObject({ isClaimed: true });
  expect(await read()).toEqual(NONE);
  expect((await app.get('/api/json/shop', owner)).body.facts).toMatchObject({
    'business phone': '',
    'business name and address': 'Lantern & Oak',
    'or by phone': '',
  });
});

test('in production, visitors of a shop that nobody claimed see that it opens soon, and the owner gets in', async () => {
  const siteRoot = tempFolder();
  const pages = ['index', 'checkout', 'admin-login', '404'];
  for (const page of pages) writeFileSync(join(siteRoot, `${page}.html`), `<p>The page ${page}`);
  const open = async (variables: Record<string, string>) => {
    const app = await startTestApp({ siteRoot, env: { dataDir: tempFolder(), variables } });
    await createFirstAdmin(app.context);
    const see = async (path: string) => (await fetch(app.base + path)).text();
    return { app, see, all: () => Promise.all(['/', '/checkout', '/index.html', '/admin-login'].map(see)) };
  };
  const CLOSED = expect.stringContaining('This shop opens soon');
  const { app, see, all } = await open({ NODE_ENV: 'production' });
  expect(await all()).toEqual([CLOSED, CLOSED, CLOSED, expect.stringContaining('The page admin-login')]);
  expect(await see('/api/ready')).toContain('"ready"');
  const { code } = unclaimed(app.context) ?? {};
  await app.post('/api/claim', { code, username: 'grace', password: 'a brighter window' });
  expect(await see('/')).toContain('The page index');
  expect((await (await open({})).all())[0]).toContain('The page index');
});

test('in production, whoever logs in owns the shop', async () => {
  const { app, read } = await aNewShop({ NODE_ENV: 'production' });
  await addAdmin(app);
  expect(await read()).toEqual(ALL);
  await loggedIn(app);
  expect(await read()).toEqual(NONE);
});

test('a text that needs the phone number is refused while the business has none', async () => {
  const { app } = await aNewShop();
  await addAdmin(app);
  const owner = await loggedIn(app);
  const shop = (await app.get('/api/json/shop', owner)).body;
  const business = { ...shop.serverBusiness, phone: '', address: '' };
  const content = { 'home.lede': 'Call {business phone}.' };
  const save = (changes: object) =>
    app.post('/api/json/shop', shopBody(shop, { business, ...changes }), owner);
  expect((await save({ content })).body.fields).toEqual({
    'content.home.lede': [
      'Your business has no phone number. Leave out {business phone}, or enter it under Settings, Business.',
    ],
  });
  expect((await save({})).status).toBe(200);
});
