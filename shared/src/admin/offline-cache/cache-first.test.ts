import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { cacheFirst, hydrateFromCache } from './cache-first.ts';

const queryKey = ['/api/json/orders', { q: 'tea' }] as const;

/** A query whose server responds when the test resolves `answer`. */
function start(cached: string | null, answer = Promise.withResolvers<string>()) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const asked: string[] = [];
  const client = {
    getCached: async <Data>(path: string) => {
      asked.push(path);
      return cached as Data | null;
    },
  };
  const ask = async <Data>() => (await answer.promise) as Data;
  const fetchOnce = () => queries.fetchQuery({ queryKey, queryFn: cacheFirst(ask, client) });
  return { queries, asked, answer, fetchOnce };
}

test('cached data comes at once, and the server’s response replaces it', async () => {
  const { queries, asked, answer, fetchOnce } = start('cached');
  expect(await fetchOnce()).toBe('cached');
  expect(asked).toEqual(['/api/json/orders?q=tea']);
  answer.resolve('fresh');
  await expect.poll(() => queries.getQueryData(queryKey)).toBe('fresh');
});

test('without cached data it waits for the server', async () => {
  const { answer, fetchOnce } = start(null);
  const fetching = fetchOnce();
  answer.resolve('fresh');
  expect(await fetching).toBe('fresh');
});

test('loaded data is only refreshed from the server', async () => {
  const { queries, asked, answer, fetchOnce } = start('cached');
  queries.setQueryData(queryKey, 'known');
  answer.resolve('fresh');
  expect(await fetchOnce()).toBe('fresh');
  expect(asked).toEqual([]);
});

test('an error after cached data is a reason to retry', async () => {
  const { queries, answer, fetchOnce } = start('cached');
  expect(await fetchOnce()).toBe('cached');
  answer.reject(new Error('401'));
  await expect.poll(() => queries.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

const aMoment = () => new Promise((resolve) => setTimeout(resolve, 5));

test('after logout nothing reappears', async () => {
  const { queries, answer, fetchOnce } = start('cached');
  await fetchOnce();
  queries.clear();
  answer.resolve('fresh');
  await aMoment();
  expect(queries.getQueryData(queryKey)).toBeUndefined();
});

test('a late response does not replace a newer one', async () => {
  const { queries, answer, fetchOnce } = start('cached');
  await fetchOnce();
  queries.setQueryData(queryKey, 'newer');
  answer.resolve('older');
  await aMoment();
  expect(queries.getQueryData(queryKey)).toBe('newer');
});

test('a response arriving together with cached data wins', async () => {
  const { queries, answer, fetchOnce } = start('cached');
  const fetching = fetchOnce();
  answer.resolve('fresh');
  await fetching;
  await expect.poll(() => queries.getQueryData(queryKey)).toBe('fresh');
});

const orders = ['/api/json/orders', { q: 'tea' }] as const;
const overview = ['/api/json/overview'] as const;

test('the cached response is shown first, and the server is asked as well', async () => {
  const queries = new QueryClient();
  const asked: string[] = [];
  await hydrateFromCache([orders, overview], queries, {
    getCached: async <Data>(path: string) => {
      asked.push(path);
      return (path === '/api/json/orders?q=tea' ? 'cached' : null) as Data | null;
    },
  });
  expect(asked).toEqual(['/api/json/orders?q=tea', '/api/json/overview']);
  expect(queries.getQueryData(orders)).toBe('cached');
  expect(await queries.fetchQuery({ queryKey: orders, queryFn: () => 'fresh', staleTime: Infinity })).toBe(
    'fresh',
  );
  expect(queries.getQueryState(overview)).toBeUndefined();
});
