import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Agreement, CaseAgreement, CaseCharge } from '../../contracts/recurring.ts';
import { AT, whole, type Partly } from '../../contracts/test/whole.ts';
import { NO_RESPONSE, refused } from '../../contracts/test/fake-server.ts';
import { aCase, ORDER, PAYMENT } from '../test/case.ts';
import { EMPTY_LISTS, rowOf, textsOf } from '../test/lists.ts';
import { mountAdmin } from '../test/mount-admin.tsx';

const CASE = 'GET /api/json/cases/:orderNumber';
const ACT = 'POST /api/admin/cases/:orderNumber/recurring';
const ACTIVE = whole(CaseAgreement, {
  version: 'v1',
  orderNumber: 'ORD-10001',
  provider: 'stripe',
  state: 'active',
  amountCents: 3_000,
  nextChargeAt: '2026-12-21T10:00:00.000Z',
  card: 'Visa ending in 4242',
});
const CHARGE = whole(CaseCharge, { id: 9, paidAt: AT, amountCents: 3_000, state: 'paid', attempts: 1 });
const done = { message: 'Done' };
const withIt = (changes: Partly<CaseAgreement> = {}) => aCase({ recurring: { ...ACTIVE, ...changes } });
const card = () => screen.findByRole('region', { name: 'Recurring payment' });
const buttons = (element: HTMLElement) => textsOf(within(element), 'button').filter(Boolean);

test.each([
  [{}, ['Pause', 'Change amount', 'Offer a new price', 'Cancel at end of period', 'Cancel now']],
  [{ state: 'paused' }, ['Resume', 'Cancel at end of period', 'Cancel now']],
  [{ state: 'past-due' }, ['Change amount', 'Offer a new price', 'Cancel now']],
  [{ cancelAt: AT }, ['Undo cancellation', 'Cancel now']],
  [{ state: 'canceled' }, []],
] as [Partial<CaseAgreement>, string[]][])(
  'the owner can do what the state allows: %o',
  async (changes, names) => {
    mountAdmin('#/case/ORD-10001', { [CASE]: withIt(changes) });
    expect(buttons(await card())).toEqual(names);
  },
);

test('staff may pause and cancel, and change no amount', async () => {
  mountAdmin('#/case/ORD-10001', { [CASE]: withIt() }, { role: 'staff' });
  expect(buttons(await card())).toEqual(['Pause', 'Cancel at end of period', 'Cancel now']);
});

test('what was canceled for the end of its period is not active: it ends on the studio’s day', async () => {
  // The evening before, in New York.
  mountAdmin('#/case/ORD-10001', { [CASE]: withIt({ cancelAt: '2027-01-24T01:38:00.000Z' }) });
  const text = (await card()).textContent;
  expect(text).toContain('StatusEnds Jan 23, 2027 No more charges.Price');
  expect(text).not.toMatch(/Active|Next charge/);
});

test('an action is sent, and its result is shown', async () => {
  const { server, user } = mountAdmin('#/case/ORD-10001', { [CASE]: withIt(), [ACT]: done });
  expect((await card()).textContent).toContain('StatusActivePrice$30.00 per monthNext charge');
  expect((await card()).textContent).toContain('No charges yet.');
  server.answer({ [CASE]: withIt({ state: 'paused', nextChargeAt: null }) });
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  await waitFor(async () => expect((await card()).textContent).toContain('StatusPaused'));
  expect(server.sent(ACT)).toEqual([{ action: 'pause' }]);
});

test('a new amount is checked, a failed change keeps it, and the palette has the actions', async () => {
  const { server, user } = mountAdmin('#/case/ORD-10001', {
    ...EMPTY_LISTS,
    [CASE]: withIt(),
    [ACT]: NO_RESPONSE,
  });
  await user.click(await screen.findByRole('button', { name: 'Change amount' }));
  const amount = screen.getByLabelText<HTMLInputElement>('New amount per month in US dollars');
  expect(document.activeElement).toBe(amount);
  await user.clear(amount);
  await user.type(amount, 'nothing{Enter}');
  await waitFor(() => expect(amount.getAttribute('aria-invalid')).toBe('true'));
  expect(server.sent(ACT)).toEqual([]);
  await user.clear(amount);
  await user.type(amount, '45.50');
  await user.click(screen.getByRole('button', { name: 'Save amount' }));
  await screen.findByText('Couldn’t change the amount');
  expect(amount.value).toBe('45.50');
  server.answer({ [ACT]: done });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(
    await screen.findByRole('combobox', { name: 'Find an order or action' }),
    'recurring payment pause',
  );
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(server.sent(ACT)).toEqual([
      { action: 'change-amount', amount: 45.5, version: 'v1' },
      { action: 'pause' },
    ]),
  );
});

test('Cancel now asks first', async () => {
  const { server, user } = mountAdmin('#/case/ORD-10001', { [CASE]: withIt(), [ACT]: done });
  const cancel = await screen.findByRole('button', { name: 'Cancel now' });
  await user.click(cancel);
  await user.click(await screen.findByRole('button', { name: 'Keep it' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.sent(ACT)).toEqual([]);
  await user.click(cancel);
  await user.click(await screen.findByRole('button', { name: 'Cancel recurring payment' }));
  await waitFor(() => expect(server.sent(ACT)).toEqual([{ action: 'cancel-now' }]));
});

test('a charge is refunded in part, with a reason', async () => {
  const { server, user } = mountAdmin('#/case/ORD-10001', {
    [CASE]: withIt({ charges: [CHARGE] }),
    [ACT]: { message: '$10.00 refunded' },
  });
  await user.click(await screen.findByRole('button', { name: /^Refund the charge due/ }));
  const amount = within(await card()).getByLabelText('Amount in US dollars');
  await user.clear(amount);
  await user.type(amount, '10');
  await user.click(screen.getByRole('button', { name: 'Refund $10.00' }));
  await screen.findByText('Please enter a reason. The customer will see it.');
  await user.type(screen.getByLabelText('Reason'), 'The page was down.');
  await user.click(screen.getByRole('button', { name: 'Refund $10.00' }));
  await screen.findByText('$10.00 refunded');
  expect(server.sent(ACT)).toMatchObject([
    { action: 'refund', chargeId: 9, amount: 10, reason: 'The page was down.' },
  ]);
});

test('a problem, a disputed charge and an unstarted recurring payment are shown with what to do', async () => {
  const dispute = {
    id: 'dp_1',
    reason: 'fraudulent',
    status: 'open' as const,
    respondBy: '2026-12-31T10:00:00.000Z',
    url: 'https://dashboard.stripe.com/disputes/dp_1',
  };
  const problem = 'The customer’s card can’t be charged again.';
  const { server, user } = mountAdmin('#/case/ORD-10001', {
    [CASE]: aCase({
      payments: [{ ...PAYMENT, provider: 'paypal', dispute }],
      recurring: { ...ACTIVE, state: 'pending', problem, charges: [{ ...CHARGE, attempts: 2, dispute }] },
    }),
    [ACT]: refused(409, 'This recurring payment has already been started.'),
  });
  const shown = await card();
  expect(shown.textContent).toContain(problem);
  expect(shown.textContent).toContain('Respond by December 31, 2026.');
  const link = within(shown).getByRole('link', { name: 'Respond at Stripe' });
  expect(link.getAttribute('href')).toBe(dispute.url);
  expect(link.getAttribute('rel')).toBe('noreferrer noopener');
  expect(within(shown).queryByRole('button', { name: /^Refund/ })).toBeNull();
  expect(within(shown).getByRole('button', { name: 'Start recurring payment' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Respond at PayPal' })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Needs review' }).textContent).toContain(
    'Recurring payment to review: The customer disputed this payment',
  );

  server.answer({ [CASE]: aCase({ order: ORDER, recurring: null, canStartRecurring: true }) });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByText(/The customer agreed to \$30\.00 per month, but .* was never started\./);
  await user.click(screen.getByRole('button', { name: 'Start recurring payment' }));
  await screen.findByText('This recurring payment has already been started.');

  server.answer({ [CASE]: aCase({ order: ORDER, recurring: null, canStartRecurring: false }) });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByText(/It can’t be started because no payment method was saved\./);
  expect(buttons(await card())).toEqual([]);
});

const listed = (changes: Partly<Agreement>): Agreement =>
  whole(Agreement, {
    orderNumber: 'ORD-10001',
    state: 'active',
    period: 'month',
    amountCents: 3_000,
    name: 'Ada Marlow',
    ...changes,
  });

test('the list is filtered, and its file has the same', async () => {
  const failed = { dueAt: AT, paidAt: null, amountCents: 3_000, state: 'failed', attempts: 4 } as const;
  const all = [
    listed({ state: 'past-due', charges: [failed] }),
    listed({ orderNumber: 'ORD-10002', period: 'year', amountCents: 30_000 }),
    listed({ orderNumber: 'ORD-10003', cancelAt: '2027-01-24T01:38:00.000Z' }),
  ];
  const { user, downloads } = mountAdmin('#/recurring', {
    'GET /api/json/recurring': ({ query }) => {
      const agreements = all.filter(({ period }) => !query['period'] || period === query['period']);
      return { total: agreements.length, isTotalExact: true, agreements };
    },
  });
  const monthly = await rowOf('ORD-10001');
  expect(monthly.textContent).toContain('$30.00 per monthPast due');
  expect(monthly.textContent).toContain('Failed');
  expect((await rowOf('ORD-10002')).textContent).toContain('$300.00 per yearActive');
  expect((await rowOf('ORD-10003')).textContent).toContain('per monthEnds Jan 23, 2027–');
  expect(screen.queryByLabelText('Work status')).toBeNull();
  await user.selectOptions(screen.getByLabelText('Period'), 'Yearly');
  await screen.findByText('1 recurring payment');
  await user.click(screen.getByRole('link', { name: 'Download CSV' }));
  await waitFor(() => expect(downloads).toEqual(['/api/json/recurring.csv?period=year']));
});

test('a new price is offered to a customer, with the sentence that they will read, and withdrawn', async () => {
  const { server, user } = mountAdmin('#/case/ORD-10001', { [CASE]: withIt(), [ACT]: done });
  await user.click(await screen.findByRole('button', { name: 'Offer a new price' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Offer a new price' }));
  const amount = dialog.getByLabelText('New price per month in US dollars');
  await user.clear(amount);
  await user.type(amount, '35');
  await user.click(dialog.getByRole('button', { name: 'Send offer' }));
  await dialog.findByText('Please enter a date');
  // The evening of the 21st in New York is charged at the old price.
  fireEvent.change(dialog.getByLabelText('From'), { target: { value: '2026-12-22' } });
  await user.type(dialog.getByLabelText('Why (optional)'), 'Faster hosting.');
  expect(
    dialog.getByText(
      /^The customer of ORD-10001 reads: “Starting with your payment on January 21, 2027, your website costs \$35 a month instead of \$30 a month, until you cancel.” Without a yes, the price stays \$30.00 per month\.$/,
    ),
  ).toBeTruthy();
  const offer = { id: 1, amountCents: 3_500, text: '', isAccepted: false, until: '2026-12-22T05:00:00.000Z' };
  server.answer({ [CASE]: withIt({ offer: { ...offer, chargeAt: '2027-01-21T10:00:00.000Z' } }) });
  await user.click(dialog.getByRole('button', { name: 'Send offer' }));
  await waitFor(async () =>
    expect((await card()).textContent).toContain(
      'New price$35.00 offered, can be accepted before Dec 22, 2026',
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Withdraw the new price' }));
  await waitFor(() =>
    expect(server.sent(ACT)).toEqual([
      { action: 'offer-amount', amount: 35, from: '2026-12-22', text: 'Faster hosting.', version: 'v1' },
      { action: 'withdraw-offer' },
    ]),
  );
});

test('several customers of the list are offered a new price, and a refusal leaves the rest to be sent', async () => {
  const next = '2026-12-21T10:00:00.000Z';
  const agreements = [
    listed({ nextChargeAt: next, version: 'v1' }),
    listed({ orderNumber: 'ORD-10002', name: 'Bea Lund', nextChargeAt: next, version: 'v2' }),
    listed({ orderNumber: 'ORD-10003', name: 'Cleo Diaz', nextChargeAt: next, version: 'v3' }),
    listed({ orderNumber: 'ORD-10004', name: 'Dev Rao', nextChargeAt: next, period: 'year' }),
    listed({ orderNumber: 'ORD-10005', name: 'Eve Paz', state: 'canceled' }),
  ];
  const { server, user } = mountAdmin('#/recurring', {
    'GET /api/json/recurring': { total: 5, isTotalExact: true, agreements },
    [ACT]: ({ path }) =>
      path.includes('ORD-10003')
        ? refused(409, 'The customer already has an offer. Withdraw it first.')
        : done,
  });
  await user.click(await screen.findByRole('button', { name: 'Offer a new price…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Offer a new price' }));
  expect(dialog.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent.trim())).toEqual([
    'Ada Marlow, ORD-10001, $30.00',
    'Bea Lund, ORD-10002, $30.00',
    'Cleo Diaz, ORD-10003, $30.00',
  ]);
  fireEvent.change(dialog.getByLabelText('New price per month in US dollars'), { target: { value: '35' } });
  fireEvent.change(dialog.getByLabelText('From'), { target: { value: '2026-12-15' } });
  await user.click(dialog.getByRole('button', { name: 'Send to 0' }));
  await screen.findByText('Choose at least one customer.');
  await user.click(dialog.getByRole('button', { name: 'Choose all' }));
  await user.click(dialog.getByRole('checkbox', { name: /Bea/ }));
  await user.click(dialog.getByRole('button', { name: 'Send to 2' }));
  await screen.findByText('The customer already has an offer. Withdraw it first.');
  const paths = () =>
    server.received.filter(({ call }) => call === ACT).map(({ path }) => path.split('/')[4]);
  expect(paths()).toEqual(['ORD-10001', 'ORD-10003']);
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: /Ada.*Sent$/ }).disabled).toBe(true);
  await user.click(dialog.getByRole('checkbox', { name: /Cleo.*Not sent$/ }));
  await user.click(dialog.getByRole('checkbox', { name: /Bea/ }));
  await user.click(dialog.getByRole('button', { name: 'Send to 1' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(paths()).toEqual(['ORD-10001', 'ORD-10003', 'ORD-10002']);
  expect(server.sent(ACT)).toMatchObject([{ version: 'v1' }, { version: 'v3' }, { version: 'v2' }]);
});
