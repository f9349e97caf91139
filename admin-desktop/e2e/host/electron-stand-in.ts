/**
 * Global functions in the page. The page calls the host with INVOKE, and the host calls the page with TELL.
 */
export const INVOKE = 'northlightTestInvoke';
export const TELL = 'northlightTestTell';

/**
 * Returns the script that runs before the page's own scripts. It contains the built preload, with a stand-in
 * for `electron` that calls the test's host.
 */
export function preloadScript(builtPreload: string): string {
  return `(${standIn})(${JSON.stringify({ invoke: INVOKE, tell: TELL })}, (require, module, exports) => {
    ${builtPreload}
  });`;
}

type Preload = (require: (name: string) => unknown, module: { exports: object }, exports: object) => void;
type Listener = (event: object, value: unknown) => void;

/** Runs in the page, so it cannot use anything from this module. */
function standIn(names: { invoke: string; tell: string }, preload: Preload): void {
  const listeners: { channel: string; listener: Listener }[] = [];
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name: string, api: object) =>
        Object.defineProperty(globalThis, name, { value: Object.freeze(api) }),
    },
    ipcRenderer: {
      invoke: (...values: unknown[]): unknown => Reflect.get(globalThis, names.invoke)(...values),
      on: (channel: string, listener: Listener) => listeners.push({ channel, listener }),
    },
  };
  Object.defineProperty(globalThis, names.tell, {
    value: (said: string, value: unknown) => {
      for (const { channel, listener } of listeners) if (channel === said) listener({}, value);
    },
  });
  const module = { exports: {} };
  preload(() => electron, module, module.exports);
}
