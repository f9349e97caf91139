/**
 * Replaces Electron so that the built main process can run in Node, forked by `start-main.ts`. Reports calls
 * to Electron to the parent process and carries out the parent's commands. Windows, icons, and menus are only
 * stubs.
 */
import { EventEmitter } from 'node:events';
import type { Command, Happening } from './start-main.ts';

type Handler = (...args: unknown[]) => unknown;
type Item = { label?: string; submenu?: Item[]; click?: () => void };

const { STAND_IN_USER_DATA: userData = '', STAND_IN_SAVE_PLACE: savePlace = '' } = process.env;

const tell = (name: string, value: unknown) => process.send?.({ name, value } satisfies Happening);

/** Adds a proxy to an object so that missing methods do nothing. */
const nothing = <Known extends object>(known: Known): Known =>
  new Proxy(known, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (value === undefined) return () => undefined;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

class StandInApp extends EventEmitter {
  isPackaged = true;
  commandLine = { hasSwitch: () => false };
  requestSingleInstanceLock = () => true;
  enableSandbox = () => tell('sandbox', true);
  setAsDefaultProtocolClient = (scheme: string) => tell('link-scheme', scheme);
  whenReady = () => Promise.resolve();
  getPath = () => userData;
  getVersion = () => '0.1.0';
  setBadgeCount = (count: number) => tell('badge', count);
  quit = () => {
    this.emit('before-quit');
    window?.close();
  };
}
export const app = new StandInApp();

class StandInContents extends EventEmitter {
  judgeNewWindow: Handler = () => undefined;
  setWindowOpenHandler = (judge: Handler) => {
    this.judgeNewWindow = judge;
  };
  send = (channel: string, value: unknown) => tell('sent', [channel, value]);
  getZoomLevel = () => 0;
}

let window: BrowserWindow | undefined;

export class BrowserWindow extends EventEmitter {
  webContents = nothing(new StandInContents());
  isShown = false;
  constructor(options: object) {
    super();
    tell('window', options);
    app.emit('web-contents-created', {}, this.webContents);
    window = nothing(this);
    return window;
  }
  isVisible = () => this.isShown;
  isFocused = () => this.isShown;
  getNormalBounds = () => ({ x: 10, y: 20, width: 900, height: 700 });
  isMaximized = () => false;
  setTitle = (title: string) => tell('title', title);
  show = () => this.turn(true);
  hide = () => this.turn(false);
  turn(isShown: boolean) {
    this.isShown = isShown;
    tell('shown', isShown);
  }
  close() {
    const event = preventable();
    this.emit('close', event);
    if (!event.isPrevented()) tell('closed', true);
  }
  async loadURL(url: string) {
    tell('loaded', url);
    // After startup has finished.
    setImmediate(() => this.emit('ready-to-show'));
  }
}

function preventable() {
  let isPrevented = false;
  return {
    preventDefault: () => {
      isPrevented = true;
    },
    isPrevented: () => isPrevented,
  };
}

let trayMenu: Item[] = [];
export class Tray extends EventEmitter {
  setContextMenu = (menu: Item[]) => {
    trayMenu = menu;
  };
  setToolTip = (tip: string) => tell('tray', tip);
}

let clickNotice: (() => void) | undefined;
export class Notification extends EventEmitter {
  static isSupported = () => true;
  words: unknown;
  constructor(words: unknown) {
    super();
    this.words = words;
  }
  close = () => undefined;
  show = () => {
    clickNotice = () => this.emit('click');
    tell('notice', this.words);
  };
}

let appMenu: Item[] = [];
export const Menu = {
  buildFromTemplate: (template: Item[]) => template,
  setApplicationMenu: (menu: Item[]) => {
    appMenu = menu;
  },
};
const flat = (items: Item[]): Item[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);

let handlePage: ((request: Request) => Promise<Response>) | undefined;
let answerCall: Handler | undefined;

export const dialog = { showSaveDialog: async () => ({ canceled: false, filePath: savePlace }) };
export const ipcMain = {
  handle: (_: string, handler: Handler) => {
    answerCall = handler;
  },
};
export const nativeImage = { createFromPath: (path: string) => ({ path }) };
export const nativeTheme = { shouldUseDarkColors: false };
export const protocol = { registerSchemesAsPrivileged: (schemes: unknown) => tell('schemes', schemes) };
export const safeStorage = {
  isEncryptionAvailable: () => true,
  getSelectedStorageBackend: () => 'gnome_libsecret',
  encryptString: (text: string) => Buffer.from(Buffer.from(text).toString('base64')),
  decryptString: (bytes: Buffer) => Buffer.from(bytes.toString(), 'base64').toString(),
};
export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1_920, height: 1_080 } }],
};
export const shell = { openExternal: async (url: string) => tell('opened-outside', url) };
export const session = {
  defaultSession: nothing({
    protocol: {
      handle: (_: string, handler: typeof handlePage) => {
        handlePage = handler;
      },
    },
    setPermissionCheckHandler: (may: Handler) =>
      tell('may-see-camera', may(null, 'media', 'northlight-app://console/')),
    webRequest: {
      onBeforeRequest: (judge: Handler) =>
        judge({ url: 'https://elsewhere.example/' }, (verdict: unknown) => tell('network', verdict)),
    },
  }),
};

const commands: { [Name in Command['do']]: (command: Extract<Command, { do: Name }>) => unknown } = {
  request: async ({ path, body }) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: body ?? null };
    const request = new Request(`northlight-app://console${path}`, body === undefined ? {} : init);
    const response = await handlePage?.(request);
    return {
      status: response?.status,
      headers: Object.fromEntries(response?.headers ?? []),
      text: await response?.text(),
    };
  },
  call: ({ name, args, url = 'northlight-app://console/admin' }) => {
    const frame = { url };
    return answerCall?.({ senderFrame: frame, sender: { mainFrame: frame } }, name, args);
  },
  menu: ({ label }) =>
    flat([...appMenu, ...trayMenu])
      .find((item) => item.label === label)
      ?.click?.(),
  'close-window': () => window?.close(),
  'click-notice': () => clickNotice?.(),
  'second-start': ({ args }) => app.emit('second-instance', {}, args),
  navigate: ({ url }) => {
    const event = { ...preventable(), url, isMainFrame: true };
    window?.webContents.emit('will-frame-navigate', event);
    return event.isPrevented();
  },
  'new-window': ({ url }) => window?.webContents.judgeNewWindow({ url }),
};

process.on('message', async ({ id, command }: { id: number; command: Command }) => {
  // TypeScript cannot tell that each command has the type of the function with its name.
  const answer: unknown = await Reflect.apply(commands[command.do], commands, [command]);
  process.send?.({ id, answer });
});
