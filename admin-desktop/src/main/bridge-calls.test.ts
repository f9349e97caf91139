import { expect, test, vi } from 'vitest';
import { createBridgeCalls } from './bridge-calls.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const OURS = { url: 'northlight-app://console/admin#/orders', isTopFrame: true };

function calls() {
  const made = {
    readServers: vi.fn(async () => ({ saved: [], current: null })),
    addServer: vi.fn(async () => ({ isAdded: false as const, reason: 'No' })),
    useServer: vi.fn(async () => undefined),
    forgetServer: vi.fn(async () => undefined),
    readSettings: vi.fn(async () => ({ launchesAtLogin: false, hasNotices: true })),
    changeSettings: vi.fn(async () => ({ launchesAtLogin: true, hasNotices: true })),
    saveText: vi.fn(async () => true),
    saveDownload: vi.fn(async () => true),
  };
  return { made, answer: createBridgeCalls(made) };
}

test.each([
  ['readServers', []],
  ['addServer', ['Shop', 'shop.example.com']],
  ['useServer', [ID]],
  ['forgetServer', [ID]],
  ['readSettings', []],
  ['changeSettings', [{ launchesAtLogin: true }]],
  ['saveText', ['brief.txt', 'text']],
  ['saveDownload', ['/api/json/orders.csv?q=a']],
] as const)('%s gets its arguments', async (name, args) => {
  const { made, answer } = calls();
  const reply = await answer(OURS, name, [...args]);
  expect(reply.isDone).toBe(true);
  expect(made[name]).toHaveBeenCalledExactlyOnceWith(...args);
});

test.each([
  ['another page', { ...OURS, url: 'https://evil.example/' }],
  ['a page that looks like ours', { ...OURS, url: 'northlight-app://console.evil/' }],
  ['a page that has gone', { ...OURS, url: '' }],
  ['a frame in our page', { ...OURS, isTopFrame: false }],
])('%s cannot call the bridge', async (_, caller) => {
  const { made, answer } = calls();
  expect(await answer(caller, 'readServers', [])).toEqual({ isDone: false, message: 'This isn’t allowed.' });
  expect(made.readServers).not.toHaveBeenCalled();
});

test.each(['', 'nothing', 'toString', 'constructor', '__proto__', null, 7, ['readServers']])(
  '%j is not a bridge call',
  async (name) => {
    expect(await calls().answer(OURS, name, [])).toEqual({ isDone: false, message: 'This isn’t allowed.' });
  },
);

test.each([
  ['readServers', [1]],
  ['readServers', undefined],
  ['readServers', { length: 0 }],
  ['addServer', ['Shop']],
  ['addServer', ['Shop', 7]],
  ['addServer', ['x'.repeat(101), 'shop.example.com']],
  ['useServer', ['../../etc']],
  ['forgetServer', [null]],
  ['changeSettings', [{ hasNotices: 'yes' }]],
  ['changeSettings', [{ openDevTools: true }]],
  ['saveText', ['name', { toString: 'x' }]],
  ['saveDownload', ['https://evil.example/']],
  ['saveDownload', ['//evil.example/api/']],
] as const)('%s rejects %j', async (name, args) => {
  const { made, answer } = calls();
  expect(await answer(OURS, name, args)).toMatchObject({ isDone: false });
  expect(made[name]).not.toHaveBeenCalled();
});

test('errors have a readable message', async () => {
  const { made, answer } = calls();
  made.saveText.mockRejectedValue(new Error('The disk is full.'));
  expect(await answer(OURS, 'saveText', ['a', 'b'])).toEqual({ isDone: false, message: 'The disk is full.' });
});
