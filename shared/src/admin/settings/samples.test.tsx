import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Sample } from '../../contracts/samples.ts';
import { textsOf } from '../test/lists.ts';
import { mountAdmin } from '../test/mount-admin.tsx';

const LIST = 'GET /api/json/samples';
const DECIDE = 'POST /api/json/samples';

const aSample = (id: string, more: Partial<Sample> = {}): Sample => ({
  id,
  group: 'prices',
  label: `Price: ${id}`,
  now: '$149',
  state: 'open',
  by: null,
  at: null,
  canKeep: true,
  canRemove: false,
  section: 'shop',
  ...more,
});
const tax = aSample('tax', { group: 'tax', label: 'Sales tax', now: 'Michigan 6%', canRemove: true });

async function open(samples: Sample[]) {
  const mounted = mountAdmin('#/settings/samples', { [LIST]: { samples }, [DECIDE]: { message: 'Saved' } });
  const part = async (name: string) => within(await screen.findByRole('region', { name }));
  return { ...mounted, part };
}

test('sales tax is a question with none, what it is, or own rates', async () => {
  const { part, server, user } = await open([tax]);
  const card = await part('Sales tax');
  expect(card.getByRole('link', { name: 'Set your own rates Sales tax' }).getAttribute('href')).toMatch(
    /#\/settings\/shop$/,
  );
  await user.click(card.getByRole('button', { name: 'Keep Michigan 6% Sales tax' }));
  await user.click(card.getByRole('button', { name: 'Charge none Sales tax' }));
  await expect
    .poll(() => server.sent(DECIDE))
    .toEqual([
      { ids: ['tax'], action: 'keep' },
      { ids: ['tax'], action: 'remove' },
    ]);
});

test('each sample is kept, removed, or changed, and a group of them is kept with one press', async () => {
  const phone = aSample('phone', { group: 'contact', label: 'Phone', canKeep: false, canRemove: true });
  const { part, server, user } = await open([aSample('a'), aSample('b'), phone]);
  const card = await part('Samples');
  expect(card.queryByRole('button', { name: 'Keep Phone' })).toBeNull();
  expect(card.queryByRole('button', { name: 'Remove Price: a' })).toBeNull();
  await user.click(card.getByRole('button', { name: 'Remove Phone' }));
  await user.click(card.getByRole('button', { name: 'Keep all prices' }));
  await expect
    .poll(() => server.sent(DECIDE))
    .toEqual([
      { ids: ['phone'], action: 'remove' },
      { ids: ['a', 'b'], action: 'keep' },
    ]);
});

test('what was decided says by whom, and can be undone', async () => {
  const decided = { by: 'Ada', at: '2026-11-28T12:00:00.000Z' };
  const { part, server, user } = await open([
    aSample('a', { state: 'kept', ...decided }),
    aSample('promo', { group: 'promo', label: 'Promo code SAVE50', state: 'removed', ...decided }),
  ]);
  const card = await part('Samples');
  const [kept, removed] = textsOf(card, 'listitem');
  expect(kept).toMatch(/Price: a \(Kept\).*Ada/);
  expect(removed).toMatch(/Promo code SAVE50 \(Removed\).*Ada/);
  await user.click(card.getByRole('button', { name: 'Undo Promo code SAVE50' }));
  await expect.poll(() => server.sent(DECIDE)).toEqual([{ ids: ['promo'], action: 'undo' }]);
});

test('without samples, each part says so', async () => {
  const { part } = await open([]);
  expect((await part('Samples')).getByText('No samples are left.')).toBeTruthy();
  expect((await part('Sales tax')).getByText('You set your own sales tax.')).toBeTruthy();
});

test('what decides for a whole group stands above its rows, and texts are changed on their page', async () => {
  const texts = ['texts.home', 'texts.voice'].map((id) =>
    aSample(id, { group: 'texts', label: `Texts: ${id}`, section: 'pages' }),
  );
  const { part } = await open([...texts, aSample('a')]);
  const card = await part('Samples');
  const row = card.getAllByRole('listitem')[0] ?? expect.fail();
  const all = card.getByRole('button', { name: 'Keep all texts' });
  expect(all.compareDocumentPosition(row)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const hrefOf = (name: string) => card.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('Change Texts: texts.voice')).toMatch(/#\/settings\/pages\?page=voice$/);
  expect(hrefOf('Change Price: a')).toMatch(/#\/settings\/shop$/);
});
