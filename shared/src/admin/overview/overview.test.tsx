import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NO_RESPONSE } from '../../contracts/test/fake-server.ts';
import { mountAdmin } from '../test/mount-admin.tsx';
import type { PromiseKind } from '../../contracts/deliveries.ts';
import type { NextAct } from '../../contracts/overview.ts';
import { NO_FIGURES, overviewAnswers, QUIET } from '../test/overview.ts';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 5_000).toISOString();
const DAY = 24 * 60;

const act = (promise: PromiseKind, id = 1) => ({ promise, service: 'website' as const, version: 2, id });
const late = (orderNumber: string, what: NextAct, harm: string) => ({
  orderNumber,
  customer: `Customer ${orderNumber}`,
  what: 'Website: deliver',
  dueAt: ago(3 * 60),
  late: '3 hours late',
  act: what,
  harm,
});
const rows = () => within(screen.getByRole('region', { name: 'What to do now' })).getAllByRole('listitem');

test('one list has everything in the order of the server, and each row its act', async () => {
  const done = 'POST /api/admin/cases/:orderNumber/work/:id/done';
  const note = 'POST /api/admin/cases/:orderNumber/notes';
  const item = (orderNumber: string, detail: string, harm: string, more = {}) => ({
    count: 1,
    items: [{ orderNumber, title: `Customer ${orderNumber}`, detail, since: ago(60), harm, ...more }],
  });
  const { server, user } = mountAdmin('#/', {
    ...overviewAnswers({
      promises: {
        late: {
          count: 2,
          items: [late('ORD-10001', act('delivery'), '2 b'), late('ORD-10002', act('contact'), '2 d')],
        },
        today: { count: 1, items: [late('ORD-10003', act('work', 7), '3 a')] },
      },
      quotes: item('Q-1001', 'question to answer', '2 c', { isQuestion: true }),
      messagesToAnswer: item('ORD-10004', 'When is it ready?', '2 a'),
      newSubmissions: item('ORD-10005', 'Website form', '6 a'),
      paymentsToReview: item('ORD-10006', 'It failed.', '1 a', { amount: '198.00' }),
    }),
    [done]: { message: 'Done' },
    [note]: { message: 'Noted' },
  });
  await screen.findByRole('region', { name: 'What to do now' });
  const texts = rows().map((row) => {
    const [first] = within(row).getAllByRole('link');
    const acts = [...row.querySelectorAll('.task-acts .button')].map((one) => one.textContent);
    return [first?.textContent, ...acts.map((one) => one?.replace(/ (?:for )?Customer.*/, ''))].join(' | ');
  });
  expect(texts).toEqual([
    'ORD-10006 | Look',
    'ORD-10004 | No answer needed | Answer',
    'ORD-10001 | Deliver version 2',
    'Q-1001 | Answer',
    'ORD-10002 | I called | Write a message',
    'ORD-10003 | Mark as done',
    'ORD-10005 | Look',
  ]);
  expect(rows()[0]?.textContent).toContain('$198.00');
  await user.click(screen.getByRole('button', { name: 'Mark as done for Customer ORD-10003' }));
  await user.click(screen.getByRole('button', { name: 'I called for Customer ORD-10002' }));
  await waitFor(() =>
    expect(server.sent(note)).toEqual([{ text: 'Called the customer', answers: 'called' }]),
  );
  expect(server.received.map(({ path }) => path)).toContain('/api/admin/cases/ORD-10003/work/7/done');
});

test('the line says what matters most, the rest stands below, and each part shows its rows and leads to their list', async () => {
  const { user } = mountAdmin('#/', {
    ...overviewAnswers({
      promises: {
        ...QUIET.promises,
        late: { count: 1_200, items: [late('ORD-10001', act('launch'), '2 a')] },
      },
      missingForms: {
        count: 7,
        items: [
          { orderNumber: 'ORD-10002', title: 'Ada Marlow', detail: 'missing: Website', since: ago(3 * DAY) },
        ],
      },
      quotes: { count: 3, items: [] },
      paymentsToCollect: { count: 2, items: [], sum: '417.00' },
      newSubmissions: { count: 1, items: [] },
      unassigned: 5,
      sinceYesterday: '1240.00',
    }),
    'GET /api/json/orders': {},
  });
  await screen.findByRole('link', { name: '1,200 late' });
  const partsOf = (line: string) =>
    [...document.querySelectorAll(`${line} > *`)].map(({ textContent }) => textContent);
  expect(partsOf('.day-line')).toEqual([
    '1,200 late',
    '3 quotes',
    '$417.00 to collect',
    '1 new form',
    '$1,240.00 received since yesterday',
  ]);
  expect(partsOf('.todo-all')).toEqual([
    'And 1,211 more in the lists.',
    '7 orders missing forms',
    '5 unassigned',
  ]);
  await user.click(screen.getByRole('link', { name: '7 orders missing forms' }));
  const only = within(await screen.findByRole('region', { name: 'Paid orders missing forms' }));
  expect(only.getByRole('listitem').textContent).toContain('missing: Website');
  expect(only.getByRole('listitem').textContent).toContain('3 days');
  await user.click(only.getByRole('link', { name: 'All paid orders missing a form' }));
  await screen.findByRole('heading', { name: 'Order Tracking' });
  expect(location.hash).toBe('#/orders?payment=completed&form=waiting&sort=oldest');
});

test('a newer version is said with what is new and the command that upgrades', async () => {
  const newer = { version: '0.3.0', news: 'Faster lists.', command: 'git pull && northlight/deploy/install' };
  mountAdmin('#/', overviewAnswers({ newer }));
  const line = (await screen.findByText('Version 0.3.0 is available.')).closest('p');
  expect(line?.textContent).toContain('Faster lists. To upgrade, run this on the server as root: git pull');
});

test('the shop places a test order, and says step by step what worked and what to do', async () => {
  const call = 'POST /api/admin/test-order';
  const problem = 'The email to ada@studio.test was not sent: no route. Check outgoing email.';
  const { server, user } = mountAdmin('#/', {
    ...overviewAnswers({ setup: ['test-order', 'live'] }),
    [call]: {
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

test('the first ten come at once, and all of them with a button', async () => {
  const items = Array.from({ length: 20 }, (_, nth) => ({
    orderNumber: `ORD-${10_001 + nth}`,
    title: 'Eve',
    detail: 'On-hold form: hidden field',
    since: ago(60 + nth),
  }));
  const { user } = mountAdmin('#/?show=quarantine', overviewAnswers({ quarantine: { count: 34, items } }));
  const list = within(await screen.findByRole('region', { name: 'Forms in quarantine' }));
  expect(list.getAllByRole('listitem')).toHaveLength(10);
  expect(list.getByRole('link', { name: 'On-hold requests' }).getAttribute('href')).toBe(
    '/admin-dashboard#/on-hold?flag=quarantine',
  );
  await user.click(list.getByRole('button', { name: 'Show all 20' }));
  expect(list.getAllByRole('listitem')).toHaveLength(20);
  expect(list.getByText('And 14 more in the lists.')).toBeTruthy();
  await user.click(list.getByRole('link', { name: 'Show everything' }));
  expect(location.hash).toBe('#/');
});

test('a shop with nothing to do says so', async () => {
  mountAdmin('#/', overviewAnswers());
  expect(await screen.findByText('You’re all caught up.')).toBeTruthy();
});

test('what came since yesterday is no part of the sentence before it', async () => {
  mountAdmin('#/', overviewAnswers({ sinceYesterday: '1.00' }));
  const sentence = await screen.findByText('You’re all caught up.');
  // Between the parts of this line stand commas.
  const parts = [...document.querySelectorAll('.day-line > *')];
  expect(parts.map(({ textContent }) => textContent)).toEqual(['$1.00 received since yesterday']);
  expect(sentence.nextElementSibling?.contains(parts[0] ?? null)).toBe(true);
});

test('a shop that is not set up lists what is to do, what is done, and where, until it is dismissed', async () => {
  const dismiss = 'POST /api/admin/setup';
  const testOrder = { orderNumber: 'ORD-10001', paid: true, email: true, form: false, refund: false };
  const { server, user } = mountAdmin('#/', {
    ...overviewAnswers({ setup: ['payments', 'backups', 'test-order'], testOrder }),
    [dismiss]: { message: 'Dismissed' },
  });
  const card = await screen.findByRole('region', { name: 'Set up your shop: 7 of 10 done' });
  const steps = within(card).getAllByRole('listitem');
  expect(steps.map((step) => within(step).getByRole('img').getAttribute('aria-label'))).toEqual([
    'Done',
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
  ).toMatch(/#\/settings\/connections\?field=Stripe$/);
  expect(screen.queryByText('You’re all caught up.')).toBeNull();
  server.answer(overviewAnswers({ setup: [] }));
  await user.click(within(card).getByRole('button', { name: 'Dismiss this list' }));
  expect(await screen.findByText('You’re all caught up.')).toBeTruthy();
  expect(server.sent(dismiss)).toEqual([{ isDismissed: true }]);
});

test('failing backups are a task with the reason, and good ones one quiet line', async () => {
  const backup = { ...QUIET.backup, lastSuccess: ago(12) };
  const failure = 'The folder /backups does not exist. Create it, or mount its disk.';
  const { server, user } = mountAdmin(
    '#/',
    overviewAnswers({ backup: { ...backup, failure, needsAttention: true } }),
  );
  await screen.findByText('Backups are failing (last success: 12 minutes ago)');
  const [task] = rows();
  expect(task?.textContent).toContain(failure);
  expect(screen.queryByText('You’re all caught up.')).toBeNull();
  server.answer(overviewAnswers({ backup }));
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('Last backup 12 minutes ago.')).toBeTruthy();
  expect(task?.isConnected).toBe(false);
});

test('what was not published needs attention, with the reason and the form that publishes again', async () => {
  const publishFailure = 'Your website is unchanged, because its new pages could not be built. Try again.';
  const words = `Your changes couldn’t be published: ${publishFailure}`;
  const setup = ['business', 'shop'] as const;
  const { server, user } = mountAdmin('#/', overviewAnswers({ setup: [...setup], publishFailure }));
  const card = await screen.findByRole('region', { name: 'Set up your shop: 8 of 10 done' });
  expect(rows()[0]?.textContent).toContain(words);
  const look = within(rows()[0] ?? card).getByRole('link');
  expect(look.getAttribute('href')).toMatch(/#\/settings\/shop$/);
  expect(within(card).getAllByText(words)).toHaveLength(2);
  const links = within(card).getAllByRole('link', { name: /^Open the form/ });
  expect(links.map((link) => link.getAttribute('href')?.replace(/.*#/, ''))).toEqual([
    '/settings/business',
    '/settings/shop',
  ]);
  expect(card.textContent).not.toContain('Pages, emails, and invoices show them.');
  server.answer(overviewAnswers({ setup: ['business'], isPublishing: true }));
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await within(card).findByText('Being published… That takes up to a minute.')).toBeTruthy();
  server.answer(overviewAnswers({ publishFailure }));
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await expect.poll(() => screen.queryByRole('region', { name: /^Set up/ })).toBeNull();
  expect(screen.queryByText('You’re all caught up.')).toBeNull();
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
          { ...row, detail: 'Quote Q-1001: final payment, not asked for yet', amount: '297.00', send: 7 },
          { ...row, orderNumber: 'Q-1002', detail: 'Deposit, asked for', amount: '120.00' },
        ],
      },
    }),
    [note]: { message: 'Noted' },
    [send]: { message: 'Request sent' },
  });
  await user.click(await screen.findByRole('button', { name: 'No answer needed to Ada Marlow' }));
  await waitFor(() => expect(server.sent(note)).toEqual([{ text: 'No answer needed', answers: 'nothing' }]));
  expect(screen.getByRole('link', { name: '$417.00 to collect' })).toBeTruthy();
  const owed = rows().filter(({ textContent }) => textContent?.includes('To collect'));
  expect(owed.map((row) => row.querySelector('.task-amount')?.textContent)).toEqual(['$297.00', '$120.00']);
  await user.click(screen.getByRole('button', { name: 'Send the request to Ada Marlow' }));
  await waitFor(() => expect(server.sent(send)).toEqual([{ action: 'send' }]));
});

test('four figures and the chart are of one period, and compared with the one before', async () => {
  const { revenue } = NO_FIGURES;
  const { server, user } = mountAdmin('#/', {
    ...overviewAnswers(),
    'GET /api/json/figures': {
      ...NO_FIGURES,
      revenue: {
        now: { ...revenue.now, net: '1348.50', paid: '1397.50', refunded: '49.00', newMonthly: '55.00' },
        before: { ...revenue.before, net: '1000.00', newMonthly: '110.00' },
      },
      bars: [
        { from: '2026-11-15', now: '149.00', before: '0.00' },
        { from: '2026-11-16', now: '1199.50', before: '1000.00' },
      ],
      orders: { now: 9, before: 0 },
      kept: { now: { kept: 48, all: 50 }, before: { kept: 9, all: 10 } },
    },
  });
  const figures = await screen.findAllByRole('definition');
  expect(figures.slice(0, 8).map(({ textContent }) => textContent)).toEqual([
    '$1,348.50',
    '+35% from before',
    '9',
    'None before',
    '48 of 50 promises (96%)',
    '9 of 10 promises (90%) before',
    '$55.00',
    '−50% from before',
  ]);
  const table = screen.getByRole('table', { name: 'Revenue' });
  expect(within(table).getAllByRole('row')[2]?.textContent).toBe('Nov 16$1,199.50$1,000.00');
  const figure = table.closest('figure');
  expect(figure?.textContent).toContain('$1,397.50 from orders');
  expect(figure?.textContent).toContain('$49.00 refunded');
  expect(figure?.textContent).not.toContain('bank transfer');
  const scale = [...(figure?.querySelectorAll('.chart-scale span') ?? [])].map(
    ({ textContent }) => textContent,
  );
  expect(scale).toEqual(['$2,000', '$1,000', '$0']);
  const heights = [...(figure?.querySelectorAll('.chart-bar[data-series="0"]') ?? [])].map((bar) =>
    Number(bar.getAttribute('height')),
  );
  expect((heights[0] ?? 0) / (heights[1] ?? 1)).toBeCloseTo(149 / 1199.5);
  const longer = screen.getByRole('button', { name: '90 days' });
  expect(longer.getAttribute('aria-pressed')).toBe('false');
  await user.click(longer);
  expect(longer.getAttribute('aria-pressed')).toBe('true');
  await screen.findByRole('heading', { name: 'The last 90 days, and the 90 before' });
  await waitFor(() => {
    for (const call of ['GET /api/json/figures', 'GET /api/json/funnel'] as const)
      expect(server.asked(call).at(-1)).toEqual({ days: '90' });
  });
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
      },
    }),
  );
  const chart = await screen.findByRole('region', { name: 'Recurring payments now' });
  expect(chart.textContent).toContain('monthly recurring revenue');
  expect(chart.textContent).toContain('1 past due, $30.00 per month at risk');
  const link = within(chart).getByRole('link', { name: /past due/ });
  expect(link.getAttribute('href')).toBe('/admin-dashboard#/recurring?state=past-due');
});

test('an unreachable server is reported, and Refresh loads the overview once it is back', async () => {
  const { server, user } = mountAdmin('#/', { ...overviewAnswers(), 'GET /api/json/overview': NO_RESPONSE });
  expect(await screen.findByText('Couldn’t reach the server.')).toBeTruthy();
  server.answer(overviewAnswers());
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('You’re all caught up.')).toBeTruthy();
  expect(screen.queryByText('Couldn’t reach the server.')).toBeNull();
});

test('the overview shows how many emails wait, and resends all failed ones', async () => {
  const { server, user } = mountAdmin('#/', {
    ...overviewAnswers({
      unsentMessages: { count: 3, items: [{ orderNumber: 'ORD-10001', detail: 'connect ECONNREFUSED' }] },
      mails: { due: 2, planned: 14, givenUp: 3 },
    }),
    'POST /api/admin/messages/send-again': { message: 'Sending 3 emails' },
  });
  await screen.findByRole('link', { name: '3 emails not sent' });
  expect(rows()[0]?.textContent).toContain('connect ECONNREFUSED');
  expect(screen.getByText('2 emails sending soon, 14 scheduled.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Resend 3 failed emails' }));
  expect(await screen.findByText('Sending 3 emails')).toBeTruthy();
  expect(server.sent('POST /api/admin/messages/send-again')).toEqual([{}]);
});

test('an accountant sees the figures, and neither the funnel nor unfinished checkouts', async () => {
  const { server, goToView } = mountAdmin('#/nowhere', overviewAnswers(), { role: 'accountant' });
  await screen.findByText(/This page doesn’t exist/);
  goToView('#/');
  await screen.findByRole('heading', { name: 'The last 30 days, and the 30 before' });
  expect(screen.queryByText('Where sales come from')).toBeNull();
  expect(server.received.map(({ call }) => call)).not.toContain('GET /api/json/funnel');
});

test('without the right to see them, there are no sums and no backups; staff see their work', async () => {
  const { backup: _backup, sinceYesterday: _sum, recurring: _recurring, ...answer } = QUIET;
  const { revenue: _revenue, bars: _bars, ...figures } = NO_FIGURES;
  const sold = { ...figures, orders: { now: 1, before: 0 } };
  mountAdmin(
    '#/',
    {
      ...overviewAnswers(),
      'GET /api/json/overview': { ...answer, mine: { open: 2, late: 1 } },
      'GET /api/json/figures': sold,
    },
    { role: 'staff' },
  );
  expect(await screen.findByRole('link', { name: 'Yours: 2 open orders, 1 late' })).toBeTruthy();
  expect(await screen.findByText('Orders by service')).toBeTruthy();
  expect(screen.queryByText(/Revenue|Received|Recurring payments|backup|since yesterday/)).toBeNull();
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
  const pastDue = await screen.findByRole('link', { name: '7 recurring payments past due' });
  expect(pastDue.getAttribute('href')).toMatch(/#\/recurring\?state=past-due$/);
  expect(
    screen
      .getByRole('link', { name: 'This month’s invoices, credit notes, and sales tax' })
      .getAttribute('href'),
  ).toMatch(/#\/books$/);
  expect(screen.queryByText(/due today|backup|caught up/)).toBeNull();
});

test('an address that was left at a closed checkout is answered by email, and then taken off the list', async () => {
  const dismiss = 'POST /api/admin/payments/dismiss';
  const item = {
    orderNumber: null,
    title: 'ruth@buyers.example',
    detail: 'couldn’t pay for On-Hold Audio',
    since: '2026-11-21T09:00:00.000Z',
    dismiss: { leftAddress: 7 },
    harm: '2',
  };
  const { server, user } = mountAdmin('#/', {
    ...overviewAnswers({ messagesToAnswer: { count: 1, items: [item] } }),
    [dismiss]: { message: 'Dismissed' },
  });
  const answer = await screen.findByRole('link', { name: 'Answer' });
  expect(answer.getAttribute('href')).toBe('mailto:ruth%40buyers.example');
  await user.click(screen.getByRole('button', { name: 'Answered ruth@buyers.example' }));
  await expect.poll(() => server.sent(dismiss)).toEqual([{ leftAddress: 7 }]);
});
