import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mountAdmin } from '../test/mount-admin.tsx';
import { overviewAnswers } from '../test/overview.ts';

const RESTORED = overviewAnswers({ restoredAt: '2026-11-28T12:00:00.000Z' });

test('after a restore onto another machine, an owner is asked one question above every view, and answers it once', async () => {
  const { user, server } = mountAdmin('#/', {
    ...RESTORED,
    'POST /api/json/old-machine': { message: 'Everything continues' },
  });
  const question = await screen.findByRole('region', { name: 'Is the old machine off?' });
  expect(question.textContent).toContain('the checkout is closed');
  server.answer(overviewAnswers());
  await user.click(screen.getByRole('button', { name: 'Yes, the old machine is off. Continue.' }));
  expect(server.sent('POST /api/json/old-machine')).toHaveLength(1);
  await expect.poll(() => screen.queryByRole('region', { name: 'Is the old machine off?' })).toBeNull();
});
