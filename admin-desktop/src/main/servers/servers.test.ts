import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { tempFolder } from '../../../../api/test/fixtures/temp-folder.ts';
import type { CheckedServer } from './check-server.ts';
import { createServerList } from './servers.ts';

let folder: string;
beforeEach(() => {
  folder = tempFolder();
});

const uuid = (index: number) => `00000000-0000-4000-8000-00000000000${index}`;

function aList(checked?: CheckedServer) {
  let made = 0;
  const log: string[] = [];
  const list = createServerList({
    file: join(folder, 'servers.json'),
    check: async (typed) =>
      checked ?? { isGood: true, origin: `https://${typed}`, businessName: 'Marlow Bicycles' },
    newId: () => uuid((made += 1)),
    forget: (id) => log.push(`forget ${id}`),
    onChange: () => log.push('change'),
  });
  return { ...list, log };
}

test('servers keep their names and order across restarts', async () => {
  const list = aList();
  expect(list.read()).toEqual({ saved: [], current: null });
  expect(list.current()).toBeNull();
  const first = { id: uuid(1), name: 'Marlow Bicycles', address: 'https://one.example' };
  expect(await list.add(' ', 'one.example')).toEqual({ isAdded: true, server: first });
  await list.add(' Second ', 'two.example');
  expect(list.current()).toBeNull();
  list.use(uuid(2));
  expect(aList().read()).toEqual({
    saved: [first, { id: uuid(2), name: 'Second', address: 'https://two.example' }],
    current: uuid(2),
  });
  expect(aList().current()?.name).toBe('Second');
  expect(list.log).toEqual(['change', 'change', 'change']);
});

test('a server that fails its check is not stored, and no server is stored twice', async () => {
  const refused = aList({ isGood: false, reason: 'Nothing answers.' });
  expect(await refused.add('Shop', 'one.example')).toEqual({ isAdded: false, reason: 'Nothing answers.' });
  const list = aList();
  await list.add('Shop', 'one.example');
  expect(await list.add('Again', 'one.example')).toEqual({
    isAdded: false,
    reason: 'This shop is already in your list as Shop.',
  });
  expect(list.read().saved).toHaveLength(1);
});

test('removing a server deletes its data, and removing the current server selects no other', async () => {
  const list = aList();
  await list.add('One', 'one.example');
  await list.add('Two', 'two.example');
  list.use(uuid(1));
  list.forget(uuid(2));
  expect(list.current()?.name).toBe('One');
  list.forget(uuid(1));
  expect(list.read()).toEqual({ saved: [], current: null });
  expect(list.log).toEqual(expect.arrayContaining([`forget ${uuid(1)}`, `forget ${uuid(2)}`]));
  expect(() => list.use(uuid(1))).toThrow('no longer in your list');
});

test('a damaged file counts as empty', () => {
  writeFileSync(
    join(folder, 'servers.json'),
    '{"saved":[{"id":"../x","name":"x","address":"x"}],"current":null}',
  );
  expect(aList().read()).toEqual({ saved: [], current: null });
});
