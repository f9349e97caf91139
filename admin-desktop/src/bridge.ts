/** A shop's server in the administrator's list. */
export type Server = {
  id: string;
  name: string;
  /** Its origin, such as `https://shop.example.com`. */
  address: string;
};

export type Servers = {
  saved: Server[];
  /** The id of the server whose dashboard is shown. Null if no server is selected. */
  current: string | null;
};

/** `reason` is a message for the user. */
export type AddServerResult = { isAdded: true; server: Server } | { isAdded: false; reason: string };

export type DesktopSettings = {
  launchesAtLogin: boolean;
  /** Whether new orders and forms show a notification while the window is not focused. */
  hasNotices: boolean;
};

/**
 * The functions of the main process that the page can call. Server data is not among them: the page fetches
 * it from its own /api, as in a browser. The main process validates every argument.
 */
export type Bridge = {
  readServers(): Promise<Servers>;
  /** Adds a server after checking that it is a Northlight server. An empty name becomes the business name. */
  addServer(name: string, address: string): Promise<AddServerResult>;
  /** Shows that server's dashboard by reloading the page. */
  useServer(id: string): Promise<void>;
  /** Removes a server with its login and cached data. */
  forgetServer(id: string): Promise<void>;
  readSettings(): Promise<DesktopSettings>;
  changeSettings(changes: Partial<DesktopSettings>): Promise<DesktopSettings>;
  /** Asks where to save the text. Resolves to whether it was saved. */
  saveText(name: string, text: string): Promise<boolean>;
  /** Like `saveText`, for a server path under /api. The server suggests the file name. */
  saveDownload(path: string): Promise<boolean>;
  /**
   * Listens for views that the main process opens, such as `/case/ORD-10001`. Returns a function that stops
   * listening. `onOpenDialog` does the same for the dashboard's dialogs.
   */
  onGoTo(listener: (path: string) => void): () => void;
  onOpenDialog(listener: (dialog: 'palette' | 'shortcuts') => void): () => void;
};

declare global {
  interface Window {
    northlight: Bridge;
  }
}

/** The only channels between the page and the main process. */
export const CALL_CHANNEL = 'northlight:call';
export const GO_TO_CHANNEL = 'northlight:go-to';
export const DIALOG_CHANNEL = 'northlight:dialog';

/**
 * The result of a call. Errors are returned and not thrown, because Electron would add its own text to the
 * message.
 */
export type CallReply<Value = unknown> = { isDone: true; value: Value } | { isDone: false; message: string };
