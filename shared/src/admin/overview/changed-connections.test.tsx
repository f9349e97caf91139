import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mountAdmin } from '../test/mount-admin.tsx';
import { overviewAnswers } from '../test/overview.ts';

test('a changed connection stands on the overview until its reader knows about it', async () => {
  const at = '2026-11-28T12:00:00.000Z';
  const changed = { label: 'Outgoing email', news: 'changed' as const, by: 'Eve', at };
  const DISMISS = 'POST /api/admin/connection-news';
  const { server, user } = mountAdmin('#/', {
    ...overviewAnswers({ changedConnections: [changed] }),
    [DISMISS]: { message: 'Dismissed' },
  });
  const shown = within(await screen.findByRole('region', { name: 'Changed connections' }));
  expect(shown.getByRole('listitem').textContent).toMatch(/^Eve changed Outgoing email:/);
  expect(shown.getByRole('link', { name: 'Open Connections' })).toBeTruthy();
  server.answer(overviewAnswers());
  await user.click(shown.getByRole('button', { name: 'I know about this' }));
  expect(server.sent(DISMISS)).toEqual([{ until: at }]);
  await expect.poll(() => screen.queryByRole('region', { name: 'Changed connections' })).toBeNull();
});
