import {
  type Bridge,
  type Servers,
  CALL_CHANNEL,
  DIALOG_CHANNEL,
  GO_TO_CHANNEL,
  type CallReply,
} from '../bridge.ts';

/**
 * The part of Electron's ipcRenderer that the app uses. Its values come from the app itself and have the
 * bridge's types.
 */
type Ipc = {
  invoke<Value>(channel: string, name: string, args: unknown[]): Promise<CallReply<Value>>;
  on<Value>(channel: string, listener: (event: unknown, value: Value) => void): unknown;
};

/** The page gets only these functions, and nothing else from Electron. */
export function createBridge(ipc: Ipc): Bridge {
  const call = async <Value>(name: keyof Bridge, ...args: unknown[]): Promise<Value> => {
    const reply = await ipc.invoke<Value>(CALL_CHANNEL, name, args);
    if (!reply.isDone) throw new Error(reply.message);
    return reply.value;
  };
  // The page needs the servers first, so they are requested while its scripts are still loading.
  let first: Promise<Servers> | undefined = call<Servers>('readServers');
  // Callers of `readServers` handle the error.
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

/**
 * Holds the last value until there is a listener, because clicking a notification may be what opens the page.
 */
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
