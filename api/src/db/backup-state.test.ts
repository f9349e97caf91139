import { expect, test } from 'vitest';
import { TEST_NOW, testDatabase, testEnv } from '../../test/shop/test-app.ts';
import { inTransaction } from './transaction.ts';
import { backupState } from './upkeep-store.ts';
import * as upkeepStore from './upkeep-store.ts';

const MINUTE = 60_000;
const at = (minutes: number) => new Date(TEST_NOW.getTime() + minutes * MINUTE);

function aShop(to: { folder: string } | null) {
  const db = testDatabase();
  const settings = testEnv();
  settings.backup = { ...settings.backup, to };
  return {
    record: (failure: string | null, minutes: number) =>
      inTransaction(db, () => upkeepStore.record(db, 'backup', failure, at(minutes))),
    state: (minutes: number) => backupState({ db, settings, now: () => at(minutes) }),
  };
}

test('the state of backups names the last success and the last failure, and is late after two hours', async () => {
  const { record, state } = aShop({ folder: '/somewhere' });
  const start = { isConfigured: true, lastSuccess: null, failure: null, isLate: false };
  expect(state(0)).toEqual(start);
  await record('The disk is full.', 0);
  expect(state(0)).toEqual({ ...start, failure: 'The disk is full.' });
  await record(null, 5);
  expect(state(125)).toEqual({ ...start, lastSuccess: at(5) });
  expect(state(126)).toEqual({ ...start, lastSuccess: at(5), isLate: true });
  await record('The disk is full.', 130);
  expect(state(130)).toEqual({ ...start, lastSuccess: at(5), failure: 'The disk is full.', isLate: true });
});

test('without BACKUP_TO nothing is late or failing', async () => {
  const { record, state } = aShop(null);
  await record('The disk is full.', 0);
  expect(state(500)).toEqual({ isConfigured: false, lastSuccess: null, failure: null, isLate: false });
});
