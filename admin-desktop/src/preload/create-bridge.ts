import type { Bridge, Servers } from '../bridge.ts';
import { CALL_CHANNEL, DIALOG_CHANNEL, GO_TO_CHANNEL, type CallReply } from '../channels.ts';

/** The part of Electron's ipcRenderer that is used. What it brings is the app's own and has the bridge's types. */
type Ipc = {
  invoke<Value>(channel: string, name: string, args: unknown[]): Promise<CallReply<Value>>;
  on<Value>(channel: string, listener: (event: unknown, value: Value) => void): unknown;
};

/** What the page gets: these functions, and nothing of Electron. */
export function createBridge(ipc: Ipc): Bridge {
  const call = async <Value>(name: keyof Bridge, ...args: unknown[]): Promise<Value> => {
    const reply = await ipc.invoke<Value>(CALL_CHANNEL, name, args);
    if (!reply.isDone) throw new Error(reply.message);
    return reply.value;
  };
  // The page needs them before all else: asked while its scripts are still on their way.
  let first: Promise<Servers> | undefined = call<Servers>('readServers');
  // Whoever asks for it hears how it failed.
  first.catch(() => undefined);
  return {
    readServers: () => {
      const servers = first ?? call<Servers>('readServers');
      first = undefined;
      return servers;
    },
    addServer: (name, address) => call('addServer', name, address),
    useServer: (id) => call('useServer', id),
    forgetServer: (id) => call('forgetServer', id),
    readSettings: () => call('readSettings'),
    changeSettings: (changes) => call('changeSettings', changes),
    saveText: (name, text) => call('saveText', name, text),
    saveDownload: (path) => call('saveDownload', path),
    onGoTo: createSignal(ipc, GO_TO_CHANNEL),
    onOpenDialog: createSignal(ipc, DIALOG_CHANNEL),
  };
}

/** What is said before anybody listens waits: a notice that was clicked may be the reason why the page opens. */
function createSignal<Value>(ipc: Ipc, channel: string) {
  const listeners = new Set<(value: Value) => void>();
  let waiting: Value[] = [];
  ipc.on<Value>(channel, (_, value) => {
    if (listeners.size === 0) waiting = [value];
    for (const listener of listeners) listener(value);
  });
  return (listener: (value: Value) => void) => {
    listeners.add(listener);
    for (const value of waiting.splice(0)) listener(value);
    return () => void listeners.delete(listener);
  };
}
