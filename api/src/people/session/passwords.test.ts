import { expect, test } from 'vitest';
import { login } from '../../../test/fixtures/admin-fixtures.ts';
import { createBoundedQueue } from '../../http/limits/login-throttle.ts';
import { createPasswords, weaknessOf } from './passwords.ts';
import { appWithAdmin } from '../../../test/shop/admin-client.ts';

test('a password is stored as salted argon2id and verified', async () => {
  const passwords = createPasswords();
  const [one, two] = await Promise.all([passwords.hash('pass word'), passwords.hash('pass word')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(two).not.toBe(one);
  expect(await passwords.isRight('pass word', one)).toBe(true);
  expect(await passwords.isRight('pass word ', one)).toBe(false);
});

test('a hash with other parameters still works', async () => {
  const old = await createPasswords({ memoryKib: 64, passes: 1 }).hash('pass word');
  expect(await createPasswords({ memoryKib: 128, passes: 2 }).isRight('pass word', old)).toBe(true);
});

test('the dummy hash never matches and takes full time', async () => {
  const passwords = createPasswords();
  const hash = await passwords.hash('pass word');
  /** The fastest of several, because a busy machine is sometimes slow. */
  const fastest = async (stored: string | undefined) => {
    const times: number[] = [];
    for (let nth = 0; nth < 5; nth += 1) {
      const start = performance.now();
      expect(await passwords.isRight('', stored)).toBe(false);
      times.push(performance.now() - start);
    }
    return Math.min(...times);
  };
  expect((await fastest(undefined)) / (await fastest(hash))).toBeGreaterThan(0.2);
});

test('two run at once, the next eight wait, and the eleventh is told to retry', async () => {
  const inTurn = createBoundedQueue({ atOnce: 2, waiting: 8 });
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (index: number) => async () => {
    begun.push(index);
    await new Promise<void>((end) => ends.push(end));
    return index;
  };
  const works = Array.from({ length: 10 }, (_, index) => inTurn(work(index)));
  await expect(inTurn(work(10))).rejects.toMatchObject({ status: 503, code: 'busy' });
  expect(begun).toEqual([0, 1]);
  for (let done = 0; done < 10; done += 1) {
    expect(begun.length - done).toBeLessThanOrEqual(2);
    ends[done]?.();
    await works[done];
  }
  expect(await Promise.all(works)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const again = inTurn(work(11));
  ends.at(-1)?.();
  expect(await again).toBe(11);
});

test('a failed hash frees its place for the next', async () => {
  const inTurn = createBoundedQueue({ atOnce: 1, waiting: 1 });
  const fails = inTurn(async () => {
    throw new Error('no');
  });
  const next = inTurn(async () => 'yes');
  await expect(fails).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('too many logins at once get 503 with the time to wait, and the others succeed', async () => {
  // So slow that all logins have arrived before the first is checked.
  const app = await appWithAdmin({ passwords: createPasswords({ memoryKib: 65_536, passes: 4 }, 8) });
  const answers = await Promise.all(Array.from({ length: 25 }, () => login(app)));
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(5);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(25 - refused.length);
  expect(refused[0]?.body).toMatchObject({ success: false, code: 'busy' });
  expect(refused[0]?.headers.get('retry-after')).toBe('5');
});

const names = { username: 'marlow', businessName: 'Northlight Studio' };

test.each(['12345678', 'password', 'PASSWORD', 'qwertyuiop', 'iloveyou', 'Sunshine1', 'football1'])(
  'the common password %s is weak',
  async (password) => expect(await weaknessOf(password, names)).toMatch(/too common/),
);

test.each([
  'marlow2026',
  'Marlow!marlow!',
  'northlight99',
  'Northlight Studio 1',
  'NorthlightStudio',
  'studio-marlow-1',
])('%s is weak because it is mostly a name', async (password) =>
  expect(await weaknessOf(password, names)).toMatch(/too similar to your name/),
);

test.each([
  'a quiet north window',
  'a calm north light',
  'marlow sings at dawn',
  'xK4-vQ9-tR2',
  '  ~~~~~ %%%',
])('%s is good enough', async (password) => expect(await weaknessOf(password, names)).toBeNull());

test('seven characters are too few', async () => {
  expect(await weaknessOf('xK4-vQ9', names)).toBe('The password must be at least 8 characters.');
});
