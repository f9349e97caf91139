import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { BusinessSettings, ShopResponse, ShopValues } from '../../contracts/shop.ts';
import { refused } from '../../contracts/test/fake-server.ts';
import { textsOf } from '../test/lists.ts';
import { mountAdmin } from '../test/mount-admin.tsx';
import { aBusiness, aShop } from '../test/shop.ts';
import { zoneFor } from '../base/time-zones.ts';

const NOTICES = 'GET /api/json/notices';
const SAVE_NOTICES = 'POST /api/admin/notices';
const SHOP = 'GET /api/json/shop';
const SAVE_SHOP = 'POST /api/json/shop';
const RESET = 'POST /api/admin/reset-password';
const DOCTOR = 'GET /api/admin/doctor';
const done = { message: 'Saved' };
const choice = { address: 'ada@studio.example', desktop: ['orders' as const], version: 'v1' };

test('a mismatch, a short password and a wrong one are reported, and a new one is saved', async () => {
  const { server, user } = mountAdmin('#/settings', {
    [RESET]: refused(400, 'Your current password is incorrect'),
    [NOTICES]: choice,
  });
  const fill = async (next: string, again: string) => {
    for (const [label, text] of [
      ['Current password', 'old and long'],
      ['New password', next],
      ['Confirm new password', again],
    ] as const) {
      const field = await screen.findByLabelText(label);
      await user.clear(field);
      await user.type(field, text);
    }
    await user.click(screen.getByRole('button', { name: 'Update password' }));
  };
  for (const again of ['long enough ', 'Long enough']) {
    await fill('long enough', again);
    await screen.findByText('New passwords do not match');
  }
  expect(document.activeElement).toBe(screen.getByLabelText('Confirm new password'));
  await fill('1234567', '1234567');
  await screen.findByText('New password must be at least 8 characters');
  expect(server.sent(RESET)).toEqual([]);
  await fill('long enough', 'long enough');
  await screen.findByText('Your current password is incorrect');
  server.answer({ [RESET]: done });
  await user.click(screen.getByRole('button', { name: 'Update password' }));
  await screen.findByText('Password Updated');
  expect(screen.queryByText('Your current password is incorrect')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('');
  expect(server.sent(RESET).at(-1)).toEqual({ currentPassword: 'old and long', newPassword: 'long enough' });
});

test('the notifications say where emails go, and a change sends the whole choice', async () => {
  const { server, user } = mountAdmin('#/settings', { [NOTICES]: choice, [SAVE_NOTICES]: done });
  const section = within(await screen.findByRole('region', { name: 'Your notifications' }));
  await section.findByText('ada@studio.example');
  const box = (name: string) => section.getByRole<HTMLInputElement>('checkbox', { name });
  expect(box('New orders: Desktop').checked).toBe(true);
  expect(section.queryByRole('checkbox', { name: 'Payments to review: Desktop' })).toBeNull();
  server.answer({ [NOTICES]: { ...choice, email: ['payments'], version: 'v2' } });
  await user.click(box('Payments to review: Email'));
  await waitFor(() => expect(box('Payments to review: Email').checked).toBe(true));
  await user.click(box('New orders: Desktop'));
  await waitFor(() =>
    expect(server.sent(SAVE_NOTICES)).toEqual([
      { email: ['payments'], desktop: ['orders'], version: 'v1' },
      { email: ['payments'], desktop: [], version: 'v2' },
    ]),
  );
});

test('an accountant chooses only among what they may see', async () => {
  mountAdmin('#/settings', { [NOTICES]: choice }, { role: 'accountant' });
  const section = within(await screen.findByRole('region', { name: 'Your notifications' }));
  await section.findByText('ada@studio.example');
  expect(textsOf(section, 'rowheader')).toEqual(['New orders', 'Payments to review']);
});

test('a notification that cannot be saved says so and stays as it was', async () => {
  const { user } = mountAdmin('#/settings', { [NOTICES]: choice, [SAVE_NOTICES]: refused(503, 'Full.') });
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'New orders: Email' });
  await user.click(box);
  await screen.findByText('Couldn’t save the change');
  expect(box.checked).toBe(false);
});

async function openBusiness(settings: Partial<BusinessSettings> = {}, more: Partial<ShopResponse> = {}) {
  const shop = aShop({ serverBusiness: { ...aBusiness, ...settings }, ...more });
  let { business } = shop;
  const mounted = mountAdmin('#/settings/business', {
    [SHOP]: () => ({ ...shop, business }),
    [SAVE_SHOP]: ({ body }) => {
      ({ business } = body as ShopValues);
      return { version: 5 };
    },
  });
  await screen.findByLabelText('Opens');
  const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const fill = (label: string, value: string) => fireEvent.change(input(label), { target: { value } });
  const press = (name: string) => mounted.user.click(screen.getByRole('button', { name }));
  /** Publishes, and returns what was sent of the business. */
  const published = async () => {
    await press('Publish now');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Publish now' })).toBeNull());
    return business;
  };
  return { ...mounted, input, fill, press, published };
}

test('the business form is filled in, checked at its fields, and sent whole', async () => {
  const { server, user, input, press, published } = await openBusiness();
  expect(input('Phone').value).toBe('(555) 010-2000');
  expect(screen.getByText(/^Published/)).toBeTruthy();
  await user.clear(input('Phone'));
  await user.clear(input('Email'));
  await user.type(input('Email'), 'hello');
  await press('Publish now');
  await screen.findByText('Please enter a valid email address');
  expect(server.sent(SAVE_SHOP)).toEqual([]);
  await user.type(input('Email'), '@studio.example');
  // A business may have none.
  expect(await published()).toEqual({ ...aBusiness, email: 'hello@studio.example', phone: '' });
});

test('what is typed is published with the texts and prices of the shop, or discarded', async () => {
  const content = { 'home.heading': 'Hello' };
  const { server, user, input, press } = await openBusiness({}, { content });
  expect(screen.queryByRole('button', { name: 'Publish now' })).toBeNull();
  await user.type(input('Name'), '!');
  await press('Add a break');
  await press('Discard changes');
  expect(screen.queryByRole('button', { name: 'Publish now' })).toBeNull();
  expect(input('Name').value).toBe('Northlight Studio');
  expect(screen.queryByLabelText('Break starts')).toBeNull();
  await user.type(input('Name'), '!');
  await press('Save as draft');
  await waitFor(() => expect(server.sent(SAVE_SHOP)).toHaveLength(1));
  const { services, addons, taxes } = aShop();
  const business = { ...aBusiness, name: 'Northlight Studio!' };
  expect(server.sent(SAVE_SHOP)).toEqual([
    { version: 4, services, addons, taxes, content, business, publish: false },
  ]);
});

test('publishing an unfinished version again leaves the settings of the server', async () => {
  const { server, press } = await openBusiness({}, { state: 'failed', failure: 'No.' });
  await press('Publish again');
  await waitFor(() => expect(server.sent(SAVE_SHOP)).toMatchObject([{ business: null }]));
});

test('hours are times, with a lunch break that can be added, changed, and removed', async () => {
  const { input, fill, press, published } = await openBusiness();
  expect([input('Opens').value, input('Closes').value]).toEqual(['09:00', '17:00']);
  await press('Add a break');
  expect([input('Break starts').value, input('Break ends').value]).toEqual(['12:00', '13:00']);
  fill('Break starts', '12:30');
  fill('Closes', '17:30');
  expect(await published()).toEqual({ ...aBusiness, hours: '09:00-12:30, 13:00-17:30' });
  await press('Remove the break');
  expect(await published()).toMatchObject({ hours: '09:00-17:30' });
});

test('a stored break is shown, and hours that are open only in the evening get an empty one', async () => {
  const { input, fill, press } = await openBusiness({ hours: '08:00-12:00, 13:30-16:00' });
  expect(['Opens', 'Break starts', 'Break ends', 'Closes'].map((label) => input(label).value)).toEqual([
    '08:00',
    '12:00',
    '13:30',
    '16:00',
  ]);
  await press('Remove the break');
  fill('Opens', '14:00');
  await press('Add a break');
  expect([input('Break starts').value, input('Break ends').value]).toEqual(['', '']);
});

test.each([
  ['Mon-Fri', ['Saturday'], 'Mon, Tue, Wed, Thu, Fri, Sat'],
  ['Mon, Wed', ['Wednesday', 'Sunday'], 'Mon, Sun'],
  ['Sat, Sun, Mon', ['Tuesday'], 'Mon, Tue, Sat, Sun'],
  ['Mon, Tue, Wed, Thu', ['Friday'], 'Mon-Fri'],
])('days are checkboxes: %s with %j is %s', async (days, toggled, sent) => {
  const { user, input, published } = await openBusiness({ days });
  for (const day of toggled) await user.click(input(day));
  expect(await published()).toMatchObject({ days: sent });
});

test('a business without days is told so, and nothing is sent', async () => {
  const { server, user, input, press } = await openBusiness({ days: 'Tue' });
  expect([input('Tuesday').checked, input('Monday').checked]).toEqual([true, false]);
  await user.click(input('Tuesday'));
  await press('Publish now');
  expect(screen.getByRole('group', { name: 'Business days' }).textContent).toContain(
    'Please choose at least one day',
  );
  expect(server.sent(SAVE_SHOP)).toEqual([]);
});

test('holidays are a checkbox and dates, and a date left empty is not sent', async () => {
  const { user, input, press, published } = await openBusiness({ holidays: 'US, 2026-12-24' });
  expect(input('US federal holidays').checked).toBe(true);
  expect(input('Your own holiday').value).toBe('2026-12-24');
  await press('Add a date');
  await press('Add a date');
  const [, second] = screen.getAllByLabelText('Your own holiday');
  fireEvent.change(second ?? document.body, { target: { value: '2026-12-31' } });
  expect(await published()).toMatchObject({ holidays: 'US, 2026-12-24, 2026-12-31' });
  await press('Remove 2026-12-24');
  await user.click(input('US federal holidays'));
  expect(await published()).toMatchObject({ holidays: '2026-12-31' });
  await press('Remove 2026-12-31');
  expect(await published()).toMatchObject({ holidays: 'none' });
});

test('the time zone says its common name, and all zones can be found by name', async () => {
  const { user, input, fill, published } = await openBusiness();
  const zone = input('Time zone');
  const help = () => document.getElementById(zone.getAttribute('aria-describedby') ?? '')?.textContent;
  expect(help()).toMatch(/^Eastern Time\./);
  await user.click(zone);
  const option = document.querySelector('datalist option[value="America/Chicago"]');
  expect(option?.textContent).toBe('Central Time');
  fill('Time zone', 'Central');
  expect(help()).toMatch(/^Not a time zone\./);
  fireEvent.blur(zone);
  expect(zone.value).toBe('America/Chicago');
  expect(help()).toMatch(/^Central Time\./);
  expect(await published()).toMatchObject({ timeZone: 'America/Chicago' });
});

test('what the server refuses is said at its field, until it is changed', async () => {
  const { server, fill, press } = await openBusiness();
  const message = 'This must be in order, each opening time before its closing time';
  server.answer({ [SAVE_SHOP]: refused(400, message, { fields: { 'business.hours': [message] } }) });
  fill('Closes', '08:00');
  await press('Publish now');
  const hours = await screen.findByRole('group', { name: 'Business hours' });
  await within(hours).findByText(message);
  fill('Closes', '18:00');
  await waitFor(() => expect(within(hours).queryByText(message)).toBeNull());
});

test('the next closed days are named', async () => {
  await openBusiness();
  const card = within(screen.getByRole('region', { name: 'Next closed days' }));
  expect(card.getByText('Thu, Nov 26, 2026').parentElement?.textContent).toContain('Thanksgiving Day');
});

test('a section that the role cannot open says so', async () => {
  mountAdmin('#/settings/people', {}, { role: 'accountant' });
  expect(await screen.findByText(/your role can’t open it/)).toBeTruthy();
});

test('each section says what is in it, and is chosen from the list or, on narrow screens, from a menu', async () => {
  const { user } = mountAdmin('#/settings', { [NOTICES]: choice, [DOCTOR]: {} });
  const list = within(await screen.findByRole('navigation', { name: 'Settings' }));
  expect(textsOf(list, 'link')).toEqual([
    'Account Password, notifications',
    'Security Second factor, sessions',
    'API tokens Access for other programs',
    'People Who can log in',
    'Replies Ready texts, reminders, reviews',
    'Shop Prices, add-ons, promises, tax',
    'Samples What the shop came with',
    'Pages Texts, pictures, logo, colors',
    'Business Name, hours, holidays',
    'Rules Charges, refunds, backups',
    'Promo codes Discounts and their use',
    'Connections Payments, email, backups',
    'Webhooks News for other systems',
    'Import Customers, past orders',
    'Privacy Export or erase a person',
    'Audit log Who did what',
    'System What is set up and working',
  ]);
  await user.selectOptions(screen.getByLabelText('Section of the settings'), 'System');
  await screen.findByRole('region', { name: 'System check' });
  expect(location.hash).toBe('#/settings/system');
  expect(list.getByRole('link', { name: /^System/ }).getAttribute('aria-current')).toBe('page');
  await user.selectOptions(screen.getByLabelText('Section of the settings'), 'Account');
  expect(await screen.findByLabelText('Current password')).toBeTruthy();
  expect(location.hash).toBe('#/settings');
});

test('staff sees only their own sections', async () => {
  const { user } = mountAdmin('#/settings', { [NOTICES]: choice }, { role: 'staff' });
  const menu = await screen.findByLabelText('Section of the settings');
  expect([...menu.children].map(({ textContent }) => textContent)).toEqual([
    'Account',
    'Security',
    'API tokens',
  ]);
  // And finds only their fields.
  await user.type(screen.getByRole('searchbox', { name: 'Search settings' }), 'staff');
  await screen.findByText('No setting has this name.');
});

test('a search over all settings leads to the field itself', async () => {
  const { user } = mountAdmin('#/settings', {
    [NOTICES]: choice,
    [SHOP]: aShop(),
    'GET /api/json/shop/versions': {},
  });
  const search = await screen.findByRole('searchbox', { name: 'Search settings' });
  await user.type(search, 'tax');
  const found = screen.getByRole('navigation', { name: 'Found settings' });
  expect(textsOf(within(found), 'link')).toEqual(['Sales tax Shop', 'Tax ID Business']);
  await user.click(within(found).getByRole('link', { name: /^Tax ID/ }));
  const field = await screen.findByLabelText('Tax ID');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(location.hash).toBe('#/settings/business?field=Tax+ID');
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
});

test('the system check lists problems first, each with what to do, then what to do before selling, folds what is not set up, and checks again', async () => {
  const { server, user } = mountAdmin('#/settings/system', {
    [DOCTOR]: {
      lines: [
        { name: 'Disk space', state: 'ok', message: '12 GB free' },
        { name: 'Mailing list', state: 'off', message: 'No key.' },
        { name: 'Backup', state: 'todo', message: 'There are none.', advice: 'Set BACKUP_TO.' },
        { name: 'Limits', state: 'warning', message: 'They are off.', advice: 'Remove RATE_LIMIT=off.' },
      ],
    },
  });
  const section = within(await screen.findByRole('region', { name: 'System check' }));
  await section.findByText('1 problem.');
  expect(section.getByText('1 to do before you sell.')).toBeTruthy();
  expect(textsOf(section, 'listitem')).toEqual([
    'WarningLimitsThey are off.Remove RATE_LIMIT=off.',
    'To doBackupThere are none.Set BACKUP_TO.',
    'OKDisk space12 GB free',
    'Not set upMailing listNo key.',
  ]);
  expect(section.getByText('Not set up (1)').closest('details')?.textContent).toContain('Mailing list');
  server.answer({ [DOCTOR]: {} });
  await user.click(section.getByRole('button', { name: 'Check again' }));
  expect(await section.findByText('No problems found.')).toBeTruthy();
});

test.each([
  ['chicago', 'America/Chicago'],
  ['Los Angeles', 'America/Los_Angeles'],
  [' central time ', 'America/Chicago'],
  ['Hawaii-Aleutian', 'Pacific/Honolulu'],
  ['europe/berlin', 'Europe/Berlin'],
  ['Middle Earth', 'Middle Earth'],
])('a time zone is found by what people call it: %j is %s', (typed, zone) => {
  expect(zoneFor(typed)).toBe(zone);
});

test('the own name is saved, and a new address asks for the code that was sent to it', async () => {
  const save = 'POST /api/admin/profile';
  const { server, user } = mountAdmin('#/settings', {
    [NOTICES]: choice,
    [save]: { message: 'We sent a code to ada@new.example', needsCode: true },
  });
  const card = within(await screen.findByRole('region', { name: 'Your name and email' }));
  await user.type(await card.findByLabelText('First name'), 'Ada');
  const email = card.getByLabelText('Email');
  await user.clear(email);
  await user.type(email, 'ada@new.example');
  expect(card.queryByLabelText(/^Code/)).toBeNull();
  await user.click(card.getByRole('button', { name: 'Save' }));
  const code = await card.findByLabelText(/^Code/);
  const wrong = 'This code isn’t right.';
  server.answer({ [save]: refused(400, wrong, { fields: { code: [wrong] } }) });
  await user.type(code, '12345678');
  await user.click(card.getByRole('button', { name: 'Save' }));
  expect(await card.findByText(wrong)).toBeTruthy();
  const sent = { firstName: 'Ada', lastName: '', email: 'ada@new.example', version: 'v1' };
  expect(server.sent(save)).toEqual([
    { ...sent, code: '' },
    { ...sent, code: '12345678' },
  ]);
});
