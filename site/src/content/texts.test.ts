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

async function siteWith(content: Content) {
  writeFileSync(join(folder, 'shop.json'), JSON.stringify({ content }));
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
