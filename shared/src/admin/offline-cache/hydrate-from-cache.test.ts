import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { hydrateFromCache } from './hydrate-from-cache.ts';

const orders = ['/api/json/orders', { q: 'tea' }] as const;
const overview = ['/api/json/overview'] as const;

test('cached data is shown, and the server is still called', async () => {
  const queries = new QueryClient();
  const asked: string[] = [];
  await hydrateFromCache([orders, overview], queries, {
    getKept: async <Answer>(path: string) => {
      asked.push(path);
      return (path === '/api/json/orders?q=tea' ? 'kept' : null) as Answer | null;
    },
  });
  expect(asked).toEqual(['/api/json/orders?q=tea', '/api/json/overview']);
  expect(queries.getQueryData(orders)).toBe('kept');
  expect(await queries.fetchQuery({ queryKey: orders, queryFn: () => 'fresh', staleTime: Infinity })).toBe(
    'fresh',
  );
  expect(queries.getQueryState(overview)).toBeUndefined();
});
