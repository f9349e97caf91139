import { expect, test } from 'vitest';
import { CALL_CHANNEL, DIALOG_CHANNEL, GO_TO_CHANNEL, type CallReply } from '../bridge.ts';
import { createBridge } from './create-bridge.ts';

type Listener<Value> = (event: unknown, value: Value) => void;

function fakeIpc(reply: CallReply = { isDone: true, value: 'answer' }) {
  const calls: unknown[][] = [];
  const says = new Map<string, (value: string) => void>();
  return {
    calls,
    say: (channel: string, value: string) => says.get(channel)?.(value),
    invoke: async (...args: unknown[]) => {
      calls.push(args);
      return JSON.parse(JSON.stringify(reply));
    },
    on: <Value>(channel: string, listener: Listener<Value>) =>
      says.set(channel, (value) => listener({ sender: 'secret' }, JSON.parse(JSON.stringify(value)))),
  };
}

test('every call uses the same channel, with its name and arguments', async () => {
  const ipc = fakeIpc();
  const bridge = createBridge(ipc);
  expect(await bridge.readServers()).toBe('answer');
  expect(await bridge.addServer('Shop', 'shop.example.com')).toBe('answer');
  await bridge.readServers();
  await bridge.useServer('1');
  await bridge.forgetServer('1');
  await bridge.readSettings();
  await bridge.changeSettings({ hasNotices: false });
  await bridge.saveText('a.txt', 'text');
  await bridge.saveDownload('/api/json/orders.csv');
  expect(ipc.calls).toEqual([
    [CALL_CHANNEL, 'readServers', []],
    [CALL_CHANNEL, 'addServer', ['Shop', 'shop.example.com']],
    [CALL_CHANNEL, 'readServers', []],
    [CALL_CHANNEL, 'useServer', ['1']],
    [CALL_CHANNEL, 'forgetServer', ['1']],
    [CALL_CHANNEL, 'readSettings', []],
    [CALL_CHANNEL, 'changeSettings', [{ hasNotices: false }]],
    [CALL_CHANNEL, 'saveText', ['a.txt', 'text']],
    [CALL_CHANNEL, 'saveDownload', ['/api/json/orders.csv']],
  ]);
});

test('the servers are requested before the page asks, and again on each later call', async () => {
  const ipc = fakeIpc();
  const { readServers } = createBridge(ipc);
  expect(ipc.calls).toEqual([[CALL_CHANNEL, 'readServers', []]]);
  await readServers();
  expect(ipc.calls).toHaveLength(1);
  await readServers();
  expect(ipc.calls).toHaveLength(2);
});

test('a rejected call throws its message', async () => {
  const bridge = createBridge(fakeIpc({ isDone: false, message: 'The disk is full.' }));
  await expect(bridge.saveText('a.txt', 'text')).rejects.toThrow(/^The disk is full\.$/);
});

test('listeners get only the value, and nothing after they stop', () => {
  const ipc = fakeIpc();
  const bridge = createBridge(ipc);
  const heard: unknown[] = [];
  const stop = bridge.onGoTo((...args) => heard.push(args));
  bridge.onOpenDialog((dialog) => heard.push(dialog));
  ipc.say(GO_TO_CHANNEL, '/case/ORD-10001');
  ipc.say(DIALOG_CHANNEL, 'palette');
  stop();
  ipc.say(GO_TO_CHANNEL, '/orders');
  expect(heard).toEqual([['/case/ORD-10001'], 'palette']);
});

test('the last view requested while the page loads is opened once', () => {
  const ipc = fakeIpc();
  const { onGoTo } = createBridge(ipc);
  ipc.say(GO_TO_CHANNEL, '/case/ORD-10001');
  ipc.say(GO_TO_CHANNEL, '/case/ORD-10002');
  const heard: string[] = [];
  onGoTo((path) => heard.push(path))();
  onGoTo((path) => heard.push(path));
  expect(heard).toEqual(['/case/ORD-10002']);
});
