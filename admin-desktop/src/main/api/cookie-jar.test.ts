import { expect, test } from 'vitest';
import { createCookieJar } from './cookie-jar.ts';

const START = Date.parse('2026-11-21T10:00:00Z');

function aJar({ origin = 'https://shop.example.com', stored = null as string | null } = {}) {
  const clock = { now: START };
  const disk = { text: stored };
  const jar = createCookieJar({
    origin,
    now: () => new Date(clock.now),
    stored,
    onChange: (text) => {
      disk.text = text;
    },
  });
  return { jar, clock, disk };
}

test('a cookie is sent back unchanged, and a new value replaces it', () => {
  const { jar } = aJar();
  expect(jar.header('/api/x')).toBe('');
  jar.take('/api/admin/login', ['session=a=b; path=/; httponly', 'session.sig=c; path=/']);
  expect(jar.header('/api/x')).toBe('session=a=b; session.sig=c');
  jar.take('/api/admin/login', ['session=d; path=/']);
  expect(jar.header('/api/x')).toBe('session.sig=c; session=d');
});

test('cookies are sent only to matching paths, with the longest path first', () => {
  const { jar } = aJar();
  jar.take('/api/admin/login', ['root=1; path=/', 'admin=2; path=/api/admin', 'own=3', 'odd=4; path=x']);
  expect(jar.header('/api/admin/live')).toBe('admin=2; own=3; odd=4; root=1');
  expect(jar.header('/api/administrators')).toBe('root=1');
  expect(jar.header('/api/admin')).toBe('admin=2; own=3; odd=4; root=1');
});

test('Max-Age takes precedence over Expires, and expired cookies are deleted at once', () => {
  const { jar, clock } = aJar();
  jar.take('/', [
    'short=1; max-age=60; expires=Sat, 21 Nov 2099 10:00:00 GMT',
    'long=2; expires=Sat, 21 Nov 2026 11:00:00 GMT',
    'odd=3; max-age=soon; expires=never',
  ]);
  clock.now += 59_000;
  expect(jar.header('/')).toBe('short=1; long=2; odd=3');
  clock.now += 2_000;
  expect(jar.header('/')).toBe('long=2; odd=3');
  jar.take('/', ['long=; expires=Thu, 01 Jan 1970 00:00:00 GMT', 'odd=; max-age=0']);
  expect(jar.header('/')).toBe('');
});

test('persistent cookies are stored, but session cookies are not', () => {
  const { jar, disk } = aJar();
  jar.take('/', ['brief=1; path=/']);
  expect(disk.text).toBeNull();
  jar.take('/', ['lasting=2; path=/; max-age=60']);
  expect(aJar({ stored: disk.text }).jar.header('/')).toBe('lasting=2');
  jar.clear();
  expect(disk.text).toBeNull();
  expect(jar.header('/')).toBe('');
});

test('a secure cookie requires https or localhost', () => {
  const secure = ['session=1; secure; path=/'];
  const header = (origin: string) => {
    const { jar } = aJar({ origin });
    jar.take('/', secure);
    return jar.header('/');
  };
  expect(header('https://shop.example.com')).toBe('session=1');
  expect(header('http://localhost:3000')).toBe('session=1');
  expect(header('http://127.0.0.1:3000')).toBe('session=1');
  expect(header('http://192.168.1.4:3000')).toBe('');
});

test('invalid cookies are ignored, and the number of cookies is limited', () => {
  const { jar } = aJar();
  jar.take('/', ['', '=1', 'nothing', ' ; path=/', `long=${'x'.repeat(5_000)}`]);
  expect(jar.header('/')).toBe('');
  for (let index = 0; index < 30; index += 1) jar.take('/', [`c${index}=1; path=/`]);
  expect(jar.header('/').split('; ')).toHaveLength(20);
  expect(aJar({ stored: '{' }).jar.header('/')).toBe('');
});
