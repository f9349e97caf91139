import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { refused } from '../../contracts/test/fake-server.ts';
import { aCase, ORDER } from '../test/case.ts';
import { anOrder, ordersPage, rowOf, textsOf } from '../test/lists.ts';
import { mountAdmin } from '../test/mount-admin.tsx';
import { QUIET } from '../test/overview.ts';

const STATUS = 'POST /api/admin/cases/:orderNumber/work-status';
const MESSAGE = 'POST /api/admin/cases/:orderNumber/messages';
const VIEWS = 'GET /api/json/order-views';
const SAVE = 'POST /api/admin/order-views';
const LIST = 'GET /api/json/orders';

test('an order has its labels', async () => {
  mountAdmin('#/orders', {
    [LIST]: ordersPage([
      anOrder({ missingForms: ['voice'], paymentMode: 'demo', voiceQuote: '' }),
      anOrder({ orderNumber: 'ORD-10002', voiceQuote: 'Q-1002' }),
    ]),
  });
  const row = await rowOf('ORD-10001');
  for (const text of [
    'Ada Marlow',
    'AI Voice Agent',
    'Price not agreed. Hosted by GoHighLevel',
    '$0.00',
    'One-time payment',
    'Missing the AI Voice Agent form',
    'New',
  ])
    expect(row.textContent).toContain(text);
  expect(await within(row).findByText('Demo')).toBeTruthy();
  expect(within(row).getByText('Nothing due').dataset['paid']).toBe('');
  expect((await rowOf('ORD-10002')).textContent).toContain('Price agreed in Q-1002');
});

test('a demo shop says so once, and marks only the orders that were paid otherwise', async () => {
  mountAdmin('#/orders', {
    [LIST]: ordersPage([
      anOrder({ paymentMode: 'demo' }),
      anOrder({ orderNumber: 'ORD-10002', paymentMode: 'live' }),
    ]),
    'GET /api/json/overview': { ...QUIET, paymentMode: 'demo' },
  });
  await screen.findByText('Demo ·');
  expect((await rowOf('ORD-10001')).textContent).not.toContain('Demo');
  expect(await within(await rowOf('ORD-10002')).findByText('Live')).toBeTruthy();
});

test('an unconfirmed payment is marked, and shows its reason', async () => {
  const reviewReason = 'The browser reported a payment, but this order has none.';
  mountAdmin('#/orders', {
    [LIST]: ordersPage([anOrder({ paymentStatus: 'pending', reviewReason })]),
  });
  const row = await rowOf('ORD-10001');
  expect(within(row).getByText('Not paid').dataset['paid']).toBe('not');
  expect(within(row).getByText('Review').dataset['tip']).toBe(reviewReason);
});

test('a head sorts by its column, then the other way around, then as at first', async () => {
  const { user } = mountAdmin('#/orders?service=website', {
    [LIST]: ordersPage([anOrder({ isUnanswered: true })]),
  });
  expect((await rowOf('ORD-10001')).textContent).toContain('To answer');
  const head = (name: string) => screen.getByRole('columnheader', { name });
  expect(head('Date').getAttribute('aria-sort')).toBe('descending');
  for (const [sort, direction] of [
    ['highest', 'descending'],
    ['lowest', 'ascending'],
    [undefined, null],
  ]) {
    await user.click(within(head('Payments')).getByRole('link'));
    await waitFor(() => expect(head('Payments').getAttribute('aria-sort')).toBe(direction));
    expect(location.hash).toBe(`#/orders?service=website${sort ? `&sort=${sort}` : ''}`);
  }
});

test('without live updates, a new order appears after Refresh, and by itself after 30 seconds', async () => {
  const { server, user } = mountAdmin('#/orders', { [LIST]: ordersPage([]) });
  await screen.findByText('No orders found');
  expect(screen.getByText('Refreshing every 30 seconds')).toBeTruthy();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    server.answer({ [LIST]: ordersPage([anOrder()]) });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await rowOf('ORD-10001');
    server.answer({ [LIST]: ordersPage([anOrder(), anOrder({ orderNumber: 'ORD-10002' })]) });
    await vi.advanceTimersByTimeAsync(31_000);
    await waitFor(() => expect(screen.getByRole('link', { name: 'ORD-10002' })).toBeTruthy());
  } finally {
    vi.useRealTimers();
  }
});

const LATE = { name: 'Late', search: 'due=late&sort=due', count: 6, isCountExact: true, isOwn: false };

test('views show their counts, and the current filters can be saved as one and removed', async () => {
  const { server, user } = mountAdmin('#/orders?work=waiting&service=website', {
    [LIST]: ordersPage([anOrder()]),
    [VIEWS]: { views: [LATE], columns: null, version: 'v1' },
    [SAVE]: { message: 'Views saved' },
  });
  const views = within(await screen.findByRole('navigation', { name: 'Views' }));
  expect(textsOf(views, 'link')).toEqual(['All orders', 'Late 6']);
  await user.click(screen.getByRole('button', { name: 'Save as a view' }));
  await user.type(screen.getByLabelText('Name of the view'), 'Waiting websites');
  const own = { name: 'Waiting websites', search: 'work=waiting&service=website' };
  server.answer({
    [VIEWS]: {
      views: [LATE, { ...own, count: 1_000, isCountExact: false, isOwn: true }],
      columns: null,
      version: 'v2',
    },
  });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const link = await views.findByRole('link', { name: 'Waiting websites 1,000+' });
  expect(link.getAttribute('aria-current')).toBeTruthy();
  expect(server.sent(SAVE)).toMatchObject([{ views: [{ name: 'Waiting websites' }], version: 'v1' }]);
  await user.click(screen.getByRole('button', { name: 'Remove this view' }));
  await waitFor(() => expect(server.sent(SAVE).at(-1)).toEqual({ views: [], version: 'v2' }));
  await user.click(views.getByRole('link', { name: 'Late 6' }));
  await waitFor(() => expect(location.hash).toBe('#/orders?due=late&sort=due'));
  // Filters that find nothing are no view to keep.
  server.answer({ [LIST]: ordersPage([]) });
  await user.selectOptions(screen.getByLabelText('Work status'), 'New');
  await screen.findByText('No orders found');
  expect(screen.queryByRole('button', { name: 'Save as a view' })).toBeNull();
});

test('several orders get a work status or a message at once, and what failed stays chosen', async () => {
  const UNDO = 'POST /api/admin/cases/:orderNumber/undo';
  const { server, user, downloads } = mountAdmin('#/orders', {
    [LIST]: ordersPage(
      ['ORD-10001', 'ORD-10002', 'ORD-10003'].map((orderNumber) => anOrder({ orderNumber })),
    ),
    'GET /api/json/cases/:orderNumber': ({ path }) => aCase({ orderNumber: path.slice(-9), workVersion: 4 }),
    [STATUS]: ({ path }) =>
      path.includes('10002')
        ? refused(409, 'Somebody changed it.')
        : { message: 'Changed', undo: { orderNumber: 'ORD-10001', token: 'taken.back' } },
    [UNDO]: { message: 'Undone' },
    [MESSAGE]: { message: 'Message sent' },
    'GET /api/json/wording': {
      replies: [{ name: 'Thanks', text: 'Thank you, {name}.' }],
      reminderDays: [],
      asksForReview: false,
    },
  });
  await rowOf('ORD-10001');
  expect(screen.queryByRole('region', { name: 'Selected orders' })).toBeNull();
  const box = (number: string) => screen.getByRole('checkbox', { name: `Select ${number}` });
  // Up or down.
  await user.click(box('ORD-10003'));
  await user.keyboard('{Shift>}');
  await user.click(box('ORD-10001'));
  await user.keyboard('{/Shift}');
  const bar = within(await screen.findByRole('region', { name: 'Selected orders' }));
  expect(bar.getByText('3 selected')).toBeTruthy();
  await user.click(box('ORD-10003'));
  await user.click(bar.getByRole('button', { name: 'Download these' }));
  expect(downloads).toEqual(['/api/json/orders.csv?numbers=ORD-10001%2CORD-10002']);
  // Only what customers would read is asked first.
  await user.click(bar.getByRole('button', { name: 'Delivered' }));
  const question = within(await screen.findByRole('dialog', { name: 'Mark 2 orders as delivered?' }));
  expect(question.getByText(/^ORD-10001 and ORD-10002\. .*“closed” instead of “finished,”/)).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(server.sent(STATUS)).toEqual([]);
  await user.click(bar.getByRole('button', { name: 'In progress' }));
  await screen.findByText(
    '1 of 2 orders is in progress. ORD-10002: Somebody changed it. What failed is still selected.',
  );
  expect(server.sent(STATUS)).toEqual([
    { workStatus: 'in-progress', workVersion: 4 },
    { workStatus: 'in-progress', workVersion: 4 },
  ]);
  expect(bar.getByText('1 selected')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Undone');
  expect(server.sent(UNDO)).toEqual([{ token: 'taken.back' }]);
  await user.click(bar.getByRole('button', { name: 'Delivered' }));
  await user.click(screen.getByRole('button', { name: 'Mark as delivered' }));
  await screen.findByText(/^0 of 1 order is delivered\. ORD-10002/);
  server.answer({ [STATUS]: { message: 'Changed', workStatus: 'closed' } });
  await user.click(bar.getByRole('button', { name: 'Delivered' }));
  await user.click(screen.getByRole('button', { name: 'Mark as delivered' }));
  await screen.findByText('1 order is delivered (1 closed without a delivered version)');
  await user.click(box('ORD-10002'));
  const again = within(await screen.findByRole('region', { name: 'Selected orders' }));
  await user.click(again.getByRole('button', { name: 'Message' }));
  await user.type(again.getByLabelText(/^Message to each/), 'We are back on Monday.');
  await user.click(await again.findByRole('button', { name: 'Insert reply' }));
  await user.click(again.getByRole('button', { name: 'Send to 1' }));
  await screen.findByText('Message sent: 1 of 1');
  expect(server.sent(MESSAGE)).toMatchObject([
    { text: 'We are back on Monday.\n\nThank you, {name}.', fillsFields: true },
  ]);
  expect(screen.queryByRole('region', { name: 'Selected orders' })).toBeNull();
});

test('the columns and their order are chosen, and those of an older version are left out', async () => {
  const { server, user } = mountAdmin('#/orders', {
    [LIST]: ordersPage([anOrder({ responsible: 'sam' })]),
    [VIEWS]: { views: [], columns: ['Customer', 'Gone', 'Due'], version: 'v1' },
    [SAVE]: { message: 'Views saved' },
  });
  await rowOf('ORD-10001');
  const heads = () => textsOf(screen, 'columnheader');
  await waitFor(() => expect(heads()).toEqual(['Order', 'Customer', 'Due', 'Actions']));
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Columns' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Responsible' }));
  await user.click(dialog.getByRole('button', { name: 'Move Due up' }));
  const columns = ['Due', 'Customer', 'Responsible'];
  server.answer({ [VIEWS]: { views: [], columns, version: 'v2' } });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(heads()).toEqual(['Order', ...columns, 'Actions']));
  expect(server.sent(SAVE)).toEqual([{ columns, version: 'v1' }]);
  expect((await rowOf('ORD-10001')).textContent).toContain('sam');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the menu of a row does with one order what the bar does with several', async () => {
  const { server, user } = mountAdmin('#/orders', {
    [LIST]: ordersPage([anOrder(), anOrder({ orderNumber: 'ORD-10002' })]),
    [MESSAGE]: { message: 'Message sent' },
    [STATUS]: { message: 'Changed' },
    'GET /api/json/cases/:orderNumber': aCase({ workVersion: 0 }),
  });
  const row = within(await rowOf('ORD-10002'));
  expect(row.queryByRole('button', { name: 'Remind' })).toBeNull();
  await user.click(row.getByRole('button', { name: 'Actions for ORD-10002' }));
  expect((await row.findByRole('link', { name: 'Open' })).getAttribute('href')).toMatch(/case\/ORD-10002$/);
  await user.click(row.getByRole('button', { name: 'Status: In progress' }));
  await screen.findByText('Changed');
  expect(server.sent(STATUS)).toEqual([{ workStatus: 'in-progress', workVersion: 0 }]);
  await user.click(row.getByRole('button', { name: 'Status: Delivered' }));
  await screen.findByRole('dialog', { name: 'Mark 1 order as delivered?' });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(row.getByRole('button', { name: 'Message' }));
  await user.type(await screen.findByLabelText(/^Message to each/), 'Hello');
  await user.click(screen.getByRole('button', { name: 'Send to 1' }));
  await screen.findByText('Message sent: 1 of 1');
  expect(server.sent(MESSAGE)).toMatchObject([{ text: 'Hello' }]);
});

test('all orders that the filters find are chosen, given to a person, and reminded, each after a question', async () => {
  const ASSIGN = 'POST /api/admin/cases/:orderNumber/assign';
  const REMIND = 'POST /api/admin/cases/:orderNumber/remind';
  const [first, second] = [anOrder(), anOrder({ orderNumber: 'ORD-10002' })];
  const { server, user } = mountAdmin('#/orders?form=waiting', {
    [LIST]: { ...ordersPage([first]), total: 2, nextCursor: '1' },
    'GET /api/json/team': {
      team: [
        { id: 1, username: 'ada', name: 'Ada' },
        { id: 2, username: 'sam', name: 'Sam' },
      ],
    },
    'GET /api/json/cases/:orderNumber': ({ path }) =>
      aCase({ order: { ...ORDER, responsible: path.includes('10002') ? 'ada' : null } }),
    [ASSIGN]: { message: 'Responsible person saved' },
    [REMIND]: ({ path }) =>
      path.includes('10002') ? refused(409, 'No form is missing.') : { message: 'Reminder sent' },
  });
  await rowOf('ORD-10001');
  await user.click(screen.getByRole('checkbox', { name: 'Select ORD-10001' }));
  const bar = within(await screen.findByRole('region', { name: 'Selected orders' }));
  server.answer({ [LIST]: ordersPage([first, second]) });
  await user.click(bar.getByRole('button', { name: 'Select all 2' }));
  await bar.findByText('2 selected');
  expect(server.asked(LIST)).toContainEqual({ form: 'waiting', limit: '500' });
  await user.click(await bar.findByRole('button', { name: 'Sam' }));
  const who = within(await screen.findByRole('dialog', { name: 'Change who is responsible for 2 orders?' }));
  await user.click(who.getByRole('button', { name: 'Assign' }));
  await screen.findByText('Responsible person saved: 2 of 2');
  expect(server.sent(ASSIGN)).toEqual([
    { adminId: 2, version: '' },
    { adminId: 2, version: 'ada' },
  ]);
  for (const number of ['ORD-10001', 'ORD-10002'])
    await user.click(screen.getByRole('checkbox', { name: `Select ${number}` }));
  await user.click(await screen.findByRole('button', { name: 'Remind' }));
  expect(server.sent(REMIND)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Send the reminders' }));
  await screen.findByText(
    'Reminder sent: 1 of 2. ORD-10002: No form is missing. What failed is still selected.',
  );
});
