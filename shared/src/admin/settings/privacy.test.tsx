import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refused } from '../../contracts/test/fake-server.ts';
import { mountAdmin } from '../test/mount-admin.tsx';

const FIND = 'POST /api/admin/privacy/find';
const ERASE = 'POST /api/admin/privacy/erase';

const found = {
  email: 'ada@marlow.example',
  orders: ['ORD-10001', 'ORD-10002'],
  forms: 1,
  messages: 2,
  emails: 1_200,
};
const COUNTS = 'ORD-10001, ORD-10002 · 1 form · 0 files · 2 messages · 1,200 emails';

async function search(answer: Parameters<typeof mountAdmin>[1], typed = 'ada@marlow.example') {
  const mounted = mountAdmin('#/settings/privacy', answer);
  const email = await screen.findByLabelText<HTMLInputElement>('Their email address');
  await mounted.user.type(email, typed);
  await mounted.user.click(screen.getByRole('button', { name: 'Find' }));
  return { ...mounted, email };
}

test('an address is checked at its field, and nothing is asked before', async () => {
  const { server, email } = await search({ [FIND]: found }, 'ada');
  await screen.findByText('Please enter a valid email address');
  expect(email.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(email);
  expect(server.sent(FIND)).toEqual([]);
});

test('what is stored about a person is counted, and can be downloaded', async () => {
  const { server, downloads, user } = await search({ [FIND]: found }, ' Ada@Marlow.example');
  await screen.findByText(COUNTS);
  expect(server.sent(FIND)).toEqual([{ email: 'ada@marlow.example' }]);
  await user.click(screen.getByRole('button', { name: 'Download everything' }));
  await waitFor(() =>
    expect(downloads).toEqual(['/api/admin/privacy/person.tar?email=ada%40marlow.example']),
  );
});

test('a person without orders is counted, too', async () => {
  await search({ [FIND]: { ...found, orders: [], messages: 1, emails: 0 } });
  expect(await screen.findByText('No orders · 1 form · 0 files · 1 message · 0 emails')).toBeTruthy();
});

test('a person is erased only after their address was typed again', async () => {
  const { server, user } = await search({
    [FIND]: found,
    [ERASE]: refused(409, 'ORD-10001 has a recurring payment.'),
  });
  const erase = await screen.findByRole<HTMLButtonElement>('button', { name: 'Erase this person' });
  const again = screen.getByLabelText('To erase, type the address again');
  await user.type(again, 'ada@marlow.exampl');
  expect(erase.disabled).toBe(true);
  await user.type(again, 'e');
  expect(erase.disabled).toBe(false);
  await user.click(erase);
  await screen.findByText('Couldn’t erase the person');
  expect(screen.getByText('ORD-10001 has a recurring payment.')).toBeTruthy();
  expect(screen.getByText(COUNTS)).toBeTruthy();

  server.answer({ [ERASE]: { message: 'Erased' } });
  await user.click(erase);
  await screen.findByText('Erased');
  await waitFor(() => expect(screen.queryByText(COUNTS)).toBeNull());
  expect(server.sent(ERASE)).toEqual([{ email: 'ada@marlow.example' }, { email: 'ada@marlow.example' }]);
});

test('the result of one address is not shown below another', async () => {
  const { user, email } = await search({ [FIND]: found });
  await screen.findByText(COUNTS);
  await user.type(email, 's');
  expect(screen.queryByText(COUNTS)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Erase this person' })).toBeNull();
});

test('a search that fails says so and shows no earlier result', async () => {
  const { server, user } = await search({ [FIND]: found });
  await screen.findByText(COUNTS);
  server.answer({ [FIND]: refused(429, 'Please wait a minute.') });
  await user.click(screen.getByRole('button', { name: 'Find' }));
  await screen.findByText('Couldn’t search');
  expect(screen.getByText('Please wait a minute.')).toBeTruthy();
  expect(screen.queryByText(COUNTS)).toBeNull();
});
