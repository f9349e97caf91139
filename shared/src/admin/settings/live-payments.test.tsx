import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { textsOf } from '../test/lists.ts';
import { mountAdmin } from '../test/mount-admin.tsx';

const LIST = 'GET /api/json/connections';
const SEE = 'GET /api/json/live-payments';
const TURN = 'POST /api/json/live-payments';
const none = { connections: [] };
const card = async () => within(await screen.findByRole('region', { name: 'Live payments' }));

test('live payments wait until everything is done', async () => {
  const checks = [
    { label: 'A backup was made', isDone: true },
    { label: 'The shop has an address with https', isDone: false },
  ];
  mountAdmin('#/settings/connections', {
    [LIST]: none,
    [SEE]: { state: 'off', checks },
  });
  const shown = await card();
  await shown.findAllByRole('listitem');
  const items = textsOf(shown, 'listitem');
  expect(items).toEqual(['The shop has an address with https']);
  const take = () => shown.getByRole<HTMLButtonElement>('button', { name: 'Take live payments' });
  expect(take().disabled).toBe(true);
});

test('what is left to decide is a link to where it is decided', async () => {
  const open = { label: 'No samples are left', isDone: false, section: 'samples' };
  mountAdmin('#/settings/connections', {
    [LIST]: none,
    [SEE]: { state: 'off', checks: [open, { ...open, label: 'Sales tax: you decided', isDone: true }] },
  });
  const shown = await card();
  await shown.findByRole('link', { name: 'The overview leads to each' });
  const links = shown.getAllByRole('link').slice(1);
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['No samples are left', expect.stringMatching(/#\/settings\/samples$/)],
  ]);
});

test('live payments are taken and stopped after a question that says what happens', async () => {
  const checks = [{ label: 'A backup was made', isDone: true }];
  const see = (state: 'on' | 'off', question: string) => ({
    [SEE]: { version: `of ${state}`, state, checks, question },
  });
  const { server, user } = mountAdmin('#/settings/connections', {
    [LIST]: none,
    ...see('off', 'It goes to Lantern & Oak (Stripe).'),
    [TURN]: { message: 'Changed' },
  });
  const shown = await card();
  await user.click(await shown.findByRole('button', { name: 'Take live payments' }));
  const asked = async () => within(await screen.findByRole('dialog'));
  expect((await asked()).getByText('It goes to Lantern & Oak (Stripe).')).toBeTruthy();
  expect(server.sent(TURN)).toEqual([]);
  server.answer(see('on', 'Nobody can pay in the shop.'));
  await user.click((await asked()).getByRole('button', { name: 'Take live payments' }));
  await user.click(await shown.findByRole('button', { name: 'Stop live payments' }));
  expect((await asked()).getByText('Nobody can pay in the shop.')).toBeTruthy();
  await user.click((await asked()).getByRole('button', { name: 'Stop live payments' }));
  await expect
    .poll(() => server.sent(TURN))
    .toEqual([
      { version: 'of off', isOn: true },
      { version: 'of on', isOn: false },
    ]);
});
