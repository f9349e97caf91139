import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Content } from '@northlight/shared/content/field.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'northlight-'));
  vi.stubEnv('DATA_DIR', folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
  rmSync(folder, { recursive: true });
});

async function siteWith(content: Content, more: object = {}) {
  writeFileSync(join(folder, 'shop.json'), JSON.stringify({ content, ...more }));
  vi.resetModules();
  return { ...(await import('./texts.ts')), ...(await import('./structured-data.ts')) };
}

test('the owner’s texts replace the defaults, with their placeholders filled', async () => {
  const { text, items } = await siteWith({
    'home.heading': 'From {website price}',
    'home.testimonials': [{ words: 'Good', name: 'Ann', business: 'Ann’s' }],
  });
  expect(text('home.heading')).toBe('From $149');
  expect(text('privacy.title')).toBe('Privacy · Northlight Studio');
  expect(items('home.testimonials')).toEqual(['home.testimonials.0']);
  expect(items('home.voiceQuestions')).toHaveLength(6);
});

test('a live shop shows no invented testimonials, whoever else is in the list', async () => {
  const added = { words: 'Good', name: 'Ann', business: 'Ann’s' };
  const samples = (await siteWith({})).testimonials();
  expect(samples).toHaveLength(3);
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_test_1');
  expect((await siteWith({})).testimonials()).toEqual([]);
  const { text } = await siteWith({});
  const kept = { words: text('home.testimonials.1.words'), name: 'Marcus', business: 'Delgado' };
  expect((await siteWith({ 'home.testimonials': [kept, added] })).testimonials()).toEqual([
    'home.testimonials.1',
  ]);
  vi.stubEnv('PAYMENTS', 'demo');
  expect((await siteWith({})).testimonials()).toHaveLength(3);
});

test('testimonials follow the switch of the dashboard, whatever the server’s environment says', async () => {
  vi.stubEnv('PAYMENTS', 'demo');
  expect((await siteWith({}, { isLive: true })).testimonials()).toEqual([]);
  vi.stubEnv('PAYMENTS', 'live');
  expect((await siteWith({}, { isLive: false })).testimonials()).toHaveLength(3);
});

test('an owner can remove the invented testimonials from a demo', async () => {
  expect((await siteWith({}, { hasOwnTestimonials: true })).testimonials()).toEqual([]);
  const own = { words: 'Good', name: 'Ann', business: 'Ann’s' };
  expect(
    (await siteWith({ 'home.testimonials': [own] }, { hasOwnTestimonials: true })).testimonials(),
  ).toEqual(['home.testimonials.0']);
});

test('a claimed shop shows neither phone nor address of the sample, and its texts are whole without', async () => {
  const trial = await siteWith({});
  expect(trial.text('privacy.whoText')).toBe(
    'Northlight Studio, 214 North Light Lane, Suite 3, Ann Arbor, MI 48104. Email hello@northlight.example or call (555) 014-2280.',
  );
  expect(trial.jsonLd([])).toContain('(555) 014-2280');
  const { jsonLd, text, facts } = await siteWith({}, { isClaimed: true });
  expect(text('privacy.whoText')).toBe('Northlight Studio. Email hello@northlight.example.');
  const [organization] = JSON.parse(jsonLd([]))['@graph'];
  expect(organization).not.toHaveProperty('telephone');
  expect(organization).not.toHaveProperty('address');
  expect(Object.values(facts).join()).not.toMatch(/014-2280|North Light Lane/);
  vi.stubEnv('BUSINESS_PHONE', '(555) 010-1234');
  const own = await siteWith({}, { isClaimed: true });
  expect(own.text('privacy.whoText')).toContain('or call (555) 010-1234.');
  const business = { name: 'Oak', email: 'hi@oak.example', phone: '', address: '' };
  expect((await siteWith({}, { isClaimed: true, business })).text('privacy.whoText')).toBe(
    'Oak. Email hi@oak.example.',
  );
});

test('search engines get questions without marks, and no answer ends their block', async () => {
  const { jsonLd, questionsFact } = await siteWith({
    'home.voiceQuestions': [
      { question: 'Q', answer: '*Yes*, [here](/website).</script><script>alert(1)</script>' },
    ],
  });
  const json = jsonLd([questionsFact()]);
  expect(json).not.toContain('<');
  expect(JSON.parse(json)['@graph'][1].mainEntity[6].acceptedAnswer.text).toBe(
    'Yes, here.</script><script>alert(1)</script>',
  );
});

test('a page that names an unknown text or list does not build', async () => {
  const { text, items } = await siteWith({});
  expect(() => text('home.nothing')).toThrow('There is no text home.nothing');
  expect(() => items('home.nothing')).toThrow('There is no list home.nothing');
});
