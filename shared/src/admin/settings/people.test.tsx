import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Person } from '../../contracts/people.ts';
import { refused, type Answers, type Reply } from '../../contracts/test/fake-server.ts';
import { whole } from '../../contracts/test/whole.ts';
import { textsOf } from '../test/lists.ts';
import { mountAdmin } from '../test/mount-admin.tsx';

const PEOPLE = 'GET /api/json/people';
const INVITE = 'POST /api/admin/people';
const CHANGE = 'POST /api/admin/people/:id';
const INVITE_AGAIN = 'POST /api/admin/people/:id/invite';
const done = { message: 'Saved' };

const ADA = whole(Person, {
  id: 1,
  version: 'v1',
  username: 'ada',
  name: 'Ada Marlow',
  email: 'ada@studio.example',
  role: 'owner',
  state: 'active',
  hasSecondFactor: true,
  lastLogin: '2026-11-24T09:00:00.000Z',
});
const ben = (changes: Partial<Person> = {}): Person => ({
  ...ADA,
  id: 2,
  version: 'v2',
  username: 'ben',
  name: 'Ben Okri',
  role: 'staff',
  hasSecondFactor: false,
  ...changes,
});
const listed = (...people: Person[]) => ({ people });
const open = (people: Person[], answers: Answers = {}) =>
  mountAdmin('#/settings/people', { [PEOPLE]: listed(...people), ...answers });

const rowOf = async (name: string) =>
  within((await screen.findByText(name, { selector: 'bdi' })).closest('tr') ?? document.body);

test('each person has their role and state, and you are marked', async () => {
  open([ADA, ben({ state: 'expired', email: 'Ben Okri', lastLogin: null })]);
  const me = await rowOf('Ada Marlow');
  expect(me.getByText('(you)')).toBeTruthy();
  expect(me.getByText('ada@studio.example')).toBeTruthy();
  expect(textsOf(me, 'cell')).toEqual([
    'OwnerStaffAccountant',
    'On',
    expect.stringMatching(/^Nov 2\d, /),
    '',
  ]);
  const other = await rowOf('Ben Okri');
  expect(other.queryByText('(you)')).toBeNull();
  expect(other.getByText('Invitation expired')).toBeTruthy();
  expect(other.getByText('Never')).toBeTruthy();
  expect(other.getByLabelText<HTMLSelectElement>('Role for Ben Okri').value).toBe('staff');
});

test('a new role is sent alone, and after a refusal the old one stays', async () => {
  const { server, user } = open([ADA, ben()], { [CHANGE]: refused(409, 'The shop needs an owner.') });
  const role = await screen.findByLabelText<HTMLSelectElement>('Role for Ben Okri');
  await user.selectOptions(role, 'Accountant');
  await screen.findByText('Couldn’t save the change');
  expect(screen.getByText('The shop needs an owner.')).toBeTruthy();
  expect(role.value).toBe('staff');
  server.answer({ [CHANGE]: done, [PEOPLE]: listed(ADA, ben({ role: 'accountant' })) });
  await user.selectOptions(role, 'Accountant');
  await waitFor(() => expect(role.value).toBe('accountant'));
  expect(server.sent(CHANGE)).toEqual([
    { role: 'accountant', version: 'v2' },
    { role: 'accountant', version: 'v2' },
  ]);
  expect(server.received.find(({ call }) => call === CHANGE)?.path).toBe('/api/admin/people/2');
});

test('a person is deactivated, and can be reactivated', async () => {
  const { server, user } = open([ben()], { [CHANGE]: done });
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  await press('Deactivate Ben Okri');
  await press('Cancel');
  expect(server.sent(CHANGE)).toEqual([]);
  await press('Deactivate Ben Okri');
  await press('Deactivate');
  await waitFor(() => expect(server.sent(CHANGE)).toEqual([{ isActive: false, version: 'v2' }]));
  server.answer({ [PEOPLE]: listed(ben({ state: 'deactivated', version: 'v3' })) });
  await press('Deactivate Ben Okri');
  await press('Deactivate');
  await user.click(await screen.findByRole('button', { name: 'Reactivate Ben Okri' }));
  await waitFor(() => expect(server.sent(CHANGE).at(-1)).toEqual({ isActive: true, version: 'v3' }));
});

test('owners are first, then everyone by name', async () => {
  open([
    ben({ id: 4, name: 'Zoe' }),
    ben({ id: 3, name: 'ben', role: 'accountant' }),
    { ...ADA, name: 'Wen' },
  ]);
  await rowOf('Wen');
  expect(screen.getAllByRole('rowheader').map((head) => head.querySelector('bdi')?.textContent)).toEqual([
    'Wen',
    'ben',
    'Zoe',
  ]);
});

test('who becomes an owner, or no longer is one, is asked about first', async () => {
  const { server, user } = open([ADA, ben()], { [CHANGE]: done });
  const choose = async (name: string, role: string) =>
    user.selectOptions(await screen.findByLabelText(`Role for ${name}`), role);
  await choose('Ben Okri', 'Owner');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Ben Okri from Staff to Owner?' }));
  expect(dialog.getByText(/^They can do everything/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(server.sent(CHANGE)).toEqual([]);
  await choose('Ben Okri', 'Owner');
  await user.click(await screen.findByRole('button', { name: 'Change the role' }));
  await waitFor(() => expect(server.sent(CHANGE)).toEqual([{ role: 'owner', version: 'v2' }]));
  await choose('Ada Marlow', 'Staff');
  await screen.findByRole('dialog', { name: 'Change Ada Marlow from Owner to Staff?' });
  await user.click(screen.getByRole('button', { name: 'Change the role' }));
  await waitFor(() =>
    expect(server.sent(CHANGE)).toEqual([
      { role: 'owner', version: 'v2' },
      { role: 'staff', version: 'v1' },
    ]),
  );
});

test('an open invitation is sent again or withdrawn, and an active person has neither', async () => {
  const { server, user } = open([ADA, ben({ state: 'invited' })], {
    [INVITE_AGAIN]: {
      message: 'Invitation saved',
      link: 'https://shop.example/admin-login#invite=2.k',
    },
    [CHANGE]: done,
  });
  await user.click(await screen.findByRole('button', { name: 'Resend invitation to Ben Okri' }));
  const link = within(await screen.findByRole('region', { name: 'Link of the invitation' }));
  expect(link.getByText('https://shop.example/admin-login#invite=2.k')).toBeTruthy();
  await user.click(link.getByRole('button', { name: 'I’ve saved it' }));
  expect(screen.queryByRole('region', { name: 'Link of the invitation' })).toBeNull();
  expect(server.received.find(({ call }) => call === INVITE_AGAIN)?.path).toBe('/api/admin/people/2/invite');
  await user.click(screen.getByRole('button', { name: 'Withdraw invitation for Ben Okri' }));
  await waitFor(() => expect(server.sent(CHANGE)).toEqual([{ isActive: false, version: 'v2' }]));
  expect(screen.queryByRole('button', { name: 'Resend invitation to Ada Marlow' })).toBeNull();
});

test('an invitation is checked at its fields, says what the role may do, and is sent', async () => {
  const { server, user } = open([], { [INVITE]: done });
  const form = within(await screen.findByRole('region', { name: 'Invite someone' }));
  const email = form.getByLabelText<HTMLInputElement>('Email');
  await user.type(email, 'grace');
  await user.click(form.getByRole('button', { name: 'Send the invitation' }));
  await form.findByText('Please enter a valid email address');
  expect(email.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(email);
  expect(server.sent(INVITE)).toEqual([]);

  const help = () =>
    document.getElementById(form.getByLabelText('Role').getAttribute('aria-describedby') ?? '')?.textContent;
  const staff = help();
  await user.selectOptions(form.getByLabelText('Role'), 'Accountant');
  expect(help()).not.toBe(staff);
  await user.clear(email);
  await user.type(email, ' Grace@Studio.example');
  await user.type(form.getByLabelText('First name'), 'Grace ');
  await user.click(form.getByRole('button', { name: 'Send the invitation' }));
  await waitFor(() => expect(email.value).toBe(''));
  expect(server.sent(INVITE)).toEqual([
    { email: 'grace@studio.example', firstName: 'Grace', lastName: '', role: 'accountant' },
  ]);
  // The next invitation starts anew, and says what it gives.
  expect(form.getByLabelText<HTMLSelectElement>('Role').value).toBe('staff');
  expect(help()).toBe(staff);
});

/** Somebody is invited, which is refused. Returns the field of their address. */
async function inviteRefused(answer: Reply) {
  const { user } = open([], { [INVITE]: answer });
  const email = await screen.findByLabelText<HTMLInputElement>('Email');
  await user.type(email, 'grace@studio.example');
  // happy-dom does not take the first value of a select from react-hook-form, as browsers do.
  await user.selectOptions(screen.getByLabelText('Role'), 'Owner');
  await user.click(screen.getByRole('button', { name: 'Send the invitation' }));
  return email;
}

test('a refused invitation says why and keeps what was typed', async () => {
  const email = await inviteRefused(refused(409, 'grace@studio.example already has an account.'));
  await screen.findByText('grace@studio.example already has an account.');
  expect(email.value).toBe('grace@studio.example');
});

test('what the server says about a field stands at the field, and in no toast', async () => {
  const taken = 'Someone with this email address already has an account.';
  await inviteRefused(refused(400, taken, { fields: { email: [taken] } }));
  expect((await screen.findAllByText(taken)).map(({ className }) => className)).toEqual(['field-error']);
  expect(screen.queryByText('Couldn’t send the invitation')).toBeNull();
});

test('a colleague’s name and address are corrected, and a lost second factor is removed after a question', async () => {
  const { server, user } = open([ADA, ben({ hasSecondFactor: true, firstName: 'Ben', lastName: 'Okri' })], {
    [CHANGE]: done,
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Ben Okri' }));
  expect(screen.queryByRole('button', { name: 'Edit Ada Marlow' })).toBeNull();
  const email = screen.getByLabelText('Email', { selector: 'dialog *' });
  await user.clear(email);
  await user.type(email, 'ben@new.example');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.sent(CHANGE)).toEqual([
      { firstName: 'Ben', lastName: 'Okri', email: 'ben@new.example', version: 'v2' },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Edit Ben Okri' }));
  await user.click(screen.getByRole('button', { name: 'Remove the second factor' }));
  expect(server.sent(CHANGE)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Remove it' }));
  await waitFor(() => expect(server.sent(CHANGE).at(-1)).toEqual({ hasSecondFactor: false, version: 'v2' }));
});

test('without email, the link for a colleague who cannot log in is shown', async () => {
  const link = 'https://shop.example/admin-login#password=2.abc';
  const { user } = open([ADA, ben()], { [INVITE_AGAIN]: { ...done, link } });
  await user.click(await screen.findByRole('button', { name: 'Edit Ben Okri' }));
  expect(screen.queryByRole('button', { name: 'Remove the second factor' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Send a link to set a new password' }));
  expect(await screen.findByText(link)).toBeTruthy();
});
