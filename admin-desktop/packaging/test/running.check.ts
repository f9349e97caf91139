import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN, startOwnServer, type OwnServer } from '../../src/main/test/own-server.ts';
import { startMain, type Command, type StartedMain } from './start-main.ts';

/**
 * The tests run in order as one session, from the first start until the app quits. They use the built main
 * process, a stand-in for Electron, and the real API.
 */
const folder = mkdtempSync(join(tmpdir(), 'northlight-running-'));
const userData = join(folder, 'user');
const savePlace = join(folder, 'saved.csv');
let shop: OwnServer;
let app: StartedMain;

beforeAll(async () => {
  shop = await startOwnServer();
  app = startMain(join(import.meta.dirname, '../../out/main/index.js'), userData, [], savePlace);
});
afterAll(async () => {
  await app.stop();
  await shop.stop();
  rmSync(folder, { recursive: true, force: true });
});

const call = (name: string, ...args: unknown[]) => app.send({ do: 'call', name, args });
const soon = { timeout: 5_000, interval: 20 };
/** The names of all files that the app has on disk. */
const files = () => readdirSync(userData, { recursive: true }).map(String);

test('the app starts sandboxed, with its own scheme, no permissions, and no network access', async () => {
  await expect.poll(() => app.last('shown'), { timeout: 20_000 }).toBe(true);
  expect(app.last('sandbox')).toBe(true);
  expect(app.last('schemes')).toMatchObject([{ scheme: 'northlight-app' }]);
  expect(app.last('link-scheme')).toBe('northlight');
  expect(app.last('may-see-camera')).toBe(false);
  expect(app.last('network')).toEqual({ cancel: true });
  expect(app.last('loaded')).toBe('northlight-app://console/admin');
});

test('only our page may call the bridge', async () => {
  const foreign = {
    do: 'call',
    name: 'readServers',
    args: [],
    url: 'https://evil.example/',
  } satisfies Command;
  expect(await app.send(foreign)).toMatchObject({ isDone: false });
  expect(await call('readServers')).toEqual({ isDone: true, value: { saved: [], current: null } });
});

test('links open in the browser or not at all, and never in a new window', async () => {
  expect(await app.send({ do: 'navigate', url: 'https://shop.example.com/' })).toBe(true);
  expect(app.last('opened-outside')).toBe('https://shop.example.com/');
  expect(await app.send({ do: 'navigate', url: 'file:///etc/passwd' })).toBe(true);
  expect(await app.send({ do: 'new-window', url: 'mailto:ada@marlow-bicycles.example' })).toEqual({
    action: 'deny',
  });
  expect(app.all('opened-outside')).toEqual([
    'https://shop.example.com/',
    'mailto:ada@marlow-bicycles.example',
  ]);
  expect(await app.send({ do: 'navigate', url: 'northlight-app://console/admin' })).toBe(false);
});

test('a server is added and shown, and login starts the to-do count', async () => {
  const added = await call('addServer', '', shop.origin);
  expect(added).toMatchObject({
    isDone: true,
    value: { isAdded: true, server: { name: 'Northlight Studio' } },
  });
  const { current, saved } = JSON.parse(JSON.stringify(await call('readServers'))).value;
  expect(current).toBeNull();
  await call('useServer', saved[0].id);
  await expect.poll(() => app.all('loaded').length, soon).toBe(2);
  const login = { do: 'request', path: '/api/admin/login', body: JSON.stringify(ADMIN) } as const;
  expect(await app.send(login)).toMatchObject({ status: 200 });
  // First zero for the new shop, then its count.
  await expect.poll(() => app.all('badge').length, soon).toBeGreaterThan(1);
});

test('while the window is focused, a new order only updates the count', async () => {
  await shop.buy('Seen');
  await expect.poll(() => app.last('badge'), soon).toBe(1);
  expect(app.all('notice')).toEqual([]);
  await expect.poll(() => app.last('title'), soon).toBe('(1) Northlight');
  await expect.poll(() => app.last('tray'), soon).toBe('Northlight: 1 to do');
});

test('closing hides the window, and clicking the notification of a new order opens the order', async () => {
  await app.send({ do: 'close-window' });
  expect(app.last('shown')).toBe(false);
  expect(app.all('closed')).toEqual([]);
  const number = await shop.buy('Hidden');
  const bought = performance.now();
  await expect
    .poll(() => app.last('notice'), soon)
    .toEqual({ title: `New order ${number}`, body: 'Ada Hidden' });
  expect(performance.now() - bought).toBeLessThan(1_000);
  await app.send({ do: 'click-notice' });
  expect(app.last('shown')).toBe(true);
  expect(app.last('sent')).toEqual(['northlight:go-to', `/case/${number}`]);
});

test('paused notifications are not shown, but the count still updates', async () => {
  await app.send({ do: 'close-window' });
  await app.send({ do: 'menu', label: 'Pause notifications' });
  expect(await call('readSettings')).toMatchObject({ value: { hasNotices: false } });
  await shop.buy('Paused');
  await expect.poll(() => app.last('badge'), soon).toBe(3);
  expect(app.all('notice')).toHaveLength(1);
});

test('starting the app again with a link opens it in the running app', async () => {
  await app.send({ do: 'second-start', args: ['northlight', 'northlight://order/ORD-10001'] });
  expect(app.last('shown')).toBe(true);
  expect(app.last('sent')).toEqual(['northlight:go-to', '/case/ORD-10001']);
});

test('the menu controls the page', async () => {
  await app.send({ do: 'menu', label: 'Find…' });
  expect(app.last('sent')).toEqual(['northlight:dialog', 'palette']);
  await app.send({ do: 'menu', label: 'Settings…' });
  expect(app.last('sent')).toEqual(['northlight:go-to', '/settings']);
});

test('a list is saved to the chosen file', async () => {
  expect(await call('saveDownload', '/api/json/orders.csv')).toEqual({ isDone: true, value: true });
  expect(readFileSync(savePlace, 'utf8')).toContain('Hidden');
});

test('after logout, the count is zero and no session data is left on disk', async () => {
  await app.send({ do: 'request', path: '/api/json/orders' });
  expect(files().some((file) => file.includes('cookies'))).toBe(true);
  expect(await app.send({ do: 'request', path: '/api/admin/logout', body: '{}' })).toMatchObject({
    status: 200,
  });
  expect(app.last('badge')).toBe(0);
  expect(files().filter((file) => /cookies|answers/.test(file))).toEqual([]);
});

test('quitting closes the app and saves the window position', async () => {
  await app.send({ do: 'menu', label: 'Quit' });
  await expect.poll(() => app.last('closed'), soon).toBe(true);
  expect(JSON.parse(readFileSync(join(userData, 'preferences.json'), 'utf8'))).toEqual({
    hasNotices: false,
    window: { x: 10, y: 20, width: 900, height: 700, zoom: 0, isMaximized: false },
  });
});
