import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { CaseAgreement } from '../../contracts/recurring.ts';
import { whole } from '../../contracts/test/whole.ts';
import { aCase } from '../test/case.ts';
import { mountAdmin } from '../test/mount-admin.tsx';
import { useDrafts } from './draft-store.ts';

const CASE = 'GET /api/json/cases/:orderNumber';
const CUSTOMER = 'GET /api/json/customers/:id';
const WORDING = 'GET /api/json/wording';
const SAVE_WORDING = 'POST /api/admin/wording';
const IS_SAID = /Somebody else saved a change in the meantime/;
const refresh = () => screen.getByRole('button', { name: 'Refresh' });
const shown = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;

test('a payment request that is typed while the page is read again keeps its key, and nothing is said', async () => {
  const { user } = mountAdmin('#/case/ORD-10001', { [CASE]: aCase() });
  await user.click(await screen.findByRole('button', { name: 'Ask for a payment' }));
  await user.type(screen.getByLabelText(/^Amount in US dollars/), '100');
  const drafts = () => structuredClone(useDrafts.getState().drafts);
  const before = drafts();
  await user.click(refresh());
  await waitFor(() => expect(refresh().getAttribute('aria-disabled')).not.toBe('true'));
  expect(drafts()).toEqual(before);
  expect(screen.queryByText(IS_SAID)).toBeNull();
});

test('a last day of an exemption that was not touched follows what a colleague saved', async () => {
  const exempt = (version: string, certificate: string, until: string | null) => ({
    id: 7,
    name: 'Marlow Bicycles',
    version,
    exemption: { certificate, until, fileId: null },
  });
  const { server, user } = mountAdmin('#/customers/7', { [CUSTOMER]: exempt('v1', 'MI-4471', null) });
  await user.click(await screen.findByRole('button', { name: 'Change the exemption' }));
  server.answer({ [CUSTOMER]: exempt('v2', 'OH-2', '2027-03-31') });
  await user.click(refresh());
  await waitFor(() => expect(shown('Number of the certificate')).toBe('OH-2'));
  expect(shown('Last day (optional)')).toBe('2027-03-31');
  expect(screen.queryByText(IS_SAID)).toBeNull();
});

test('what a colleague saved is no draft of the reader', async () => {
  const withAmount = (amountCents: number) =>
    aCase({ recurring: whole(CaseAgreement, { provider: 'stripe', state: 'active', amountCents }) });
  const { server, user } = mountAdmin('#/case/ORD-10001', { [CASE]: withAmount(3_000) });
  await user.click(await screen.findByRole('button', { name: 'Change amount' }));
  server.answer({ [CASE]: withAmount(3_500) });
  await user.click(refresh());
  await waitFor(() => expect(shown(/^New amount per/)).toBe('35.00'));
  expect(useDrafts.getState().drafts).toEqual({});
});

test('one’s own save that the shop writes in another way is not said to be somebody else’s', async () => {
  const wording = (version: string, ...reminderDays: number[]) => ({ version, reminderDays });
  const { server, user } = mountAdmin('#/settings/replies', {
    [WORDING]: wording('v1', 1, 3, 7),
    [SAVE_WORDING]: () => {
      server.answer({ [WORDING]: wording('v2', 2, 14, 30) });
      return { message: 'Saved' };
    },
  });
  const days = await screen.findByLabelText('Days until a reminder');
  let isSaid = false;
  const observer = new MutationObserver(() => {
    isSaid ||= IS_SAID.test(document.body.textContent);
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  onTestFinished(() => observer.disconnect());
  await user.clear(days);
  await user.type(days, '2 14,30');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  expect(isSaid).toBe(false);
});
