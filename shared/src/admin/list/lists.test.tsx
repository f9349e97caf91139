import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refused, Reply } from '../../contracts/test/fake-server.ts';
import { anOrder, EMPTY_LISTS, ordersPage, rowOf, textsOf } from '../test/lists.ts';
import { mountAdmin } from '../test/mount-admin.tsx';
import { overviewAnswers } from '../test/overview.ts';

const LISTS = {
  'website-forms': 'GET /api/json/form-submissions',
  'voice-forms': 'GET /api/json/voice-agent-submissions',
  orders: 'GET /api/json/orders',
} as const;
const VIEWS = Object.entries(LISTS);
const choose = (label: string) => screen.getByLabelText<HTMLSelectElement>(label);

test('a list says in the studio’s time zone when it was read', async () => {
  const clock = () =>
    new Date().toLocaleTimeString('en-US', {
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'America/New_York',
    });
  const before = clock();
  mountAdmin('#/orders', { 'GET /api/json/orders': ordersPage([anOrder()]) });
  const shown = (await screen.findByText(/^, as of /)).textContent;
  expect([before, clock()]).toContain(shown.replace(/^, as of (\d+:\d\d)/, '$1'));
});

/** The dates that a browser has in a field while somebody types, with nothing before the first whole one. */
const TYPED = ['', '', '', '0002-12-01', '0020-12-01', '0202-12-01', '2026-12-01'];

async function openDays(hash = '#/orders') {
  const { server, user } = mountAdmin(hash, EMPTY_LISTS);
  await screen.findByText('No orders found');
  await user.click(screen.getByRole('button', { name: /^Filter/ }));
  const from = screen.getByLabelText<HTMLInputElement>('From');
  const asked = () => server.asked('GET /api/json/orders').map(({ from: day }) => day);
  const type = (value: string, badInput = value === '') => {
    Object.defineProperty(from, 'validity', { value: { badInput }, configurable: true });
    fireEvent.input(from, { target: { value } });
  };
  return { from, asked, type, user };
}

test('a date is typed digit by digit, and filters once its year is whole', async () => {
  const { from, asked, type } = await openDays();
  for (const value of TYPED) {
    type(value);
    expect(from.value).toBe(value);
  }
  await waitFor(() => expect(location.hash).toBe('#/orders?from=2026-12-01'));
  expect(from.value).toBe('2026-12-01');
  // Another year over this one.
  for (const value of ['0002-12-01', '0020-12-01', '0202-12-01', '2027-12-01', '2027-11-01']) type(value);
  await waitFor(() => expect(location.hash).toBe('#/orders?from=2027-11-01'));
  expect(from.value).toBe('2027-11-01');
  expect(asked().filter((day) => day?.startsWith('0'))).toEqual([]);
});

test('a date that is cleared removes the filter, and can be typed anew', async () => {
  const { from, type } = await openDays('#/orders?from=2026-11-01');
  expect(from.value).toBe('2026-11-01');
  // The month is being typed anew.
  type('', true);
  expect(location.hash).toBe('#/orders?from=2026-11-01');
  type('2026-12-01');
  await waitFor(() => expect(location.hash).toBe('#/orders?from=2026-12-01'));
  type('', false);
  await waitFor(() => expect(location.hash).toBe('#/orders'));
  for (const value of TYPED) type(value);
  await waitFor(() => expect(location.hash).toBe('#/orders?from=2026-12-01'));
});

test.each([
  ['Enter', (from: HTMLElement) => fireEvent.keyDown(from, { key: 'Enter' })],
  ['leaving the field', (from: HTMLElement) => fireEvent.blur(from)],
])('%s takes what was typed as it is', async (_, act) => {
  const { from, type } = await openDays();
  type('0202-12-01');
  expect(location.hash).toBe('#/orders');
  act(from);
  await waitFor(() => expect(location.hash).toBe('#/orders?from=0202-12-01'));
});

test('where a browser has no field for dates, a text is read when it is one', async () => {
  const { from, asked } = await openDays();
  Object.defineProperty(from, 'type', { get: () => 'text', set: () => {} });
  for (let length = 1; length <= 10; length += 1)
    fireEvent.input(from, { target: { value: '12/01/2026'.slice(0, length) } });
  expect(from.value).toBe('12/01/2026');
  fireEvent.blur(from);
  await waitFor(() => expect(location.hash).toBe('#/orders?from=2026-12-01'));
  for (const value of ['2026-1', '2026-13', 'soon']) {
    fireEvent.input(from, { target: { value } });
    fireEvent.blur(from);
    expect(from.value).toBe(value);
  }
  expect(location.hash).toBe('#/orders?from=2026-12-01');
  expect(asked()).toEqual([undefined, '2026-12-01']);
});

test.each(['2026-12-01', ' 12/1/2026\n', '2026-12-1'])('a date is pasted: %j', async (text) => {
  const { from } = await openDays();
  fireEvent.paste(from, { clipboardData: { getData: () => text } });
  await waitFor(() => expect(location.hash).toBe('#/orders?from=2026-12-01'));
  expect(from.value).toBe('2026-12-01');
  fireEvent.paste(from, { clipboardData: { getData: () => '13/32/2026' } });
  expect(from.value).toBe('2026-12-01');
});

test('the days of a filter are the studio’s, as all times are', async () => {
  const { from } = await openDays();
  expect(from.closest('label')?.dataset['tip']).toContain('America/New_York');
  expect(document.body.textContent).not.toContain('UTC');
});

test('an address with wrong filters shows the whole list', async () => {
  const { asked } = await openDays('#/orders?from=2026-13-01&to=yesterday&work=odd&sort=&due=never');
  expect(asked()).toEqual([undefined]);
  expect(screen.queryByText(/^Clear all/)).toBeNull();
});

test('four tabs, each with its list, its Refresh button and its empty state', async () => {
  const { user } = mountAdmin('#/', { ...overviewAnswers(), ...EMPTY_LISTS });
  const tabs = await screen.findAllByRole('tab');
  expect(tabs.map(({ textContent }) => textContent)).toEqual([
    'Order Tracking',
    'Website Form Submissions',
    'AI Voice Agent Form Submissions',
    'Settings',
  ]);
  for (const [tab, text, hash] of [
    ['Website Form Submissions', 'No form submissions found', '#/website-forms'],
    ['AI Voice Agent Form Submissions', 'No AI Voice Agent submissions found', '#/voice-forms'],
    ['Order Tracking', 'No orders found', '#/orders'],
  ] as const) {
    await user.click(screen.getByRole('tab', { name: tab }));
    await screen.findByText(text);
    expect(location.hash).toBe(hash);
    expect(screen.getByRole('button', { name: 'Refresh' })).toBeTruthy();
  }
  expect(screen.getByRole('tab', { name: 'Order Tracking' }).getAttribute('aria-selected')).toBe('true');
  await user.click(screen.getByRole('link', { name: 'On-Hold Audio requests' }));
  await screen.findByText('No on-hold requests found');
  expect(screen.queryByRole('tab', { selected: true })).toBeNull();
});

test.each(VIEWS.flatMap(([view, call]) => [503, 200].map((status) => [view, call, status] as const)))(
  'an error, also one of a response with success: false, is shown in a red banner: %s, %s, %i',
  async (view, call, status) => {
    mountAdmin(`#/${view}`, { [call]: refused(status, 'Out to lunch.') });
    expect(await screen.findByText('Out to lunch.')).toBeTruthy();
  },
);

test('an empty list says so, and a failed load shows a banner above the last known data', async () => {
  const { server, user } = mountAdmin('#/orders', EMPTY_LISTS);
  await screen.findByText('No orders found');
  server.answer({ 'GET /api/json/orders': refused(500, 'It broke.') });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByText('It broke.');
  expect(screen.getByText('Showing the last saved data.')).toBeTruthy();
  expect(screen.getByText('No orders found')).toBeTruthy();
});

const BASIC_FIELDS = {
  'website-forms': {
    id: 7,
    project: 'ORD-10001',
    timestamp: '2026-11-20T10:00:00.000Z',
    name: 'Ada Marlow',
    email: 'ada@marlow.example',
    orderNumber: 'ORD-10001',
    package: '1-page',
    hosting: 'hosted',
    addons: null,
    description: null,
  },
  'voice-forms': {
    id: 7,
    timestamp: '2026-11-20T10:00:00.000Z',
    practiceName: 'Ada Marlow Dental',
    firstName: 'Ada',
    lastName: 'Marlow',
    email: 'ada@marlow.example',
    phone: '1',
    orderNumber: 'ORD-10001',
  },
  orders: {
    id: 7,
    orderNumber: 'ORD-10001',
    createdAt: '2026-11-20T10:00:00.000Z',
    firstName: 'Ada',
    lastName: 'Marlow',
    email: 'ada@marlow.example',
    businessName: 'Marlow Bicycles',
    serviceTypes: null,
    initialPayment: '99.00',
    recurringPayment: '0.00',
    isYearly: false,
    paymentStatus: 'completed',
    seoOptimization: true,
    blogSetup: false,
    extraRevisions: true,
  },
};

test.each(VIEWS)(
  'a response with the basic fields alone is accepted, empty and with a row: %s',
  async (view, call) => {
    const list = view === 'orders' ? 'orders' : 'submissions';
    const row = BASIC_FIELDS[view as keyof typeof BASIC_FIELDS];
    const { server, user } = mountAdmin(`#/${view}`, {
      [call]: new Reply(200, { [list]: [] }),
    });
    await screen.findByText(/^No .* found$/);
    server.answer({ [call]: new Reply(200, { [list]: [row] }) });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    const shown = await rowOf('ORD-10001');
    expect(shown.textContent).toContain('Ada Marlow');
    expect(screen.getByText(/^1 (order|form)$/)).toBeTruthy();
    if (list === 'orders') {
      expect(shown.textContent).toContain('On-Hold Audio');
      expect(shown.textContent).toContain('With SEO optimization, Extra revisions');
    } else {
      await user.click(screen.getByRole('button', { name: 'Answers for ORD-10001' }));
      expect((await screen.findAllByText('No answer')).length).toBeGreaterThan(0);
    }
  },
);

test.each([
  ['#/orders?from=2026-02-02&to=2026-02-01', '“From” is after “To”, so no dates match.'],
  ['#/on-hold?from=2999-01-01', '“From” is in the future.'],
])('filters that cannot match together say why: %s', async (hash, text) => {
  mountAdmin(hash, EMPTY_LISTS);
  expect(await screen.findByText(text)).toBeTruthy();
});

test('an empty result says so, and Clear all restores the list', async () => {
  const { server, user } = mountAdmin(
    '#/orders?q=bicycle&work=new&from=2020-01-01&plumbing=1&service=plumbing',
    EMPTY_LISTS,
  );
  await screen.findByText('Nothing matches these filters.');
  expect(server.asked('GET /api/json/orders').at(-1)).toEqual({
    q: 'bicycle',
    work: 'new',
    from: '2020-01-01',
  });
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('2020-01-01');
  expect(choose('Service').value).toBe('');
  server.answer({ 'GET /api/json/orders': ordersPage([anOrder()]) });
  await user.click(screen.getByRole('button', { name: 'Clear all' }));
  await rowOf('ORD-10001');
  expect(location.hash).toBe('#/orders');
  expect(server.asked('GET /api/json/orders').at(-1)).toEqual({});
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
});

test('the active filters are counted and named, and each can be removed', async () => {
  const { server, user } = mountAdmin('#/orders?service=voice&work=new&to=2020-01-31&sort=due', {
    'GET /api/json/orders': ordersPage([anOrder()]),
  });
  const opener = await screen.findByRole('button', { name: 'Filter 3 active' });
  expect(textsOf(screen, 'button', { name: /^Remove/ })).toEqual([
    'Remove the filter Service: AI Voice Agent×',
    'Remove the filter Work status: New×',
    'Remove the filter To January 31, 2020×',
  ]);
  await user.click(screen.getByRole('button', { name: 'Remove the filter Work status: New' }));
  await screen.findByRole('button', { name: 'Filter 2 active' });
  expect(document.activeElement).toBe(opener);
  expect(choose('Work status').value).toBe('');
  expect(server.asked('GET /api/json/orders').at(-1)).toEqual({
    service: 'voice',
    to: '2020-01-31',
    sort: 'due',
  });
  await user.click(screen.getByRole('button', { name: 'Clear all' }));
  await waitFor(() => expect(location.hash).toBe('#/orders?sort=due'));
  expect(screen.getByRole('button', { name: 'Filter' })).toBe(document.activeElement);
});

test('search and filters are sent and in the address, and the file has the same', async () => {
  const { server, user, downloads } = mountAdmin('#/orders', {
    'GET /api/json/orders': ({ query }) =>
      ordersPage(
        [anOrder(), anOrder({ orderNumber: 'ORD-10002', serviceTypes: ['website'] })].filter(
          ({ serviceTypes }) => !query['service'] || serviceTypes.includes('voice'),
        ),
      ),
  });
  await screen.findByText('2 orders');
  await user.type(screen.getByRole('searchbox', { name: 'Search orders' }), 'marlow');
  await waitFor(() => expect(location.hash).toBe('#/orders?q=marlow'));
  await user.selectOptions(choose('Service'), 'AI Voice Agent');
  await screen.findByText('1 order');
  expect(location.hash).toBe('#/orders?q=marlow&service=voice');
  expect(server.asked('GET /api/json/orders').at(-1)).toEqual({ q: 'marlow', service: 'voice' });
  await user.click(screen.getByRole('link', { name: 'Download CSV' }));
  await waitFor(() => expect(downloads).toEqual(['/api/json/orders.csv?q=marlow&service=voice']));
});

test('pages of a hundred: Next and Previous, and another order starts from the first page', async () => {
  const hundred = Array.from({ length: 100 }, (_, index) =>
    anOrder({ orderNumber: `ORD-${20_105 - index}` }),
  );
  const { server, user } = mountAdmin('#/orders', {
    'GET /api/json/orders': ({ query }) =>
      query['cursor']
        ? ordersPage([anOrder()], { total: 101 })
        : ordersPage(hundred, { total: 101, nextCursor: '20006' }),
  });
  await screen.findByText('newest 100 of 101 orders');
  expect(screen.getAllByRole('row')).toHaveLength(101);
  expect(screen.queryByRole('button', { name: 'Previous page' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByText('orders 101-101 of 101');
  await rowOf('ORD-10001');
  expect(server.asked('GET /api/json/orders').at(-1)).toEqual({ cursor: '20006' });
  expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Previous page' }));
  await screen.findByText('newest 100 of 101 orders');
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByText('orders 101-101 of 101');
  await user.selectOptions(choose('Sort by'), 'Oldest first');
  await screen.findByText('first 100 of 101 orders');
  expect(server.asked('GET /api/json/orders').at(-1)).toEqual({ sort: 'oldest' });
});

test('without the right to export, a list has no download', async () => {
  mountAdmin('#/orders', { 'GET /api/json/orders': ordersPage([anOrder()]) }, { role: 'staff' });
  await rowOf('ORD-10001');
  expect(screen.queryByRole('link', { name: 'Download CSV' })).toBeNull();
});

test('a view that does not exist says so, and links to the overview', async () => {
  mountAdmin('#/nowhere', {});
  expect(await screen.findByText(/This page doesn’t exist\./)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the overview' }).getAttribute('href')).toBe('#/');
});
