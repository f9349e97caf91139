import { expect, test } from 'vitest';
import { contradictionOf, isFiltered, readOrderSearch as read, SEARCH_OF } from './list-search.ts';
import { queryText, withQuery } from '../base/query-fn.ts';

test('every parameter of the call is read', () => {
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
  expect(SEARCH_OF['GET /api/json/form-submissions']({ ...ofForms, service: 'voice' })).toEqual(ofForms);
});

test('invalid or unknown parameters are dropped, the rest stays', () => {
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

test('an address becomes the call’s query and back', () => {
  const search = { q: 'Åse & Co = 50% + "more"', from: '2026-11-01', sort: undefined };
  const text = queryText(search);
  expect(read(Object.fromEntries(new URLSearchParams(text)))).toEqual({ q: search.q, from: search.from });
  expect(withQuery('/api/json/orders', {})).toBe('/api/json/orders');
  expect(withQuery('/api/json/orders', { q: 'a' })).toBe('/api/json/orders?q=a');
});

test('sort order and page are not filters', () => {
  expect(isFiltered({})).toBe(false);
  expect(isFiltered({ sort: 'oldest', cursor: '5' })).toBe(false);
  expect(isFiltered({ sort: 'oldest', flag: 'quarantine' })).toBe(true);
});

const TODAY = '2026-11-21';

test.each([
  [{}, null],
  [{ from: '2026-11-01', to: '2026-11-01' }, null],
  [{ from: TODAY }, null],
  [{ from: '2026-11-02', to: '2026-11-01' }, '“From” is after “To”, so no dates match.'],
  [{ from: '2026-11-22' }, '“From” is in the future.'],
])('whether the filters %j contradict each other', (search, text) => {
  expect(contradictionOf(search, TODAY)).toBe(text);
});
