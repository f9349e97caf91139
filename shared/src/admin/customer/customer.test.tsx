import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CustomerResponse } from '../../contracts/customers.ts';
import { AT, type Partly } from '../../contracts/test/whole.ts';
import { aCase, ORDER } from '../test/case.ts';
import { anOrder } from '../test/lists.ts';
import { mountAdmin } from '../test/mount-admin.tsx';

const PAGE = 'GET /api/json/customers/:id';
const ACT = 'POST /api/admin/customers/:id';
const PEOPLE = 'POST /api/admin/customers/:id/people';
const TEAM = 'GET /api/json/team';
const done = { message: 'Done' };
const team = {
  team: [
    { id: 1, username: 'ada', name: 'Ada' },
    { id: 2, username: 'sam', name: 'Sam Lee' },
  ],
};

const LISTED = {
  id: 7,
  name: 'Marlow Bicycles',
  people: [
    { email: 'ada@marlow.example', name: 'Ada Marlow', sees: 'both' as const },
    { email: 'bo@marlow.example', name: 'Bo Marlow', sees: 'money' as const },
  ],
  tags: ['VIP'],
  orders: 2,
  openOrders: 1,
  recurring: 1,
  paid: '1198.00',
};
const aCustomer = (changes: Partly<CustomerResponse> = {}): Partly<CustomerResponse> => ({
  ...LISTED,
  version: 'v1',
  orderList: [
    anOrder({ orderNumber: 'ORD-10002', initialPayment: '149.00', refundedCents: 4_900 }),
    anOrder(),
  ],
  documents: [{ orderNumber: 'ORD-10001', number: 'INV-1001', amountCents: 14_900, url: '/x' }],
  messages: [{ id: 1, orderNumber: 'ORD-10001', isFromStudio: false, text: 'Hello there', sentAt: AT }],
  notes: [{ text: 'Prefers calls.', by: 'ada', at: AT }],
  ...changes,
});

test('the list shows what each customer paid, and its tags are filters', async () => {
  const page = { total: 1, isTotalExact: true, customers: [LISTED], tags: ['Dental', 'VIP'] };
  const { user, server } = mountAdmin('#/customers', { 'GET /api/json/customers': page });
  const row = (await screen.findByRole('link', { name: 'Marlow Bicycles' })).closest('tr');
  expect(row?.textContent).toContain('$1,198.00');
  expect(row?.textContent).toContain('2 (1 open)');
  await user.selectOptions(screen.getByLabelText('Tag'), 'Dental');
  await screen.findByText('Tag: Dental');
  expect(server.asked('GET /api/json/customers').at(-1)).toMatchObject({ tag: 'Dental' });
});

test('a customer’s page has everything of theirs; a note mentions a person by a button', async () => {
  const { user, server } = mountAdmin('#/customers/7', { [PAGE]: aCustomer(), [TEAM]: team, [ACT]: done });
  await screen.findByRole('heading', { name: 'Marlow Bicycles' });
  expect(screen.getAllByRole('link', { name: /^ORD-1000/ }).length).toBeGreaterThan(1);
  expect(screen.getByText('$100.00 of $149.00')).toBeTruthy();
  expect(screen.getByText('Hello there')).toBeTruthy();
  expect(screen.getByText('Prefers calls.')).toBeTruthy();
  await user.type(screen.getByLabelText('Internal note'), 'Ask');
  expect(screen.queryByRole('button', { name: '@Sam Lee' })).toBeNull();
  await user.type(screen.getByLabelText('Internal note'), ' @sa');
  await user.click(await screen.findByRole('button', { name: '@Sam Lee' }));
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  expect(server.sent(ACT)[0]).toMatchObject({ action: 'note', text: 'Ask @Sam Lee' });
});

test('nobody is told before Assign is pressed', async () => {
  const { user, server } = mountAdmin('#/customers/7', { [PAGE]: aCustomer(), [TEAM]: team, [ACT]: done });
  await user.selectOptions(await screen.findByLabelText('Responsible'), 'Sam Lee');
  expect(server.sent(ACT)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Assign' }));
  expect(server.sent(ACT)[0]).toEqual({ action: 'assign', adminId: 2, version: 'v1' });
});

test('the owner changes what a person sees, separates them, and joins another customer', async () => {
  const other = { ...LISTED, id: 8, name: 'Marlow Two' };
  const { user, server } = mountAdmin('#/customers/7', {
    [PAGE]: aCustomer(),
    [TEAM]: {},
    [PEOPLE]: done,
    'GET /api/json/customers': { customers: [other] },
  });
  await user.selectOptions(await screen.findByLabelText('What Bo Marlow sees'), 'orders');
  await user.click(screen.getAllByRole('button', { name: 'Make a customer of their own' })[1] as HTMLElement);
  expect(server.sent(PEOPLE)).toHaveLength(1);
  const separating = await screen.findByRole('dialog', { name: 'Make Bo Marlow a customer of their own?' });
  await user.click(within(separating).getByRole('button', { name: 'Make a customer of their own' }));
  await user.click(screen.getByRole('button', { name: 'Join with another customer' }));
  await user.type(screen.getByLabelText('Find the other customer'), 'two{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Join Marlow Two with Marlow Bicycles' }));
  const joining = await screen.findByRole('dialog', { name: 'Join Marlow Two with Marlow Bicycles?' });
  expect(joining.textContent).toContain('Marlow Two: ');
  expect(joining.textContent).toContain('Each person sees only their own orders until you choose');
  await user.click(within(joining).getByRole('button', { name: 'Join them' }));
  expect(server.sent(PEOPLE)).toEqual([
    { action: 'access', email: 'bo@marlow.example', sees: 'orders', version: 'v1' },
    { action: 'separate', email: 'bo@marlow.example', version: 'v1' },
    { action: 'join', other: 8, version: 'v1' },
  ]);
});

test('staff change no access, and accountants see only the books', async () => {
  mountAdmin('#/customers/7', { [PAGE]: aCustomer(), [TEAM]: team }, { role: 'staff' });
  await screen.findByText('Sees everyone’s payments');
  expect(screen.queryByRole('button', { name: 'Join with another customer' })).toBeNull();
});

test('an order links to its customer and says who is responsible', async () => {
  const assign = 'POST /api/admin/cases/:orderNumber/assign';
  const { user, server } = mountAdmin('#/case/ORD-10001', {
    'GET /api/json/cases/:orderNumber': aCase({ order: { ...ORDER, responsible: 'ada', customerId: 7 } }),
    [TEAM]: team,
    [assign]: done,
  });
  const customer = await screen.findByRole('region', { name: 'Customer' });
  expect(within(customer).getByRole('link', { name: 'Marlow Bicycles' }).getAttribute('href')).toBe(
    '/admin-dashboard#/customers/7',
  );
  await user.selectOptions(await screen.findByLabelText('Responsible'), 'Nobody');
  await user.click(screen.getByRole('button', { name: 'Assign' }));
  expect(server.sent(assign)[0]).toEqual({ adminId: null, version: 'ada' });
});

test('a join and a separation ask whose exemption counts afterwards, and wait for the answer', async () => {
  const exemption = { certificate: 'MI-4471', until: null, fileId: null };
  const other = { ...LISTED, id: 8, name: 'Marlow Two', exemption: { ...exemption, certificate: 'OH-2' } };
  const { user, server } = mountAdmin('#/customers/7', {
    [PAGE]: aCustomer({ exemption }),
    [TEAM]: {},
    [PEOPLE]: done,
    'GET /api/json/customers': { customers: [other] },
  });
  const answer = async (button: HTMLElement, choice: string, label: string) => {
    await user.click(button);
    const dialog = within(await screen.findByRole('dialog'));
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: label });
    expect(confirm.disabled).toBe(true);
    await user.selectOptions(dialog.getByLabelText('Sales tax afterwards'), choice);
    await user.click(confirm);
  };
  const [, separate] = await screen.findAllByRole('button', { name: 'Make a customer of their own' });
  await answer(separate as HTMLElement, 'Bo Marlow gets certificate MI-4471', 'Make a customer of their own');
  await user.click(screen.getByRole('button', { name: 'Join with another customer' }));
  await user.type(screen.getByLabelText('Find the other customer'), 'two{Enter}');
  const join = await screen.findByRole('button', { name: 'Join Marlow Two with Marlow Bicycles' });
  await answer(join, 'All are exempt with certificate OH-2', 'Join them');
  expect(server.sent(PEOPLE)).toEqual([
    { action: 'separate', email: 'bo@marlow.example', exempts: 'other', version: 'v1' },
    { action: 'join', other: 8, exempts: 'other', version: 'v1' },
  ]);
});
