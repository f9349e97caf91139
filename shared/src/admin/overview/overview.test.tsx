import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NO_RESPONSE } from '../../contracts/test/fake-server.ts';
import { mountAdmin } from '../test/mount-admin.tsx';
import { overviewAnswers, QUIET } from '../test/overview.ts';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 5_000).toISOString();
const DAY = 24 * 60;

test('quotes that wait come after what is late, and open their page', async () => {
  const quotes = {
    count: 1,
    items: [{ orderNumber: 'Q-1001', title: 'Ada Marlow', detail: 'to send', since: ago(60) }],
  };
  const late = { count: 1, items: [] };
  mountAdmin('#/', overviewAnswers({ quotes, promises: { ...QUIET.promises, late } }));
  const quote = await screen.findByRole('heading', { name: '1 quote waits for you (1 hour)' });
  const isAfter = screen.getByRole('heading', { name: '1 late' }).compareDocumentPosition(quote);
  expect(isAfter).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getByRole('link', { name: 'Q-1001' }).getAttribute('href')).toMatch(/#\/quotes\/Q-1001$/);
  expect(screen.getByRole('link', { name: 'About to expire' })).toBeTruthy();
});

test('open items are sentences with their orders and a link to all', async () => {
  const { user } = mountAdmin('#/', {
    ...overviewAnswers({
      missingForms: {
        count: 7,
        items: [
          { orderNumber: 'ORD-10001', title: 'Ada Marlow', detail: 'missing: Website', since: ago(3 * DAY) },
        ],
      },
      quarantine: {
        count: 1,
        items: [
          { orderNumber: 'ORD-10002', title: 'Eve', detail: 'On-hold form: hidden field', since: ago(60) },
        ],
      },
    }),
    'GET /api/json/orders': {
      success: true,
      message: '',
      orders: [],
      total: 0,
      isTotalExact: true,
      nextCursor: null,
    },
  });
  const forms = await screen.findByRole('region', { name: '7 paid orders missing forms (oldest: 3 days)' });
  expect(within(forms).getByRole('listitem').textContent).toContain('missing: Website');
  expect(within(forms).getByRole('link', { name: 'ORD-10001' }).getAttribute('href')).toBe(
    '/admin-dashboard#/case/ORD-10001',
  );
  const quarantine = screen.getByRole('region', { name: '1 form in quarantine (1 hour)' });
  expect(within(quarantine).getByRole('link', { name: 'On-hold requests' }).getAttribute('href')).toBe(
    '/admin-dashboard#/on-hold?flag=quarantine',
  );
  await user.click(within(forms).getByRole('link', { name: 'All paid orders missing a form' }));
  await screen.findByRole('heading', { name: 'Order Tracking' });
  expect(location.hash).toBe('#/orders?payment=completed&form=waiting&sort=oldest');
});

test('a newer version is said with what is new and the command that upgrades', async () => {
  const newer = { version: '0.3.0', news: 'Faster lists.', command: 'git pull && northlight/deploy/install' };
  mountAdmin('#/', overviewAnswers({ newer }));
  const line = (await screen.findByText('Version 0.3.0 is there.')).closest('p');
  expect(line?.textContent).toContain('Faster lists. To upgrade, run this on the server as root: git pull');
});

test('the shop places a test order, and says step by step what worked and what to do', async () => {
  const call = 'POST /api/admin/test-order';
  const problem = 'The email to ada@studio.test was not sent: no route. Check outgoing email.';
  const { server, user } = mountAdmin('#/', {
    ...overviewAnswers({ setup: ['test-order', 'live'] }),
    [call]: {
      success: true,
      message: 'The test order found a problem',
      steps: [
        { what: 'pay', problem: null },
        { what: 'email', problem },
      ],
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Place one for me' }));
  expect(await screen.findByText('Paid: yes')).toBeTruthy();
  expect(screen.getByText(`Email sent: no. ${problem}`)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Place another one for me' })).toBeTruthy();
  expect(server.sent(call)).toHaveLength(1);
});

test('a shop with nothing to do says so', async () => {
  mountAdmin('#/', overviewAnswers());
  expect(await screen.findByText('You’re all caught up.')).toBeTruthy();
});

test('a shop that is not set up lists what is to do, what is done, and where, until it is dismissed', async () => {
  const dismiss = 'POST /api/admin/setup';
  const testOrder = { orderNumber: 'ORD-10001', paid: true, email: true, form: false, refund: false };
  const { server, user } = mountAdmin('#/', {
    ...overviewAnswers({ setup: ['payments', 'backups', 'test-order'], testOrder }),
    [dismiss]: { success: true, message: 'Dismissed' },
  });
  const card = await screen.findByRole('region', { name: 'Set up your shop: 6 of 9 done' });
  const steps = within(card).getAllByRole('listitem');
  expect(steps.map((step) => within(step).getByRole('img').getAttribute('aria-label'))).toEqual([
    'Done',
    'Done',
    'To do',
    'Done',
    'To do',
    'Done',
    'Done',
    'To do',
    'Done',
  ]);
  expect(card.textContent).toContain('No real money is taken.');
  expect(card.textContent).not.toContain('Nobody receives them');
  expect(card.textContent).toContain('Worked: paid, email sent. Not yet: form received, refunded.');
  expect(
    within(card).getByRole('link', { name: 'Open the form: Connect Stripe or PayPal' }).getAttribute('href'),
  ).toMatch(/#\/settings\/connections$/);
  expect(screen.queryByText('You’re all caught up.')).toBeNull();
  server.answer(overviewAnswers({ setup: [] }));
  await user.click(within(card).getByRole('button', { name: 'Dismiss this list' }));
  expect(await screen.findByText('You’re all caught up.')).toBeTruthy();
  expect(server.sent(dismiss)).toEqual([{ isDismissed: true }]);
});

test('what harms most comes first', async () => {
  const todo = { count: 1, items: [] };
  const promises = { ...QUIET.promises, late: todo };
  const all = { unsentMessages: todo, messagesToAnswer: todo, quotes: todo, missingForms: todo, promises };
  mountAdmin('#/', overviewAnswers({ ...all, setup: ['email'] }));
  await screen.findByText(/Set up your shop/);
  const titles = [...document.querySelectorAll('.overview-todos .overview-card h3')];
  expect(titles.map(({ textContent }) => textContent)).toEqual([
    'Set up your shop: 8 of 9 done',
    expect.stringMatching(/email/i),
    expect.stringMatching(/answer/i),
    '1 late',
    'Nothing due today',
    expect.stringMatching(/quote/i),
    expect.stringMatching(/form/i),
  ]);
});

test('failing backups are a task with the reason, and good ones one quiet line', async () => {
  const backup = { ...QUIET.backup, lastSuccess: ago(12) };
  const failure = 'The folder /backups does not exist. Create it, or mount its disk.';
  const { server, user } = mountAdmin(
    '#/',
    overviewAnswers({ backup: { ...backup, failure, needsAttention: true } }),
  );
  const task = await screen.findByRole('region', {
    name: 'Backups are failing (last success: 12 minutes ago)',
  });
  expect(task.textContent).toContain(failure);
  expect(screen.queryByText('You’re all caught up.')).toBeNull();
  server.answer(overviewAnswers({ backup }));
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('Last backup 12 minutes ago.')).toBeTruthy();
  expect(task.isConnected).toBe(false);
});

test('scheduled emails can be expanded, each with its order and time', async () => {
  const since = '2026-11-24T10:00:00.000Z';
  const { user } = mountAdmin(
    '#/',
    overviewAnswers({
      mails: { due: 0, planned: 9, givenUp: 0 },
      plannedMails: [
        { orderNumber: 'ORD-10001', title: 'Form reminder', detail: 'ada@marlow.example', since },
        { orderNumber: null, title: 'Hourly list of unpaid orders', detail: 'hello@x.example', since },
      ],
    }),
  );
  const summary = await screen.findByText('9 emails scheduled.');
  const details = summary.closest('details');
  expect(details?.open).toBe(false);
  await user.click(summary);
  expect(details?.open).toBe(true);
  const [first, last] = within(details ?? document.body).getAllByRole('listitem');
  expect(first?.textContent).toContain('Form reminder');
  expect(first?.querySelector('a')?.getAttribute('href')).toBe('/admin-dashboard#/case/ORD-10001');
  expect(first?.querySelector('time')?.dateTime).toBe(since);
  expect(last?.textContent).toContain('No order');
  expect(screen.getByText('And 7 more later.')).toBeTruthy();
});

test('a message needs no answer, and a final payment is asked for, each in its row', async () => {
  const note = 'POST /api/admin/cases/:orderNumber/notes';
  const send = 'POST /api/admin/cases/:orderNumber/payment-requests/:id';
  const row = { orderNumber: 'ORD-10001', title: 'Ada Marlow', since: ago(2 * DAY) };
  const { server, user } = mountAdmin('#/', {
    ...overviewAnswers({
      messagesToAnswer: { count: 1, items: [{ ...row, detail: 'Thank you!' }] },
      paymentsToCollect: {
        count: 2,
        sum: '417.00',
        items: [
          { ...row, detail: '$297.00, not asked for yet: Quote Q-1001: final payment', send: 7 },
          { ...row, orderNumber: 'Q-1002', detail: '$120.00, asked for on November 17, 2026: Deposit' },
        ],
      },
    }),
    [note]: { success: true as const, message: 'Noted' },
    [send]: { success: true as const, message: 'Request sent' },
  });
  await screen.findByRole('region', { name: '1 customer waits for an answer (2 days)' });
  await user.click(screen.getByRole('button', { name: 'No answer needed to Ada Marlow' }));
  await waitFor(() => expect(server.sent(note)).toEqual([{ text: 'No answer needed', answers: 'nothing' }]));
  const owed = within(
    screen.getByRole('region', { name: '2 payments to collect, $417.00 (oldest: 2 days)' }),
  );
  expect(owed.getByRole('link', { name: 'Q-1002' })).toBeTruthy();
  expect(owed.getAllByRole('button')).toHaveLength(1);
  await user.click(owed.getByRole('button', { name: 'Send the request to Ada Marlow' }));
  await waitFor(() => expect(server.sent(send)).toEqual([{ action: 'send' }]));
});

test('the charts have a table with their data', async () => {
  mountAdmin(
    '#/',
    overviewAnswers({
      paymentsToReview: {
        count: 1,
        items: [
          { orderNumber: null, title: '$10.00 via Demo card', detail: 'Paid twice.', since: ago(2 * DAY) },
        ],
      },
      weeks: [
        {
          from: '2026-11-09',
          paid: '149.00',
          byHand: '0.00',
          refunded: '49.00',
          takenBack: '0.00',
          recurring: '30.00',
        },
        {
          from: '2026-11-16',
          paid: '1248.50',
          byHand: '450.00',
          refunded: '0.00',
          takenBack: '0.00',
          recurring: '25.00',
        },
      ],
    }),
  );
  const stranger = await screen.findByRole('region', { name: '1 payment to review (2 days)' });
  expect(stranger.textContent).toContain('No order');
  const table = screen.getByRole('table', { name: 'Revenue by week' });
  expect(within(table).getAllByRole('row')[2]?.textContent).toBe('Nov 16, so far$1,248.50$25.00');
  const figure = screen
    .getAllByRole('figure')
    .find(({ textContent }) => textContent?.includes('Revenue by week'));
  expect(figure?.textContent).toContain('$1,397.50 received in 2 weeks');
  expect(figure?.textContent).toContain('$1,348.50 net of $49.00 in refunds, last 2 weeks');
  expect(figure?.textContent).toContain('$450.00 received by check, bank transfer, or cash, last 2 weeks');
  const heights = [...(figure?.querySelectorAll('.chart-bar[data-series="0"]') ?? [])].map((bar) =>
    Number(bar.getAttribute('height')),
  );
  expect((heights[0] ?? 0) / (heights[1] ?? 1)).toBeCloseTo(149 / 1248.5);
});

test('nothing is said of money by check, bank transfer, or cash if there was none', async () => {
  mountAdmin(
    '#/',
    overviewAnswers({
      weeks: [
        {
          from: '2026-11-16',
          paid: '149.00',
          byHand: '0.00',
          refunded: '0.00',
          takenBack: '0.00',
          recurring: '0.00',
        },
      ],
    }),
  );
  const revenue = await screen.findByRole('table', { name: 'Revenue by week' });
  expect(revenue.closest('section')?.textContent).toContain('net in the 28 days until yesterday');
  expect(revenue.closest('section')?.textContent).not.toContain('bank transfer');
});

test('the recurring payments have their figures, and lead to what is past due', async () => {
  mountAdmin(
    '#/',
    overviewAnswers({
      recurring: {
        monthlyRevenue: '55.00',
        active: 2,
        ending: 1,
        leaving: '25.00',
        pastDue: 1,
        atRisk: '30.00',
        canceledThisMonth: 0,
        months: [
          { month: '2026-10', collected: '30.00' },
          { month: '2026-11', collected: '55.00' },
        ],
      },
    }),
  );
  const table = await screen.findByRole('table', { name: 'Recurring payments' });
  expect(within(table).getAllByRole('row')).toHaveLength(3);
  const chart = table.closest('figure') ?? document.body;
  expect(chart.textContent).toContain('monthly recurring revenue');
  expect(chart.textContent).toContain('1 past due, $30.00 per month at risk');
  const link = within(chart).getByRole('link', { name: /past due/ });
  expect(link.getAttribute('href')).toBe('/admin-dashboard#/recurring?state=past-due');
});

test('the months before a shop’s first charge are left out, and a course of three is shown at least', async () => {
  const months = Array.from({ length: 12 }, (_, nth) => ({
    month: `2026-${String(nth + 1).padStart(2, '0')}`,
    collected: nth === 5 || nth === 11 ? '30.00' : '0.00',
  }));
  const answer = overviewAnswers({
    recurring: {
      monthlyRevenue: '30.00',
      active: 1,
      ending: 0,
      leaving: '0.00',
      pastDue: 0,
      atRisk: '0.00',
      canceledThisMonth: 0,
      months,
    },
  });
  mountAdmin('#/', answer);
  const table = within(await screen.findByRole('table', { name: 'Recurring payments' }));
  expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Jun 2026',
    'Jul 2026',
    'Aug 2026',
    'Sep 2026',
    'Oct 2026',
    'Nov 2026',
    'Dec 2026, so far',
  ]);
  expect(screen.getByText('collected in 7 months')).toBeTruthy();
});

test('an unreachable server is reported, and Refresh loads the overview once it is back', async () => {
  const { server, user } = mountAdmin('#/', { ...overviewAnswers(), 'GET /api/json/overview': NO_RESPONSE });
  expect(await screen.findByText('Couldn’t reach the server.')).toBeTruthy();
  server.answer(overviewAnswers());
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByRole('heading', { name: 'Orders by service, all time' })).toBeTruthy();
  expect(screen.queryByText('Couldn’t reach the server.')).toBeNull();
});

test('the overview shows how many emails wait, and resends all failed ones', async () => {
  const { server, user } = mountAdmin('#/', {
    ...overviewAnswers({
      unsentMessages: {
        count: 3,
        items: [
          {
            orderNumber: 'ORD-10001',
            title: 'ada@marlow-bicycles.example',
            detail: 'connect ECONNREFUSED',
            since: ago(26 * 60),
          },
        ],
      },
      mails: { due: 2, planned: 14, givenUp: 3 },
    }),
    'POST /api/admin/messages/send-again': { success: true, message: 'Sending 3 emails' },
  });
  const card = await screen.findByRole('region', { name: '3 emails not sent (oldest: 1 day)' });
  expect(card.textContent).toContain('connect ECONNREFUSED');
  expect(screen.getByText('2 emails sending soon, 14 scheduled.')).toBeTruthy();
  await user.click(within(card).getByRole('button', { name: 'Resend 3 failed emails' }));
  expect(await screen.findByText('Sending 3 emails')).toBeTruthy();
  expect(server.sent('POST /api/admin/messages/send-again')).toEqual([{}]);
});

test('an accountant sees the figures, and neither the funnel nor unfinished checkouts', async () => {
  const { server, goToView } = mountAdmin('#/nowhere', overviewAnswers(), { role: 'accountant' });
  await screen.findByText(/This page doesn’t exist/);
  goToView('#/');
  expect(await screen.findByRole('heading', { name: 'Orders by service, all time' })).toBeTruthy();
  expect(screen.queryByText('Where sales come from')).toBeNull();
  expect(server.received.map(({ call }) => call)).not.toContain('GET /api/json/funnel');
});

test('without the right to see them, there are no sums and no backups; staff see their work', async () => {
  const { backup: _backup, weeks: _weeks, recent: _recent, recurring: _recurring, ...answer } = QUIET;
  const { 'GET /api/json/overview': _, ...others } = overviewAnswers();
  mountAdmin(
    '#/',
    { ...others, 'GET /api/json/overview': { ...answer, mine: { open: 2, late: 1 } } },
    { role: 'staff' },
  );
  expect(await screen.findByRole('link', { name: 'Yours: 2 open orders, 1 late' })).toBeTruthy();
  expect(await screen.findByText('Orders by service, all time')).toBeTruthy();
  expect(screen.queryByText(/Revenue by week|Recurring payments|backup/)).toBeNull();
});

test('an accountant’s overview is about money: nothing to deliver, what is past due, and the books', async () => {
  const { backup: _, ...answer } = QUIET;
  const recurring = { ...QUIET.recurring, pastDue: 7 };
  const answers = {
    ...overviewAnswers(),
    'GET /api/json/overview': { ...answer, recurring },
    'GET /api/json/invoices': NO_RESPONSE,
  };
  const { user } = mountAdmin('#/', answers, { role: 'accountant' });
  await user.click(await screen.findByRole('link', { name: 'Overview' }));
  const pastDue = await screen.findByRole('link', { name: '7 recurring payments are past due' });
  expect(pastDue.getAttribute('href')).toMatch(/#\/recurring\?state=past-due$/);
  expect(
    screen
      .getByRole('link', { name: 'This month’s invoices, credit notes, and sales tax' })
      .getAttribute('href'),
  ).toMatch(/#\/books$/);
  expect(screen.queryByText(/due today|backup|caught up/)).toBeNull();
});
