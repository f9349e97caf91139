import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DEFAULT_CATALOG } from '../../../catalog/default-catalog.ts';
import type { ServiceOffer } from '../../../catalog/catalog.ts';
import { SERVICE_IDS, type ServiceId } from '../../../catalog/ids.ts';
import type { ResponseOf } from '../../../contracts/endpoints.ts';
import type { ShopResponse } from '../../../contracts/shop.ts';
import { refused } from '../../../contracts/test/fake-server.ts';
import type { Partly } from '../../../contracts/test/whole.ts';
import { textsOf } from '../../test/lists.ts';
import { mountAdmin } from '../../test/mount-admin.tsx';
import { aShop as anyShop } from '../../test/shop.ts';

const SHOP = 'GET /api/json/shop';
const SAVE = 'POST /api/json/shop';
const VERSIONS = 'GET /api/json/shop/versions';
const ACT = 'POST /api/json/shop/versions/:version';

const facts = {
  version: 3,
  state: 'published',
  by: 'Ben Okri',
  publishedAt: '2026-11-24T09:01:00.000Z',
} as const;

const aShop = (changes: Partial<ShopResponse> = {}): ShopResponse =>
  anyShop({
    ...facts,
    addons: DEFAULT_CATALOG.addons,
    taxes: DEFAULT_CATALOG.taxes,
    publishedVersion: 3,
    ...changes,
  });
/** The same services with what differs. */
const withServices = (changes: Partial<Record<ServiceId, Partial<ServiceOffer>>>) =>
  Object.fromEntries(
    SERVICE_IDS.map((id) => [id, { ...DEFAULT_CATALOG.services[id], ...changes[id] }]),
  ) as ShopResponse['services'];

async function openShop(
  shop: ShopResponse = aShop(),
  versions: Partly<ResponseOf<typeof VERSIONS>>['versions'] = [facts],
) {
  const { server, user, goToView } = mountAdmin('#/settings/shop', {
    [SHOP]: shop,
    [VERSIONS]: { versions },
    [SAVE]: { version: 4 },
    [ACT]: { version: 5 },
  });
  const part = async (name: string) => within(await screen.findByRole('region', { name }));
  const website = await part('Website');
  const group = (name: string) => within(screen.getByRole('group', { name }));
  const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
  const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }));
  const publish = async () => {
    const before = server.sent(SAVE).length;
    await press(/^Publish/);
    await waitFor(() => expect(server.sent(SAVE)).toHaveLength(before + 1));
    return server.sent(SAVE).at(-1);
  };
  return { server, user, goToView, part, website, group, fill, press, publish };
}

const itemsOf = (box: Pick<typeof screen, 'queryAllByRole'>) => textsOf(box, 'listitem');

test('the examples follow what is typed, and leave out what is not a number', async () => {
  const { part, website, fill } = await openShop();
  const onHold = await part('On-Hold Audio');
  expect(itemsOf(website)).toEqual([
    '$149, then $30 a month',
    'Save $60',
    '2 Months Free',
    'Live 1-2 business days after approval',
    'Up to 5 design revisions',
  ]);
  expect(itemsOf(await part('AI Voice Agent'))).toEqual([
    'From $199 + From $199/month',
    'Operational in 1-2 business days',
  ]);
  expect(itemsOf(onHold)[0]).toBe('$99');
  fill(website.getByLabelText('First payment ($)'), '$1,159.50');
  fill(website.getByLabelText('Price a year ($)'), '330');
  fill(website.getByLabelText('Business days, at most'), '3');
  expect(itemsOf(website).slice(0, 4)).toEqual([
    '$1,159.50, then $30 a month',
    'Save $30',
    '1 Month Free',
    'Live 1-3 business days after approval',
  ]);
  fill(website.getByLabelText('Price a month ($)'), '30,-');
  expect(itemsOf(website)).toEqual(['Live 1-3 business days after approval', 'Up to 5 design revisions']);
  expect(onHold.queryByLabelText('Price a month ($)')).toBeNull();
  expect(onHold.getByLabelText('Free updates')).toBeTruthy();
});

test('the whole shop is sent, and a text that means the same is no change', async () => {
  const { server, part, website, fill, publish } = await openShop();
  expect(screen.queryByRole('button', { name: 'Publish now' })).toBeNull();
  fill(website.getByLabelText('Price a month ($)'), '30');
  expect(screen.queryByRole('button', { name: 'Publish now' })).toBeNull();
  fill(website.getByLabelText('First payment ($)'), '159');
  fill((await part('On-Hold Audio')).getByLabelText('Free updates'), '7');
  server.answer({ [SHOP]: aShop({ version: 4, state: 'publishing', by: 'Ada' }) });
  expect(await publish()).toEqual({
    version: 3,
    services: withServices({ website: { firstPaymentCents: 15_900 }, onhold: { rounds: 7 } }),
    addons: DEFAULT_CATALOG.addons,
    taxes: DEFAULT_CATALOG.taxes,
    content: {},
    business: null,
    publish: true,
  });
  await screen.findByText('Publishing… your website is being rebuilt.');
});

test('a paused service asks for its day and its sentence', async () => {
  const { user, website, fill, publish } = await openShop();
  expect(website.queryByLabelText('Paused until (optional)')).toBeNull();
  await user.selectOptions(website.getByLabelText('Orders'), 'Paused');
  fill(website.getByLabelText('Paused until (optional)'), '2027-01-04');
  fill(website.getByLabelText(/^What buyers see in place/), 'Back in January.');
  expect(await publish()).toMatchObject({
    services: { website: { state: 'paused', pausedUntil: '2027-01-04', pausedText: 'Back in January.' } },
  });
});

test('a new add-on gets an ID of its own from its name, and can be paid every month for the website only', async () => {
  const { server, user, group, fill, press, publish } = await openShop();
  await press('Add an add-on');
  const addon = group('Add-on 4');
  expect(document.activeElement).toBe(addon.getByLabelText(/^Name/));
  fill(addon.getByLabelText(/^Name/), 'Custom Domain!');
  const named = group('Custom Domain!');
  fill(named.getByLabelText('Description'), 'With {website revisions in words} rounds.');
  fill(named.getByLabelText('Price ($)'), '20');
  await user.selectOptions(named.getByLabelText('Paid'), 'Every month');
  expect(itemsOf(named)).toEqual(['Custom Domain!: $20/month', 'With five rounds.']);
  expect(group('Custom Domain Setup').queryByLabelText('Service')).toBeNull();
  const added = {
    id: 'custom-domain-2',
    name: 'Custom Domain!',
    description: 'With {website revisions in words} rounds.',
    priceCents: 2_000,
    period: 'month',
    service: 'website',
    isActive: true,
  } as const;
  const addons = [...DEFAULT_CATALOG.addons, added];
  server.answer({ [SHOP]: aShop({ version: 4, addons }) });
  expect(await publish()).toMatchObject({ addons });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Publish now' })).toBeNull());
  expect(screen.getAllByLabelText(/^On: /)).toHaveLength(4);
});

test('another service ends a period, and a quoted add-on has no price', async () => {
  const blog = {
    id: 'blog',
    name: 'Blog',
    description: '',
    priceCents: 2_000,
    period: 'month',
    service: 'website',
    isActive: true,
  } as const;
  const { user, group, publish } = await openShop(aShop({ addons: [blog] }));
  await user.selectOptions(group('Blog').getByLabelText('Service'), 'On-Hold Audio');
  expect(group('Blog').queryByRole('option', { name: 'Every month' })).toBeNull();
  await user.selectOptions(group('Blog').getByLabelText('Paid'), 'Quoted');
  expect(group('Blog').queryByLabelText('Price ($)')).toBeNull();
  await user.click(group('Blog').getByRole('checkbox', { name: 'On: Blog' }));
  expect(await publish()).toMatchObject({
    addons: [{ id: 'blog', priceCents: null, period: null, service: 'onhold', isActive: false }],
  });
});

test('the keyboard moves an add-on, and stays on its button up to the end of the list', async () => {
  const { user, publish } = await openShop();
  const button = screen.getByRole('button', { name: 'Move down Extra Design Revisions' });
  button.focus();
  for (let presses = 0; presses < 3; presses += 1) {
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(button));
  }
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(await publish()).toMatchObject({
    addons: [{ id: 'custom-domain' }, { id: 'additional-pages' }, { id: 'revisions' }],
  });
});

test('states are added and removed, and all of them are sent', async () => {
  const { user, part, fill, press, publish } = await openShop();
  const tax = await part('Sales tax');
  await press('Add a state');
  await user.selectOptions(tax.getAllByLabelText('State')[1] ?? document.body, 'Ohio');
  fill(tax.getAllByLabelText('Percent')[1] ?? document.body, '7.25');
  await press('Remove MI');
  expect(document.activeElement).toBe(tax.getByRole('button', { name: 'Add a state' }));
  expect(await publish()).toMatchObject({ taxes: [{ state: 'OH', name: 'Ohio', percent: 7.25 }] });
});

test('what the server refuses stands at its field until it is changed', async () => {
  const { server, part, website, group, fill, press, publish } = await openShop();
  const fields = {
    'services.website.firstPaymentCents': ['Please enter at least $0.50'],
    'services.website.daysTo': ['Please enter 1 to 30'],
    'addons.1.priceCents': ['Please enter a price'],
    'addons.2.period': ['This add-on is paid once'],
    'taxes.0.percent': ['Please enter 0 to 20'],
  };
  server.answer({ [SAVE]: refused(400, 'Please enter at least $0.50', { fields }) });
  const price = website.getByLabelText('First payment ($)');
  fill(price, '0.10');
  await press('Move up Additional Pages');
  await publish();
  const error = (field: HTMLElement) =>
    document.getElementById(field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent;
  await waitFor(() => expect(document.activeElement).toBe(price));
  expect(error(price)).toBe('Please enter at least $0.50');
  expect(error(website.getByLabelText('Business days, at most'))).toBe('Please enter 1 to 30');
  // The place is that of the order in the form.
  expect(error(group('Custom Domain Setup').getByLabelText('Paid'))).toBe('This add-on is paid once');
  expect(error((await part('Sales tax')).getByLabelText('Percent'))).toBe('Please enter 0 to 20');
  fill(price, '10');
  expect(price.getAttribute('aria-invalid')).toBeNull();
});

test('what is no amount is said at its field, and is not sent', async () => {
  const { server, website, fill, press } = await openShop();
  const price = website.getByLabelText('First payment ($)');
  fill(price, '149,5');
  await press('Publish now');
  await waitFor(() => expect(document.activeElement).toBe(price));
  expect(website.getByText('Please write a period before the cents, such as 1,234.50')).toBeTruthy();
  fill(price, 'cheap');
  await press('Publish now');
  expect(await website.findByText('Please enter an amount such as 1,234.50')).toBeTruthy();
  expect(server.sent(SAVE)).toEqual([]);
});

test('after someone else’s change, what was typed stays, and is sent on top of theirs', async () => {
  const { server, website, fill, publish } = await openShop();
  server.answer({ [SAVE]: refused(409, 'Ben changed the shop while you were editing.') });
  const [first, monthly] = ['First payment ($)', 'Price a month ($)'].map((label) =>
    website.getByLabelText<HTMLInputElement>(label),
  );
  if (!first || !monthly) throw new Error('There are no prices.');
  fill(first, '159');
  const theirs = { website: { monthlyCents: 3_500 } };
  server.answer({ [SHOP]: aShop({ version: 4, state: 'draft', services: withServices(theirs) }) });
  await publish();
  await screen.findByText('Ben changed the shop while you were editing.');
  await waitFor(() => expect(monthly.value).toBe('35.00'));
  expect(first.value).toBe('159');
  await screen.findByText(/^Not saved yet\./);
  server.answer({ [SAVE]: { version: 5 } });
  expect(await publish()).toMatchObject({
    version: 4,
    services: withServices({ website: { firstPaymentCents: 15_900, monthlyCents: 3_500 } }),
    publish: true,
  });
});

test('what was typed survives leaving the view until it is saved', async () => {
  const { server, goToView, website, fill, press } = await openShop();
  fill(website.getByLabelText('First payment ($)'), '159');
  goToView('#/settings/promo-codes');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Website' })).toBeNull());
  goToView('#/settings/shop');
  const price = () =>
    within(screen.getByRole('region', { name: 'Website' })).getByLabelText<HTMLInputElement>(
      'First payment ($)',
    );
  await screen.findByRole('region', { name: 'Website' });
  expect(price().value).toBe('159');
  await press('Save as draft');
  await waitFor(() => expect(price().value).toBe('149.00'));
  expect(server.sent(SAVE)).toMatchObject([{ publish: false }]);
  expect(localStorage.getItem('northlight-drafts')).not.toContain('159');
});

test('a version that is being published is followed until it is', async () => {
  const { server } = await openShop(aShop({ state: 'publishing', version: 4 }));
  const status = await screen.findByText('Publishing… your website is being rebuilt.');
  server.answer({ [SHOP]: aShop({ version: 4, publishedVersion: 4 }) });
  await waitFor(() => expect(status.textContent).toMatch(/^Published Nov 24, /));
});

test('a failed version says why, and is published again', async () => {
  const failure = 'Your website is unchanged, because its new pages could not be built.';
  const { publish } = await openShop(aShop({ state: 'failed', version: 4, failure }));
  expect(screen.getByText(failure)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Publish again' })).toBeTruthy();
  expect(await publish()).toMatchObject({ version: 4, services: DEFAULT_CATALOG.services, publish: true });
});

test('a version is scheduled for a time of the reader in the future', async () => {
  const { server, website, fill, press } = await openShop();
  fill(website.getByLabelText('First payment ($)'), '159');
  await press('Schedule…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Schedule' }));
  const choose = async (time: string) => {
    fill(dialog.getByLabelText('Date and time'), time);
    fireEvent.click(dialog.getByRole('button', { name: 'Schedule' }));
  };
  await choose('2020-01-01T09:00');
  await dialog.findByText('Please choose a date and time in the future');
  const publishAt = new Date('2099-12-24T09:00').toISOString();
  server.answer({ [SHOP]: aShop({ version: 4, state: 'scheduled', by: 'Ada', publishAt }) });
  await choose('2099-12-24T09:00');
  await screen.findByText(/^Scheduled by/);
  expect(screen.getByText(/Your website changes on Thu, Dec 24, 2099, 9:00 AM/)).toBeTruthy();
  expect(server.sent(SAVE)).toMatchObject([{ publish: false, publishAt }]);
});

test.each([
  ['scheduled', { publish: false, publishAt: '2099-12-24T14:00:00.000Z' }],
  ['now', { publish: true }],
  ['draft', { publish: false }],
])('a save asks what becomes of a schedule: %s', async (when, target) => {
  const publishAt = '2099-12-24T14:00:00.000Z';
  const scheduled = aShop({ version: 4, state: 'scheduled', by: 'Ada', publishAt });
  const { server, website, fill, press, user } = await openShop(scheduled);
  fill(website.getByLabelText('First payment ($)'), '159');
  await press('Save as draft');
  const dialog = within(await screen.findByRole('dialog', { name: 'When should your website change?' }));
  expect(server.sent(SAVE)).toEqual([]);
  await user.selectOptions(dialog.getByLabelText('When'), when);
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.sent(SAVE)).toHaveLength(1));
  const { publish, publishAt: at } = server.sent(SAVE)[0] as { publish: boolean; publishAt?: string };
  expect({ publish, ...(at && { publishAt: at }) }).toEqual(target);
});

test('a draft is discarded after a question', async () => {
  const { server, press } = await openShop(aShop({ state: 'draft', version: 4 }));
  expect(screen.queryByRole('button', { name: 'Save as draft' })).toBeNull();
  await press('Discard the draft');
  const dialog = within(await screen.findByRole('dialog', { name: 'Discard the draft?' }));
  expect(server.sent(ACT)).toEqual([]);
  server.answer({ [SHOP]: aShop() });
  fireEvent.click(dialog.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Discard the draft' })).toBeNull());
  expect(server.sent(ACT)).toEqual([{ action: 'discard', version: 4 }]);
  expect(server.received.find(({ call }) => call === ACT)?.path).toBe('/api/json/shop/versions/4');
});

test('each version says what changed, and an earlier one is restored after a question', async () => {
  const changes = [
    { what: 'Website: first payment', from: '$149', to: '$159' },
    { what: 'Sales tax OH', from: '', to: '7.25%' },
    { what: 'Sales tax MI', from: '6%', to: '' },
  ];
  const earlier = { ...facts, version: 2, publishedAt: '2026-11-20T09:01:00.000Z' };
  const { server, user, part } = await openShop(aShop(), [{ ...facts, changes }, earlier]);
  const versions = await part('Versions');
  await versions.findByText('Website: first payment $149 → $159');
  expect(versions.getByText('Sales tax OH: 7.25% (new)')).toBeTruthy();
  expect(versions.getByText('Sales tax MI (removed)')).toBeTruthy();
  expect(versions.getByText('(what buyers see now)')).toBeTruthy();
  const [restore, ...others] = versions.getAllByRole('button', { name: /^Restore the version from/ });
  expect(others).toEqual([]);
  await user.click(restore ?? document.body);
  const dialog = within(
    await screen.findByRole('dialog', { name: /^Restore the version from 11\/20\/2026/ }),
  );
  fireEvent.click(dialog.getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(server.sent(ACT)).toEqual([{ action: 'restore', version: 3 }]));
  expect(server.received.find(({ call }) => call === ACT)?.path).toBe('/api/json/shop/versions/2');
});
