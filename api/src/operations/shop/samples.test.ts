import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SAMPLE_BUSINESS } from '@northlight/shared/catalog/sample-business.ts';
import type { Sample } from '@northlight/shared/contracts/samples.ts';
import { expect, test } from 'vitest';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { type Changes, shopBody } from '../../../test/shop/changed-shop.ts';
import { testEnv } from '../../../test/shop/test-app.ts';
import { publishNext } from './publish.ts';

const PATH = '/api/json/samples';

/** A new shop with all that it comes with, and its owner. */
async function aNewShop() {
  const dataDir = tempFolder();
  const { phone, address } = SAMPLE_BUSINESS;
  const console = await openConsole({
    env: { dataDir, business: { ...testEnv().business, phone, address } },
  });
  const { app, act, see } = console;
  const samples = async (): Promise<Sample[]> => (await see(PATH)).samples;
  const built: unknown[] = [];
  Object.assign(app.context, {
    siteBuilder: {
      state: () => 'current',
      build: async (publication?: { beforeSwitch: () => Promise<void> }) =>
        publication ? publication.beforeSwitch() : built.push('rebuilt'),
    },
  });
  return {
    ...console,
    built,
    samples,
    one: async (id: string) => (await samples()).find((sample) => sample.id === id),
    open: async () => (await samples()).flatMap(({ id, state }) => (state === 'open' ? [id] : [])),
    decide: (action: string, ...ids: string[]) => act(PATH, { ids, action }),
    publish: async (changes: Changes) => {
      await act('/api/json/shop', shopBody(await see('/api/json/shop'), changes));
      await publishNext(app.context);
    },
    published: () => publishNext(app.context),
    checks: async () => {
      const { checks } = await see('/api/json/live-payments');
      const isDone = new Map(
        checks.map((one: { label: string; isDone: boolean }) => [one.label, one.isDone] as const),
      );
      return {
        tax: isDone.get('Decide whether you charge sales tax'),
        samples: isDone.get('Keep or replace every sample'),
      };
    },
    setup: async () => (await see('/api/json/overview')).setup,
    dueToday: async () => {
      const draft = aDraft({ serviceTypes: ['onhold'], state: 'MI', postalCode: '48104', address: '1 Main' });
      return (await app.post('/api/create-payment-intent', { amount: 1, ...draft })).body.amount;
    },
    printed: () => {
      const file = join(dataDir, 'shop.json');
      return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    },
  };
}

test('a new shop has everything that it came with, and none of it is decided', async () => {
  const { open, checks, setup, one } = await aNewShop();
  const all = await open();
  const groups = ['tax', 'promo', 'price.website', 'price.voice', 'price.onhold', 'price.revisions'];
  expect(all).toEqual(expect.arrayContaining([...groups, 'testimonials', 'phone', 'address', 'refunds']));
  expect(all).toEqual(
    expect.arrayContaining(['texts.home', 'texts.checkout', 'texts.privacy', 'texts.terms']),
  );
  expect(await one('price.website')).toMatchObject({ now: '$149, then $30 a month or $300 a year' });
  expect(await one('tax')).toMatchObject({ now: 'Michigan 6%', by: null, at: null });
  expect(await checks()).toEqual({ tax: false, samples: false });
  expect(await setup()).toEqual(expect.arrayContaining(['shop', 'terms']));
});

test('a kept one is stored with who and when, still sells, and that can be undone', async () => {
  const { app, decide, one, dueToday, checks } = await aNewShop();
  expect((await decide('keep', 'tax')).status).toBe(200);
  expect(await one('tax')).toMatchObject({ state: 'kept', by: 'ada', at: app.clock.now.toISOString() });
  expect(await checks()).toEqual({ tax: true, samples: false });
  expect(await dueToday()).toBe(104.94);
  await decide('undo', 'tax');
  expect(await one('tax')).toMatchObject({ state: 'open', by: null });
  expect((await checks()).tax).toBe(false);
});

test('without sales tax, nobody is charged any once it is published, and undone, it is charged again', async () => {
  const { decide, one, dueToday, checks, published, see } = await aNewShop();
  await decide('remove', 'tax');
  // Not before the pages say so.
  expect(await one('tax')).toMatchObject({ state: 'removing' });
  expect((await checks()).tax).toBe(false);
  expect(await see('/api/json/overview')).toMatchObject({ isPublishing: true });
  await published();
  expect(await see('/api/json/overview')).not.toHaveProperty('isPublishing');
  expect(await one('tax')).toMatchObject({ state: 'removed', by: 'ada', now: 'None' });
  expect((await checks()).tax).toBe(true);
  expect(await dueToday()).toBe(99);
  await decide('undo', 'tax');
  await published();
  expect(await one('tax')).toMatchObject({ state: 'open', now: 'Michigan 6%' });
  expect(await dueToday()).toBe(104.94);
});

test('a published change of the tax is a decision, too', async () => {
  const { one, checks, publish } = await aNewShop();
  await publish({ taxes: [{ state: 'OH', percent: 5.75 }] });
  expect(await one('tax')).toBeUndefined();
  expect((await checks()).tax).toBe(true);
});

test('the removed promo code gives nothing off, and undone, it does again', async () => {
  const { app, decide, one } = await aNewShop();
  const valid = async () => (await app.post('/api/promo-code', { promoCode: 'save50' })).body.valid;
  expect(await valid()).toBe(true);
  await decide('remove', 'promo');
  expect([await valid(), (await one('promo'))?.state]).toEqual([false, 'removed']);
  await decide('undo', 'promo');
  expect([await valid(), (await one('promo'))?.state]).toEqual([true, 'open']);
});

test('a promo code with other terms, or turned off, is the owner’s own', async () => {
  const { act, one, see, decide } = await aNewShop();
  const { codes } = await see('/api/json/promo-codes');
  const {
    code: _code,
    uses: _uses,
    discountCents: _given,
    receivedCents: _received,
    version: _version,
    ...terms
  } = codes[0];
  await act('/api/admin/promo-codes/SAVE50', { ...terms, amountOffCents: 2_000 });
  expect(await one('promo')).toBeUndefined();
  await act('/api/admin/promo-codes/SAVE50', terms);
  expect(await one('promo')).toMatchObject({ state: 'open' });
  await act('/api/admin/promo-codes/SAVE50', { ...terms, isActive: false });
  expect(await one('promo')).toBeUndefined();
  // Removed and turned on again by hand, it is one again.
  await act('/api/admin/promo-codes/SAVE50', terms);
  await decide('remove', 'promo');
  await act('/api/admin/promo-codes/SAVE50', terms);
  expect(await one('promo')).toMatchObject({ state: 'open' });
});

test('phone and address can’t be kept, and removed, they are published as none', async () => {
  const { app, decide, one, published } = await aNewShop();
  for (const fact of ['phone', 'address']) {
    expect((await decide('keep', fact)).status).toBe(400);
    expect(await one(fact)).toMatchObject({ state: 'open', canKeep: false });
  }
  await decide('remove', 'phone', 'address');
  await published();
  expect(app.context.settings.business).toMatchObject({ phone: '', address: '' });
  expect(await one('phone')).toMatchObject({ state: 'removed' });
});

test('invented testimonials are removed from the pages, the owner’s own stay, and that can be undone', async () => {
  const { decide, one, publish, printed, built } = await aNewShop();
  expect(await one('testimonials')).toMatchObject({ now: expect.stringContaining('Karen Whitfield') });
  await decide('remove', 'testimonials');
  expect([printed().hasOwnTestimonials, built.length]).toEqual([true, 1]);
  expect(await one('testimonials')).toMatchObject({ state: 'removed' });
  await decide('undo', 'testimonials');
  expect([printed().hasOwnTestimonials, built.length]).toEqual([undefined, 2]);
  await publish({ content: { 'home.testimonials': [{ words: 'Good', name: 'Ann', business: 'Ann’s' }] } });
  expect(await one('testimonials')).toBeUndefined();
});

test('the step of prices and texts is done when each is the owner’s own or kept, and not after one price', async () => {
  const { publish, setup, open, decide, one } = await aNewShop();
  await publish({
    services: { website: { firstPaymentCents: 19_900 } },
    content: { 'home.heading': 'Hello' },
  });
  expect(await one('price.website')).toBeUndefined();
  expect(await one('texts.home')).toBeUndefined();
  expect(await setup()).toContain('shop');
  const left = (await open()).filter((id) => /^(?:price|texts)\./.test(id) && !/privacy|terms/.test(id));
  await decide('keep', ...left.slice(1));
  expect(await setup()).toContain('shop');
  await decide('keep', ...left.slice(0, 1));
  expect(await setup()).not.toContain('shop');
});

test('a service or an add-on that is not sold has no sample price', async () => {
  const { publish, one } = await aNewShop();
  await publish({
    services: { onhold: { state: 'hidden' } },
    addons: [{ id: 'revisions', isActive: false }],
  });
  expect([await one('price.onhold'), await one('price.revisions')]).toEqual([undefined, undefined]);
});

test('terms, refund rules, and the privacy page are a step, and no condition', async () => {
  const { act, decide, setup, checks, open, publish } = await aNewShop();
  await publish({ content: { 'terms.sections': [{ heading: 'Terms', words: 'Pay first.' }] } });
  await act('/api/admin/rules', { endsPaidBack: false });
  expect(await setup()).toContain('terms');
  await decide('keep', 'texts.privacy');
  expect(await setup()).not.toContain('terms');
  const other = await aNewShop();
  const others = (await other.open()).filter((id) => !/privacy|texts.terms|refunds|phone|address/.test(id));
  await other.decide('keep', ...others);
  await other.decide('remove', 'phone', 'address');
  await other.published();
  expect(await other.checks()).toEqual({ tax: true, samples: true });
  expect(await other.setup()).toContain('terms');
  expect([(await checks()).samples, (await open()).length > 0]).toEqual([false, true]);
});

test('an unpublished change is not published along, and what there isn’t can’t be decided', async () => {
  const { act, see, decide, one } = await aNewShop();
  const draft = shopBody(
    await see('/api/json/shop'),
    { content: { 'home.heading': 'Draft' } },
    { publish: false },
  );
  await act('/api/json/shop', draft);
  expect(await decide('remove', 'tax')).toMatchObject({ status: 409, body: { code: 'shop_changed' } });
  expect(await one('tax')).toMatchObject({ state: 'open' });
  expect((await decide('keep', 'tax', 'nothing')).status).toBe(404);
  expect(await one('tax')).toMatchObject({ state: 'open' });
  expect((await decide('remove', 'price.website')).status).toBe(400);
});

test('the audit log says what was decided', async () => {
  const { decide, see } = await aNewShop();
  await decide('keep', 'tax', 'promo');
  const { entries } = await see('/api/json/audit');
  expect(entries.map(({ text }: { text: string }) => text)).toContain(
    'Kept what the shop came with: Sales tax, Promo code SAVE50',
  );
});
