import { expect, onTestFinished, test } from 'vitest';
import { limitTimes } from '../../db/schema/people.ts';
import { testDatabase, TEST_NOW } from '../../../test/shop/test-app.ts';
import { createStoredLimit } from './stored-limit.ts';
import { MINUTE_MS } from '../../base/units.ts';

function aLimit() {
  const db = testDatabase();
  onTestFinished(() => void db.$client.close());
  const clock = { now: TEST_NOW };
  const create = (name = 'tries') =>
    createStoredLimit(db, () => clock.now, { name, most: 3, withinMs: 10 * MINUTE_MS });
  const after = (milliseconds: number) => {
    clock.now = new Date(clock.now.getTime() + milliseconds);
  };
  return { db, create, after };
}

test('there is room until the limit is reached, and again when the oldest entry expires', () => {
  const { create, after } = aLimit();
  const limit = create();
  for (let count = 0; count < 3; count += 1) {
    expect(limit.secondsToWait('ada')).toBe(0);
    limit.add('ada');
    after(MINUTE_MS);
  }
  expect(limit.secondsToWait('ada')).toBe(7 * 60);
  expect(limit.secondsToWait('grace')).toBe(0);
  after(7 * MINUTE_MS - 1);
  expect(limit.secondsToWait('ada')).toBe(1);
  after(1);
  expect(limit.secondsToWait('ada')).toBe(0);
});

test('counts survive a restart, and limits share no keys', () => {
  const { create } = aLimit();
  for (let count = 0; count < 3; count += 1) create().add('ada');
  expect(create().secondsToWait('ada')).toBe(10 * 60);
  expect(create('others').secondsToWait('ada')).toBe(0);
});

test('an entry that is removed again does not count', () => {
  const limit = aLimit().create();
  for (let count = 0; count < 3; count += 1) limit.add('ada');
  limit.takeBack('ada');
  expect(limit.secondsToWait('ada')).toBe(0);
  limit.add('ada');
  expect(limit.secondsToWait('ada')).toBeGreaterThan(0);
  limit.add('ada');
  limit.takeBack('ada');
  expect(limit.secondsToWait('ada')).toBeGreaterThan(0);
});

test('setting the clock back restarts the count, and no wait exceeds the window', () => {
  const { create, after } = aLimit();
  const limit = create();
  for (let count = 0; count < 3; count += 1) limit.add('ada');
  after(-24 * 60 * MINUTE_MS);
  expect(limit.secondsToWait('ada')).toBe(0);
  for (let count = 0; count < 3; count += 1) limit.add('ada');
  expect(limit.secondsToWait('ada')).toBe(10 * 60);
});

test('unused keys are deleted after a day', () => {
  const { db, create, after } = aLimit();
  create().add('ada');
  after(24 * 60 * MINUTE_MS + 1);
  create().add('grace');
  expect(db.select().from(limitTimes).all()).toMatchObject([{ key: 'tries grace' }]);
});
