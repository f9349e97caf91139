import { beforeEach, expect, test } from 'vitest';
import { draftOf, dropDraft, storeDraft, useDrafts } from './draft-store.ts';

const EMPTY = { text: '' };
beforeEach(() => useDrafts.setState({ drafts: {} }));

test('a draft is stored by key until it equals the empty form', () => {
  storeDraft('one', { text: 'Call' }, EMPTY);
  storeDraft('two', { text: 'Write' }, EMPTY);
  expect([draftOf('one'), draftOf('two')]).toEqual([{ text: 'Call' }, { text: 'Write' }]);
  storeDraft('one', { text: '' }, EMPTY);
  expect([draftOf('one'), draftOf('two')]).toEqual([undefined, { text: 'Write' }]);
});

test('saved text is dropped, and text typed since then stays', () => {
  storeDraft('one', { text: 'Call' }, EMPTY);
  dropDraft('one', { text: 'Call' });
  expect(draftOf('one')).toBeUndefined();
  storeDraft('one', { text: 'Call, and write' }, EMPTY);
  dropDraft('one', { text: 'Call' });
  expect(draftOf('one')).toEqual({ text: 'Call, and write' });
});

test('the oldest draft is dropped when there are too many', () => {
  for (let count = 0; count <= 100; count += 1) storeDraft(`draft ${count}`, { text: 'x' }, EMPTY);
  expect([draftOf('draft 0'), draftOf('draft 1')]).toEqual([undefined, { text: 'x' }]);
});
