import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NO_RESPONSE } from '../../contracts/test/fake-server.ts';
import { textsOf } from '../test/lists.ts';
import { mountAdmin } from '../test/mount-admin.tsx';
import { overviewAnswers } from '../test/overview.ts';

const FUNNEL = 'GET /api/json/funnel';
const UNFINISHED = 'GET /api/json/unfinished-checkouts';
const counted = {
  ...overviewAnswers()[FUNNEL],
  all: [1_000, 500, 200, 100, 50],
  byService: { website: [600, 300, 100, 50, 30], voice: [0, 0, 0, 0, 0], onhold: [400, 200, 100, 50, 20] },
};
const steps = async () =>
  within(await screen.findByRole('table', { name: 'Visits by step' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));

test('the funnel has each step with its visits, for all services or one', async () => {
  const { user } = mountAdmin('#/', { ...overviewAnswers(), [FUNNEL]: counted });
  await screen.findByRole('heading', { name: 'Where sales come from' });
  const all = await steps();
  expect(all.map(([name, count]) => [name, count])).toEqual([
    ['Saw the offer', '1,000'],
    ['Opened checkout', '500'],
    ['Entered details', '200'],
    ['Went to payment', '100'],
    ['Paid', '50'],
  ]);
  expect(all.map(([, , share]) => share)[0]).toBe('');
  expect(all.map(([, , share]) => share)[1]).toContain('50%');
  const card = screen.getByRole('region', { name: 'Where sales come from' });
  await user.selectOptions(within(card).getByLabelText('Service'), 'On-Hold Audio');
  expect((await steps()).map(([, count]) => count)).toEqual(['400', '200', '100', '50', '20']);
});

test('sources have their visits, orders and revenue, and say how many more there are', async () => {
  mountAdmin('#/', {
    ...overviewAnswers(),
    [FUNNEL]: {
      ...counted,
      campaigns: [{ name: 'newsletter / email', counts: [40, 20, 10, 5, 2], cents: 26_820 }],
      more: 1,
    },
  });
  const row = await screen.findByRole('row', { name: /^newsletter/ });
  expect(textsOf(within(row), 'cell')).toEqual(['40', '2', '$268.20']);
  expect(screen.getByText('And 1 more source.')).toBeTruthy();
});

test('without visits the funnel says so, and a failed load can be tried again', async () => {
  const { server, user } = mountAdmin('#/', { ...overviewAnswers(), [FUNNEL]: NO_RESPONSE });
  await screen.findByText('Couldn’t reach the server.');
  server.answer(overviewAnswers());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No visits were counted in this period yet.')).toBeTruthy();
});

test('without unfinished checkouts there is only a sentence', async () => {
  mountAdmin('#/', overviewAnswers());
  const card = await screen.findByRole('region', { name: 'Unfinished checkouts' });
  expect((await within(card).findByText(/^None at the moment\./)).textContent).toContain('for 0 orders.');
  expect(within(card).queryByText('Newest checkouts')).toBeNull();
});

test('unfinished checkouts say what was left, where, and whether a link was wanted', async () => {
  const updatedAt = new Date(Date.now() - 3 * 60 * 60_000).toISOString();
  const item = {
    id: 1,
    what: 'Website',
    dueCents: 14_900,
    step: 'payment',
    link: 'wanted',
    updatedAt,
  } as const;
  mountAdmin('#/', {
    ...overviewAnswers(),
    [UNFINISHED]: {
      count: 1_200,
      items: [item, { ...item, id: 2, what: 'On-Hold Audio', step: 'information', link: 'none' }],
      recovered: { count: 1, cents: 9_900 },
    },
  });
  const card = await screen.findByRole('region', { name: 'Unfinished checkouts' });
  await within(card).findByText(
    /^1,200 at the moment\. Customers who used the link in our email paid \$99\.00 for 1 order\.$/,
  );
  const [first, second] = within(card).getAllByRole('listitem');
  expect(first?.textContent).toBe('$149.00Website Stopped at the payment, asked for a link to finish3 hours');
  expect(second?.textContent).toContain('On-Hold Audio Stopped at the details3 hours');
});
