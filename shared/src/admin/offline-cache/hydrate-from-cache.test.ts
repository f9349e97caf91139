import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { hydrateFromCache } from './hydrate-from-cache.ts';

const orders = ['/api/json/orders', { q: 'tea' }] as const;
const overview = ['/api/json/overview'] as const;

test('what was kept stands in place, and the server is asked all the same', async () => {
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
