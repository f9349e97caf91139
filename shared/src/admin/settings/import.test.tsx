import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Fate } from '../../contracts/import.ts';
import { mountAdmin } from '../test/mount-admin.tsx';

const LIST = 'GET /api/json/imports';
const CHECK = 'POST /api/admin/imports/check';
const RUN = 'POST /api/admin/imports';
const UNDO = 'POST /api/admin/imports/:id/undo';
const done = (message: string) => ({ message });

const row = (line: number, fate: Fate['fate'], why: string) => ({
  line,
  who: 'cleo@cafe.example',
  fate,
  why,
});

/** As Windows saves it: "Zoë" in its own encoding. */
const aFile = () => new File([Buffer.from('email,name\nzoe@cafe.example,Zo\u00eb', 'latin1')], 'old.csv');

test('a file is checked before it is imported, and refused rows are left out only on request', async () => {
  const { user, server } = mountAdmin('#/settings/import', {
    [LIST]: { imports: [] },
    [CHECK]: {
      counts: { add: 2, exists: 1, refused: 1 },
      rows: [row(4, 'refused', 'date: The date is in the future'), row(2, 'add', 'An order of $80.00, paid')],
      unread: ['Mood'],
    },
    [RUN]: done('2 rows imported, 1 already there, 1 refused'),
  });
  await screen.findByText('No imports yet.');
  await user.upload(screen.getByLabelText('CSV file, up to 5 MB'), aFile());
  await screen.findByText(/2 rows to add, 1 already there, 1 refused/);
  expect(screen.getByText('Mood')).toBeTruthy();
  expect(screen.getByText('Refused: date: The date is in the future')).toBeTruthy();
  expect(screen.getByText('And 2 rows more.')).toBeTruthy();
  const text = 'email,name\nzoe@cafe.example,Zoë';
  expect(server.sent(CHECK)).toEqual([{ name: 'old.csv', text }]);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Import 2 rows' });
  expect(button.disabled).toBe(true);
  await user.click(screen.getByLabelText('Leave out the refused rows'));
  await user.click(button);
  await screen.findByText('2 rows imported, 1 already there, 1 refused');
  expect(server.sent(RUN)).toEqual([{ name: 'old.csv', text, skipsRefused: true }]);
  expect(screen.queryByRole('button', { name: 'Import 2 rows' })).toBe(null);
});

test('nothing new can’t be imported, and a large file isn’t sent', async () => {
  const { user, server } = mountAdmin('#/settings/import', {
    [LIST]: {},
    [CHECK]: { counts: { exists: 1 }, rows: [row(2, 'exists', 'Same')] },
  });
  const field = await screen.findByLabelText('CSV file, up to 5 MB');
  await user.upload(field, aFile());
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Import 0 rows' })).disabled).toBe(
    true,
  );
  await user.upload(field, new File(['x'.repeat(5_000_001)], 'big.csv'));
  await screen.findByText('The file is larger than 5 MB. Split it.');
  expect(server.sent(CHECK)).toHaveLength(1);
});

test('imports are listed, and undone while something of them is left', async () => {
  const one = { id: 2, name: 'old.csv', left: 12 };
  const { user, server } = mountAdmin('#/settings/import', {
    [LIST]: { imports: [one, { id: 1, name: 'first.csv', left: 0 }] },
    [UNDO]: done('12 rows removed'),
  });
  await screen.findByText('12 rows');
  expect(within(screen.getByRole('region', { name: 'Imports' })).getAllByRole('button')).toHaveLength(1);
  const undo = screen.getByRole('button', { name: 'Undo old.csv' });
  await user.click(undo);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(server.sent(UNDO)).toHaveLength(0);
  await user.click(undo);
  const question = await screen.findByRole('dialog', { name: 'Undo old.csv?' });
  expect(question.textContent).toContain('Whatever was changed or added since then stays');
  await user.click(within(question).getByRole('button', { name: 'Undo the import' }));
  await screen.findByText('12 rows removed');
  expect(server.sent(UNDO)).toHaveLength(1);
});
