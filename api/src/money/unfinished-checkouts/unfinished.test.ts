import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { unfinishedCheckouts } from '../../db/schema/sales.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { confirmCard, startCard } from '../../../test/shop/purchase-steps.ts';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';
import { sweepPayments } from '../provider-events/sweep.ts';
import { dropOldCheckouts } from './routes.ts';
import * as unfinishedStore from './unfinished-store.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const EMAIL = 'ada@marlow-bicycles.example';
const TYPED = { firstName: 'Ada', email: EMAIL, phone: '(555)', businessName: 'Marlow <Bicycles>' };

const BUNDLE = {
  serviceIds: ['website', 'onhold'],
  addonIds: ['revisions'],
  isYearly: true,
  promoCode: 'SAVE50',
};

async function leave(app: TestApp, changes: object = {}) {
  const body = {
    checkoutId: randomUUID(),
    step: 'information',
    ...BUNDLE,
    information: TYPED,
    ...changes,
  };
  const response = await fetch(`${app.base}/api/unfinished-checkout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(204);
  return body;
}

async function keyInEmail(app: TestApp): Promise<string> {
  app.wait(HOUR);
  const link = (await app.sentEmails()).map(({ text }) => /\/checkout\?resume=(\S+)/.exec(text)?.[1]).at(-1);
  return link ?? '';
}

const open = (app: TestApp, key: string) => app.post('/api/unfinished-checkout/resume', { key });
const stored = (app: TestApp) => app.db.select().from(unfinishedCheckouts).all();

test('after an hour, one email brings a link that rebuilds the checkout on any device', async () => {
  const app = await startTestApp();
  const left = await leave(app);
  await leave(app, { ...left, step: 'payment' });
  expect(await app.sentEmails()).toEqual([]);
  const key = await keyInEmail(app);
  app.wait(DAY);
  expect(await app.sentEmails()).toMatchObject([{ to: EMAIL, subject: 'Your link to finish your order' }]);
  const { status, body } = await open(app, key);
  expect(status).toBe(200);
  expect(body).toEqual({
    checkoutId: expect.any(String),
    serviceIds: ['website', 'onhold'],
    addonIds: ['revisions'],
    isYearly: true,
    promoCode: 'SAVE50',
    information: expect.objectContaining({ ...TYPED, lastName: '' }),
    isExempt: false,
  });
  // Its own ID would open the order of the first browser.
  expect(body.checkoutId).not.toBe(left.checkoutId);
  expect((await open(app, key)).body.checkoutId).toBe(body.checkoutId);
});

test('a link ends when another address gets one, so nobody reads what its owner types later', async () => {
  const app = await startTestApp();
  const mine = await leave(app, { information: { email: 'evil@elsewhere.example' } });
  const evilKey = await keyInEmail(app);
  await leave(app, { ...mine, information: TYPED });
  expect((await open(app, evilKey)).status).toBe(404);
  const theirs = (await open(app, await keyInEmail(app))).body;
  expect(theirs.information).toMatchObject(TYPED);
  await leave(app, { ...mine, checkoutId: theirs.checkoutId, information: { ...TYPED, phone: '555-1234' } });
  expect((await open(app, evilKey)).status).toBe(404);
  await buyWithCard(app, aDraft({ checkoutId: theirs.checkoutId }));
  const { body } = await app.post('/api/payment-status', { checkoutId: mine.checkoutId });
  expect(body.order ?? null).toBeNull();
});

test('an opened link ends when the customer corrects the address', async () => {
  const app = await startTestApp();
  await leave(app, { information: { ...TYPED, email: 'mistyped@elsewhere.example' } });
  const key = await keyInEmail(app);
  const { checkoutId } = (await open(app, key)).body;
  await leave(app, { checkoutId, information: TYPED });
  expect((await open(app, key)).status).toBe(404);
});

test(
  'more than a form accepts is refused, and beyond the limit only started payments are noted',
  { tags: ['long'] },
  async () => {
    const app = await startTestApp();
    const long = { ...TYPED, phone: '5'.repeat(41) };
    const note = { checkoutId: randomUUID(), step: 'information', ...BUNDLE, information: long };
    expect((await app.post('/api/unfinished-checkout', note)).status).toBe(400);
    app.db
      .run(sql`INSERT INTO unfinished_checkouts (checkout_id, step, bundle, due_cents, created_at, updated_at)
    WITH RECURSIVE ids(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM ids WHERE id < 20000)
    SELECT 'made-up-' || id, 'information', '{}', 0, ${app.clock.now.getTime()}, ${app.clock.now.getTime()} FROM ids`);
    await leave(app);
    expect(unfinishedStore.count(app.db)).toBe(20_000);
    await startCard(app, aDraft());
    expect(unfinishedStore.count(app.db)).toBe(20_001);
    app.wait(30 * DAY + 1);
    await dropOldCheckouts(app.context);
    expect(rows.drafts(app.db)).toEqual([]);
  },
);

test('without the tick nothing of the customer is stored, and taking it back deletes it', async () => {
  const app = await startTestApp();
  const left = await leave(app);
  await leave(app, { ...left, information: null });
  expect(stored(app)).toMatchObject([{ information: null }]);
  expect(await keyInEmail(app)).toBe('');
  await leave(app, { information: { ...TYPED, email: 'not an address' } });
  expect(await keyInEmail(app)).toBe('');
});

test.each([
  ['in this checkout', EMAIL, true],
  ['in another one, with the address in another case', EMAIL.toUpperCase(), false],
])('no email when the customer ordered meanwhile %s', async (_, email, isSame) => {
  const app = await startTestApp();
  const { checkoutId } = await leave(app);
  app.wait(1_000);
  await buyWithCard(app, aDraft({ email, ...(isSame && { checkoutId }) }));
  expect(await keyInEmail(app)).toBe('');
  expect(stored(app)).toHaveLength(isSame ? 0 : 1);
  if (isSame) await leave(app, { checkoutId });
  expect(stored(app)).toHaveLength(isSame ? 0 : 1);
});

test('a wrong, changed, or expired key opens nothing, and neither does one whose order was placed', async () => {
  const app = await startTestApp();
  await leave(app);
  const key = await keyInEmail(app);
  const [id, createdAt, endsAt, signature] = key.split('.');
  for (const wrong of [
    '',
    'x',
    `2.${createdAt}.${endsAt}.${signature}`,
    `${id}.${createdAt}.9${endsAt}.${signature}`,
  ])
    expect((await open(app, wrong)).status).toBe(404);
  const { body } = await open(app, key);
  app.wait(7 * DAY - 1);
  expect((await open(app, key)).status).toBe(200);
  app.wait(1);
  expect((await open(app, key)).status).toBe(404);
  app.clock.now = new Date(app.clock.now.getTime() - DAY);
  await buyWithCard(app, aDraft({ checkoutId: body.checkoutId }));
  expect((await open(app, key)).status).toBe(404);
  expect(stored(app)).toMatchObject([{ information: null, linkFor: null, recoveredCents: 14_900 }]);
});

test('the list shows what, how much, how far and when, and counts recovered orders in money', async () => {
  const office = await openConsole();
  const { app } = office;
  await leave(app, {
    information: null,
    serviceIds: ['onhold'],
    addonIds: [],
    isYearly: false,
    promoCode: '',
  });
  await leave(app);
  // A customer whose browser sends no notes still starts a payment.
  await startCard(app, aDraft());
  const { body } = await open(app, await keyInEmail(app));
  const { clientSecret } = await startCard(
    app,
    aDraft({ checkoutId: body.checkoutId, email: 'new@example.com' }),
  );
  expect(
    (await office.see('/api/json/unfinished-checkouts')).items.map(({ link }: { link: string }) => link),
  ).toEqual(expect.arrayContaining(['opened', 'none', 'none']));
  await confirmCard(app, clientSecret);
  app.wait(HOUR);
  await sweepPayments(app.context);
  const answer = await office.see('/api/json/unfinished-checkouts');
  expect(answer).toMatchObject({ count: 2, recovered: { count: 1, cents: 14_900 } });
  expect(answer.items).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ what: 'On-Hold Audio', dueCents: 9_900, step: 'information', link: 'none' }),
      expect.objectContaining({ what: 'Website', dueCents: 14_900, step: 'payment', link: 'none' }),
    ]),
  );
  expect(JSON.stringify(answer)).not.toContain('@');
});

test('what nobody finished is deleted after 30 days with its draft and its hold of a code, but no paid order', async () => {
  const app = await startTestApp();
  await leave(app);
  await startCard(app, aDraft({ promoCode: 'SAVE50' }));
  await buyWithCard(app, aDraft({ promoCode: 'SAVE50' }));
  const processing = aDraft();
  await startCard(app, processing);
  app.db.$client.exec(
    `UPDATE payments SET status = 'processing' WHERE draft_id = '${processing.checkoutId}'`,
  );
  app.wait(30 * DAY + 1);
  await dropOldCheckouts(app.context);
  expect(stored(app)).toEqual([]);
  expect(rows.drafts(app.db)).toHaveLength(2);
  expect(rows.payments(app.db).map(({ draftId }) => draftId !== null)).toEqual([false, true, true]);
  expect(app.db.$client.prepare('SELECT count(*) FROM promo_uses').pluck().get()).toBe(1);
});

test('one network makes the shop write only a few links, and strangers’ mailboxes stay quiet', async () => {
  const app = await startTestApp({ env: { isRateLimited: true } });
  for (let place = 0; place < 8; place += 1)
    await leave(app, { information: { ...TYPED, email: `ada+${place}@example.com` } });
  app.wait(HOUR);
  expect(await app.sentEmails()).toHaveLength(5);
});

test('the new checkout keeps the source of the visit that began it', async () => {
  const app = await startTestApp();
  await leave(app, { cameFrom: { source: 'Google', campaign: 'fall', referrer: 'google.com' } });
  const { body } = await open(app, await keyInEmail(app));
  const cameFrom = { source: 'google', medium: '', campaign: 'fall', referrer: 'google.com', promo: '' };
  expect(body).toMatchObject({ serviceIds: ['website', 'onhold'], cameFrom });
});
