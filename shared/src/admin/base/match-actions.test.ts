import { expect, test } from 'vitest';
import { matchActions } from './ui-store.ts';

const actions = ['Go to Overview', 'Go to Order Tracking', 'Logout'].map((label) => ({ label }));
const labels = (typed: string) => matchActions(actions, typed).map(({ label }) => label);

test('all actions are shown before typing', () => {
  expect(labels('')).toHaveLength(3);
  expect(labels('  ')).toHaveLength(3);
});

test('all words must match, in any order and case, whole or partial', () => {
  expect(labels('order go')).toEqual(['Go to Order Tracking']);
  expect(labels('TRACK')).toEqual(['Go to Order Tracking']);
  expect(labels('go to')).toEqual(['Go to Overview', 'Go to Order Tracking']);
  expect(labels('go nowhere')).toEqual([]);
});
