import { expect, test } from 'vitest';
import { CallError } from '../../contracts/call-error.ts';
import { createQueryFn } from './query-fn.ts';

function clientThat(answers: () => unknown) {
  const paths: string[] = [];
  const get = async <Data>(path: string): Promise<Data> => {
    paths.push(path);
    return answers() as Data;
  };
  return { get, paths };
}

const { signal } = new AbortController();
const refuse = (status: number) => () => {
  throw new CallError(status, 'No.');
};

test('the first element of the key is the URL, its parameters follow', async () => {
  const client = clientThat(() => ({ orders: [] }));
  const queryFn = createQueryFn(client, { on401: 'throw' });
  expect(await queryFn({ queryKey: ['/api/json/orders'], signal })).toEqual({ orders: [] });
  await queryFn({ queryKey: ['/api/json/orders', { q: 'a&b c', work: undefined, from: '' }], signal });
  expect(client.paths).toEqual(['/api/json/orders', '/api/json/orders?q=a%26b+c']);
});

test('a 401 is null where requested, and an error elsewhere', async () => {
  const key = { queryKey: ['/api/admin/auth-status'] as const, signal };
  expect(await createQueryFn(clientThat(refuse(401)), { on401: 'null' })(key)).toBeNull();
  await expect(createQueryFn(clientThat(refuse(401)), { on401: 'throw' })(key)).rejects.toThrow('401: No.');
});

test('every other error stays an error', async () => {
  const key = { queryKey: ['/api/admin/auth-status'] as const, signal };
  await expect(createQueryFn(clientThat(refuse(500)), { on401: 'null' })(key)).rejects.toThrow('500: No.');
});
