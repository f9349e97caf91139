import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { anOrder, ordersPage, rowOf } from '../test/lists.ts';
import { mountAdmin } from '../test/mount-admin.tsx';

test('an order has its labels', async () => {
  mountAdmin('#/orders', {
    'GET /api/json/orders': ordersPage([anOrder({ missingForms: ['voice'], paymentMode: 'demo' })]),
  });
  const row = await rowOf('ORD-10001');
  for (const text of [
    'Ada Marlow',
    'AI Voice Agent',
    'Hosted by GoHighLevel',
    '$0.00',
    'One-time payment',
    'Missing the AI Voice Agent form',
    'Demo',
    'New',
  ])
    expect(row.textContent).toContain(text);
  expect(within(row).getByText('completed').dataset['paid']).toBe('');
});

test('an unconfirmed payment is marked, and shows its reason', async () => {
  const reviewReason = 'The browser reported a payment, but this order has none.';
  mountAdmin('#/orders', {
    'GET /api/json/orders': ordersPage([anOrder({ paymentStatus: 'pending', reviewReason })]),
  });
  const row = await rowOf('ORD-10001');
  expect(within(row).getByText('pending').dataset['paid']).toBe('not');
  expect(within(row).getByText('Review').dataset['tip']).toBe(reviewReason);
});

test('without live updates, a new order appears after Refresh, and by itself after 30 seconds', async () => {
  const { server, user } = mountAdmin('#/orders', { 'GET /api/json/orders': ordersPage([]) });
  await screen.findByText('No orders found');
  expect(screen.getByText('Refreshing every 30 seconds')).toBeTruthy();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    server.answer({ 'GET /api/json/orders': ordersPage([anOrder()]) });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await rowOf('ORD-10001');
    server.answer({ 'GET /api/json/orders': ordersPage([anOrder(), anOrder({ orderNumber: 'ORD-10002' })]) });
    await vi.advanceTimersByTimeAsync(31_000);
    await waitFor(() => expect(screen.getByRole('link', { name: 'ORD-10002' })).toBeTruthy());
  } finally {
    vi.useRealTimers();
  }
});

const LATE = { name: 'Late', search: 'due=late&sort=due', count: 6, isCountExact: true, isOwn: false };

test('views show their counts, and the current filters can be saved as one and removed', async () => {
  const VIEWS = 'GET /api/json/order-views';
  const SAVE = 'POST /api/admin/order-views';
  const { server, user } = mountAdmin('#/orders?work=waiting&service=website', {
    'GET /api/json/orders': ordersPage([anOrder()]),
    [VIEWS]: { success: true, views: [LATE] },
    [SAVE]: { success: true, message: 'Views saved' },
  });
  const views = within(await screen.findByRole('navigation', { name: 'Views' }));
  expect(views.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['All orders', 'Late 6']);
  await user.click(screen.getByRole('button', { name: 'Save as a view' }));
  await user.type(screen.getByLabelText('Name of the view'), 'Waiting websites');
  const own = { name: 'Waiting websites', search: 'work=waiting&service=website' };
  server.answer({
    [VIEWS]: { success: true, views: [LATE, { ...own, count: 1_000, isCountExact: false, isOwn: true }] },
  });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const link = await views.findByRole('link', { name: 'Waiting websites 1,000+' });
  expect(link.getAttribute('aria-current')).toBeTruthy();
  expect(server.sent(SAVE)).toMatchObject([{ views: [{ name: 'Waiting websites' }] }]);
  await user.click(screen.getByRole('button', { name: 'Remove this view' }));
  await waitFor(() => expect(server.sent(SAVE).at(-1)).toEqual({ views: [] }));
  await user.click(views.getByRole('link', { name: 'Late 6' }));
  await waitFor(() => expect(location.hash).toBe('#/orders?due=late&sort=due'));
});
