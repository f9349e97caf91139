import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { anOrder, EMPTY_LISTS, ordersPage, quotesPage, rowOf, textsOf } from '../test/lists.ts';
import { mountAdmin } from '../test/mount-admin.tsx';
import { overviewAnswers } from '../test/overview.ts';
import { aCase } from '../test/case.ts';
import { useOwnChoices } from '../base/own-choices.ts';

/** The width of the window until the end of the test. */
function showAt(width: number): void {
  const { happyDOM, innerWidth } = window as unknown as {
    happyDOM: { setViewport: (size: { width: number }) => void };
    innerWidth: number;
  };
  happyDOM.setViewport({ width });
  onTestFinished(() => {
    happyDOM.setViewport({ width: innerWidth });
  });
}
const forgetChoices = (): void =>
  onTestFinished(() => {
    useOwnChoices.setState(useOwnChoices.getInitialState(), true);
  });

const places = () =>
  [...screen.getByRole('navigation', { name: 'Dashboard' }).querySelectorAll('a')].map(
    ({ textContent }) => textContent,
  );

test.each([
  [
    'owner',
    [
      'Overview',
      'Order Tracking',
      'Website Form Submissions',
      'AI Voice Agent Form Submissions',
      'On-Hold Audio requests',
      'Quotes',
      'Customers',
      'Recurring',
      'Books',
      'Settings',
    ],
  ],
  ['accountant', ['Overview', 'Order Tracking', 'Quotes', 'Customers', 'Recurring', 'Books', 'Settings']],
] as const)('the sidebar has the places that %s may open, in groups', async (role, expected) => {
  mountAdmin('#/orders', { 'GET /api/json/orders': ordersPage([anOrder()]) }, { role });
  await rowOf('ORD-10001');
  expect(places()).toEqual(expected);
  expect(screen.getByRole('link', { name: 'Download CSV' })).toBeTruthy();
  for (const group of ['Work', 'Customers', 'Money']) expect(screen.getAllByText(group)).not.toEqual([]);
});

test('beside each place stands how many things wait there, and not in its name', async () => {
  showAt(1280);
  const three = { count: 3, items: [] };
  mountAdmin('#/orders', {
    ...EMPTY_LISTS,
    ...overviewAnswers({
      promises: { late: three, today: { count: 1_000, items: [] } },
      newForms: { website: 2, voice: 0, onhold: 0 },
      quotes: three,
    }),
  });
  const orders = await screen.findByRole('tab', { name: 'Order Tracking', description: '1,003 waiting' });
  expect(orders.getAttribute('aria-selected')).toBe('true');
  expect(
    screen.getByRole('tab', { name: 'Website Form Submissions', description: '2 waiting' }),
  ).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'AI Voice Agent Form Submissions', description: '' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Quotes', description: '3 waiting' })).toBeTruthy();
});

test('g and a letter open a place, but not one that the role may not open, and not in a field', async () => {
  const { user } = mountAdmin(
    '#/orders',
    { 'GET /api/json/orders': ordersPage([]), 'GET /api/json/quotes': quotesPage([]) },
    { role: 'accountant' },
  );
  await screen.findByText('No orders found');
  await user.keyboard('gw');
  expect(location.hash).toBe('#/orders');
  await user.click(screen.getByRole('searchbox'));
  await user.keyboard('gq{Escape}');
  expect(location.hash).toMatch(/^#\/orders/);
  await user.keyboard('gq');
  await waitFor(() => expect(location.hash).toBe('#/quotes'));
  await user.keyboard('go');
  await waitFor(() => expect(location.hash).toBe('#/orders'));
});

test('arrow keys walk through the places', async () => {
  const { user } = mountAdmin('#/orders', EMPTY_LISTS);
  (await screen.findByRole('link', { name: 'Overview' })).focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Order Tracking' }));
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Settings' }));
});

test('an order belongs to Order Tracking', async () => {
  mountAdmin('#/case/ORD-10001', { 'GET /api/json/cases/:orderNumber': aCase() });
  await screen.findByRole('heading', { name: /ORD-10001/ });
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Order Tracking');
});

test('the sidebar folds to icons with their names, and the browser remembers it', async () => {
  forgetChoices();
  const { user } = mountAdmin('#/orders', EMPTY_LISTS);
  const fold = await screen.findByRole('button', { name: 'Fold the sidebar' });
  const before = fold.getAttribute('aria-pressed') === 'true';
  await user.click(fold);
  expect(fold.getAttribute('aria-pressed')).toBe(String(!before));
  expect(localStorage.getItem('northlight-admin-keys')).toContain(`"isFolded":${!before}`);
  expect(screen.getByRole('tab', { name: 'Order Tracking' })).toBeTruthy();
});

test('the person’s menu has their account, the shortcuts, and the look', async () => {
  forgetChoices();
  const { user } = mountAdmin('#/orders', EMPTY_LISTS);
  await user.click(await screen.findByRole('button', { name: /ada/ }));
  expect(screen.getByRole('link', { name: 'Your account' }).getAttribute('href')).toMatch(/#\/settings$/);
  await user.selectOptions(screen.getByLabelText('Look'), 'Dark');
  expect(document.documentElement.dataset['look']).toBe('dark');
  await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
  const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(help.textContent).toContain('Go to Order Tracking');
});

test('on a narrow screen, four places stand in a bar, and the others in a sheet that closes after a choice', async () => {
  showAt(390);
  const { user } = mountAdmin('#/orders', { ...EMPTY_LISTS, 'GET /api/json/quotes': quotesPage([]) });
  const bar = within(await screen.findByRole('navigation', { name: 'Places' }));
  expect(textsOf(bar, 'link')).toEqual(['Overview', 'Orders', 'Quotes', 'Customers']);
  expect(bar.getByRole('link', { current: 'page' }).textContent).toBe('Orders');
  expect(screen.queryByRole('tab')).toBeNull();
  await user.click(bar.getByRole('button', { name: 'More' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'More' }));
  expect(places()).toHaveLength(10);
  for (const name of ['Logout', 'Keyboard shortcuts'])
    expect(sheet.getByRole('button', { name })).toBeTruthy();
  expect(sheet.getByRole('link', { name: 'Home' })).toBeTruthy();
  await user.click(sheet.getByRole('tab', { name: 'Website Form Submissions' }));
  await screen.findByText('No form submissions found');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the bar of an accountant has the books', async () => {
  showAt(390);
  mountAdmin('#/orders', { 'GET /api/json/orders': ordersPage([anOrder()]) }, { role: 'accountant' });
  const bar = within(await screen.findByRole('navigation', { name: 'Places' }));
  expect(textsOf(bar, 'link')).toEqual(['Overview', 'Orders', 'Customers', 'Books']);
});

test('in the desktop app, the shop’s name at the top opens the other shops', async () => {
  showAt(1280);
  const Shops = () => <button type="button">The other shop</button>;
  mountAdmin('#/orders', EMPTY_LISTS, { platform: { Shops, shopName: 'My own studio' } });
  const opener = await screen.findByRole('button', { name: 'My own studio' });
  const menu = document.getElementById(opener.getAttribute('popovertarget') ?? '');
  expect(within(menu ?? expect.fail('no menu')).getByText('The other shop')).toBeTruthy();
  expect(screen.getAllByText('The other shop')).toHaveLength(1);
});

test('the name is the one that is published now, whatever the page was built with', async () => {
  const user = { id: 1, name: 'ada', role: 'owner' as const, staffSeesRevenue: false, timeZone: 'UTC' };
  mountAdmin('#/orders', {
    ...EMPTY_LISTS,
    'GET /api/admin/auth-status': { isAuthenticated: true, user: { ...user, businessName: 'Lantern & Oak' } },
  });
  expect(await screen.findByText('Lantern & Oak')).toBeTruthy();
  expect(screen.queryByText('Northlight Studio')).toBeNull();
});

test('above every view, an owner reads that the checkout is closed, why, and where to change it', async () => {
  showAt(1280);
  const closed = 'Live payments are stopped.';
  mountAdmin('#/orders', { ...EMPTY_LISTS, ...overviewAnswers({ closed }) });
  const line = (await screen.findByText('Your checkout is closed.')).parentElement;
  expect(line?.textContent).toContain(closed);
  expect(within(line ?? document.body).getByRole('link', { name: 'Open Connections' })).toBeTruthy();
});

test('nobody reads of a closed checkout while it is open', async () => {
  showAt(1280);
  mountAdmin('#/orders', { ...EMPTY_LISTS, ...overviewAnswers({}) });
  await screen.findByRole('tab', { name: 'Order Tracking' });
  expect(screen.queryByText('Your checkout is closed.')).toBeNull();
});
