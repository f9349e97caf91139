import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anOrder, aQuote, EMPTY_LISTS, formsPage, ordersPage, quotesPage, rowOf } from '../test/lists.ts';
import { NO_RESPONSE, refused } from '../../contracts/test/fake-server.ts';
import { mountAdmin } from '../test/mount-admin.tsx';
import { aVoiceSubmission } from '../test/submissions.ts';
import { useOwnChoices } from '../base/own-choices.ts';

/** Without its key. */
const labelOf = (option: HTMLElement) => option.firstElementChild?.textContent;

test('letters typed into the search box are text, Esc leaves it, / focuses it', async () => {
  const { user } = mountAdmin('#/orders', EMPTY_LISTS);
  const box = await screen.findByRole<HTMLInputElement>('searchbox');
  await user.keyboard('/');
  expect(document.activeElement).toBe(box);
  await user.keyboard('jk?x/r');
  expect(box.value).toBe('jk?x/r');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('{Escape}');
  expect(document.activeElement).not.toBe(box);
});

test('x expands the answers of the row', async () => {
  const { user } = mountAdmin('#/voice-forms', {
    'GET /api/json/voice-agent-submissions': formsPage([aVoiceSubmission()]),
  });
  await rowOf('ORD-10001');
  await user.keyboard('jx');
  expect(document.querySelector('.list-expanded')).not.toBeNull();
  await user.keyboard('x');
  expect(document.querySelector('.list-expanded')).toBeNull();
});

test('? lists the keys, Esc closes the list, and single keys can be turned off', async () => {
  const { user } = mountAdmin('#/orders', EMPTY_LISTS);
  const box = await screen.findByRole('searchbox');
  await user.keyboard('?');
  const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(help.textContent).toContain('Next row');
  expect(help.textContent).toContain('Refresh');
  await user.click(within(help).getByRole('checkbox', { name: 'Use single-key shortcuts' }));
  await user.click(within(help).getByRole('button', { name: 'Close' }));
  await user.keyboard('?/');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).not.toBe(box);
  await user.keyboard('{Control>}k{/Control}');
  expect(await screen.findByRole('dialog', { name: 'Commands' })).toBeTruthy();
  useOwnChoices.setState(useOwnChoices.getInitialState(), true);
});

test('the palette finds actions, orders, and quotes by typing', async () => {
  const { user } = mountAdmin('#/voice-forms', {
    ...EMPTY_LISTS,
    'GET /api/json/orders': ({ query }) =>
      ordersPage(query['q'] === 'bicycles' ? [anOrder({ orderNumber: 'ORD-10009' })] : []),
    'GET /api/json/quotes/:number': NO_RESPONSE,
    'GET /api/json/invoices': ({ query }) => ({
      invoices:
        query['q'] === 'inv-1206' ? [{ number: 'INV-1206', customer: 'Elm Dental', totalCents: 3_000 }] : [],
    }),
    'GET /api/json/quotes': ({ query }) =>
      quotesPage(
        query['q'] === 'elm'
          ? [aQuote({ firstName: 'Bo', lastName: 'Lind', businessName: 'Elm Dental' })]
          : [],
      ),
  });
  await screen.findByText('No AI Voice Agent submissions found');
  await user.keyboard('{Control>}k{/Control}');
  const palette = await screen.findByRole('dialog', { name: 'Commands' });
  const field = within(palette).getByRole('combobox');
  await user.type(field, 'tracking');
  expect(within(palette).getAllByRole('option').map(labelOf)).toEqual(['Go to Order Tracking']);
  await user.keyboard('{Enter}');
  await screen.findByText('No orders found');
  expect(palette.isConnected).toBe(false);

  await user.click(screen.getByRole('button', { name: /^Find/ }));
  await user.type(await screen.findByRole('combobox', { name: 'Find an order or action' }), 'bicycles');
  const found = await screen.findByRole('option', { name: /ORD-10009/ });
  expect(found.getAttribute('aria-selected')).toBe('true');

  await user.clear(screen.getByRole('combobox', { name: 'Find an order or action' }));
  await user.type(screen.getByRole('combobox', { name: 'Find an order or action' }), 'inv-1206');
  await screen.findByRole('option', { name: /INV-1206.*Elm Dental · \$30\.00/ });

  await user.clear(screen.getByRole('combobox', { name: 'Find an order or action' }));
  await user.type(screen.getByRole('combobox', { name: 'Find an order or action' }), 'elm');
  const quote = await screen.findByRole('option', { name: /Q-1001.*Bo Lind · Elm Dental/ });
  await user.click(quote);
  await waitFor(() => expect(location.hash).toBe('#/quotes/Q-1001'));
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Find an order or action' }), 'pending');
  await waitFor(() => expect(screen.queryByRole('option', { name: /ORD-10009/ })).toBeNull());
  await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  await waitFor(() => expect(location.hash).toBe('#/orders?payment=pending'));
  // Settings are found by what is in them, and acts by their names.
  await user.keyboard('{Control>}k{/Control}');
  const finder = await screen.findByRole('combobox', { name: 'Find an order or action' });
  for (const [typed, name] of [
    ['tax', 'Settings, Shop: Prices, add-ons, promises, tax'],
    ['hours', 'Settings, Business: Name, hours, holidays'],
    ['refund', 'Refund an order: open it first'],
  ] as const) {
    await user.clear(finder);
    await user.type(finder, typed);
    expect(await screen.findByRole('option', { name })).toBeTruthy();
  }
});

test.each([
  ['accountant', ['Go to Books', 'Go to Customers'], ['Go to On-Hold Audio requests', 'Write a quote']],
  [
    'staff',
    ['Go to On-Hold Audio requests', 'Write a quote'],
    ['Go to Books', 'Settings, People: Who can log in'],
  ],
] as const)(
  'the palette offers %s the doors that they may open, and asks for nothing else',
  async (role, offered, left) => {
    const { user, server } = mountAdmin(
      '#/orders',
      {
        'GET /api/json/orders': ordersPage([]),
        'GET /api/json/customers': { ...ordersPage([]), customers: [], tags: [] },
        'GET /api/json/quotes': quotesPage([]),
        ...(role === 'staff' ? EMPTY_LISTS : { 'GET /api/json/invoices': { invoices: [] } }),
      },
      { role },
    );
    await screen.findByText('No orders found');
    expect(screen.queryByRole('link', { name: 'On-Hold Audio requests' }) !== null).toBe(role === 'staff');
    expect(screen.queryByRole('link', { name: 'Books' }) !== null).toBe(role === 'accountant');
    await user.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('combobox', { name: 'Find an order or action' });
    const palette = screen.getByRole('dialog', { name: 'Commands' });
    const options = within(palette).getAllByRole('option').map(labelOf);
    expect(options).toEqual(expect.arrayContaining([...offered]));
    for (const label of left) expect(options).not.toContain(label);
    await user.type(field, 'zebulon');
    await waitFor(() =>
      expect(server.asked('GET /api/json/customers')).toContainEqual({ q: 'zebulon', limit: '5' }),
    );
    expect(server.asked('GET /api/json/form-submissions')).toHaveLength(role === 'staff' ? 1 : 0);
    expect(server.asked('GET /api/json/invoices')).toHaveLength(role === 'staff' ? 0 : 1);
    expect(screen.queryByText(/Your role/)).toBeNull();
  },
);

const no = refused(403, 'Your role doesn’t allow this. Ask an owner of this shop.');
test.each([
  ['website-forms', { 'GET /api/json/form-submissions': no }],
  ['voice-forms', { 'GET /api/json/voice-agent-submissions': no }],
  ['on-hold', { 'GET /api/json/on-hold-submissions': no }],
  ['quotes/new', {}],
] as const)(
  'at %s, an accountant reads at once for whom it is, and where to go instead',
  async (path, answers) => {
    mountAdmin(`#/${path}`, answers, { role: 'accountant' });
    await screen.findByText('This page is for people who work on orders.');
    expect(screen.getByRole('link', { name: 'Go to the books' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  },
);
