import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DEFAULT_KEPT } from '../../catalog/retention.ts';
import { mountAdmin } from '../test/mount-admin.tsx';

const RULES = 'GET /api/json/rules';
const SAVE = 'POST /api/admin/rules';
const rules = {
  version: 'v1',
  renewalNoticeDays: 30,
  refundsSecondPayments: true,
  endsPaidBack: true,
  keptHours: 24,
  keptDays: 30,
  ...DEFAULT_KEPT,
};

test('each rule says what customers read, and a change sends only its card', async () => {
  const { server, user } = mountAdmin('#/settings/rules', { [RULES]: rules, [SAVE]: { message: 'Saved' } });
  const card = within(await screen.findByRole('region', { name: 'Recurring payments' }));
  const days = card.getByLabelText('Days before a yearly charge');
  await user.clear(days);
  await user.type(days, '0');
  await user.click(card.getByRole('button', { name: 'Save' }));
  expect(await card.findByText('Please enter days from 1 to 90')).toBeTruthy();
  await user.clear(days);
  await user.type(days, '45');
  expect(card.getByText(/“Your website renews soon” 45 days before/)).toBeTruthy();
  await user.selectOptions(card.getByLabelText(/fully refunded/), 'Ask me');
  expect(card.getByText(/Customers aren’t told anything until then/)).toBeTruthy();
  await user.click(card.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.sent(SAVE)).toEqual([
      { taxesRecurring: false, renewalNoticeDays: 45, endsPaidBack: false, version: 'v1' },
    ]),
  );
});

test('how long data is kept says what the Privacy page will say, within bounds', async () => {
  const { server, user } = mountAdmin('#/settings/rules', { [RULES]: rules, [SAVE]: { message: 'Saved' } });
  const card = within(await screen.findByRole('region', { name: 'How long data is kept' }));
  const days = card.getByLabelText('Copies of sent emails');
  for (const [typed, period] of [
    ['365', '1 year'],
    ['400', '400 days'],
    ['60', '2 months'],
  ] as const) {
    await user.clear(days);
    await user.type(days, typed);
    expect(card.getByText(new RegExp(`“Copies of the emails we sent you: ${period}”`))).toBeTruthy();
  }
  const answers = card.getByLabelText(/^Answers, messages/);
  await user.clear(answers);
  await user.type(answers, '30');
  await user.click(card.getByRole('button', { name: 'Save' }));
  expect(await card.findByText('Please enter days from 180 to 3650')).toBeTruthy();
  expect(server.sent(SAVE)).toEqual([]);
});

test('what is set on the server is shown with its name, and can’t be changed', async () => {
  mountAdmin('#/settings/rules', { [RULES]: { ...rules, onServer: ['keptHours', 'keptDays'] } });
  const card = within(await screen.findByRole('region', { name: 'Backups' }));
  expect(card.getAllByText('Set on the server (BACKUP_KEEP).')).toHaveLength(2);
  expect(card.queryByRole('textbox')).toBeNull();
});
