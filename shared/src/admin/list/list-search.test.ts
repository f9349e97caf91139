import { expect, test } from 'vitest';
import { contradictionOf, isFiltered, readOrderSearch as read, readSubmissionSearch } from './list-search.ts';
import { queryText, withQuery } from './query-text.ts';

test('everything that the call takes is read, as text', () => {
  const address = {
    q: '10001',
    service: 'voice',
    payment: 'pending',
    form: 'waiting',
    work: 'in-progress',
    from: '2026-11-01',
    to: '2026-11-30',
    sort: 'highest',
    cursor: '12345',
  };
  expect(read(address)).toEqual(address);
  const ofForms = { kind: 'dental-voice-agent', flag: 'quarantine' };
  expect(readSubmissionSearch({ ...ofForms, service: 'voice' })).toEqual(ofForms);
});

test('what the call would refuse, or does not know, is left out and the rest stands', () => {
  const odd = {
    q: 'x'.repeat(201),
    service: 'plumbing',
    payment: '',
    from: 'yesterday',
    to: '2026-02-30',
    sort: 'sideways',
    cursor: '-1',
    limit: '500',
    tab: 'settings',
    constructor: 'x',
  };
  expect(read({ ...odd, work: 'new' })).toEqual({ work: 'new' });
});

test('an address becomes the call’s query and is read back the same', () => {
  const search = { q: 'Åse & Co = 50% + "more"', from: '2026-11-01', sort: undefined };
  const text = queryText(search);
  expect(read(Object.fromEntries(new URLSearchParams(text)))).toEqual({ q: search.q, from: search.from });
  expect(withQuery('/api/json/orders', {})).toBe('/api/json/orders');
  expect(withQuery('/api/json/orders', { q: 'a' })).toBe('/api/json/orders?q=a');
});

test('the order of the list and its page are no filters', () => {
  expect(isFiltered({})).toBe(false);
  expect(isFiltered({ sort: 'oldest', cursor: '5' })).toBe(false);
  expect(isFiltered({ sort: 'oldest', flag: 'quarantine' })).toBe(true);
});

const TODAY = '2026-11-21';

test.each([
  [{}, null],
  [{ from: '2026-11-01', to: '2026-11-01' }, null],
  [{ from: TODAY }, null],
  [{ from: '2026-11-02', to: '2026-11-01' }, '“From” is after “To”, so no day is in both.'],
  [{ from: '2026-11-22' }, '“From” is in the future.'],
])('whether the filters %j contradict each other', (search, words) => {
  expect(contradictionOf(search, TODAY)).toBe(words);
});
