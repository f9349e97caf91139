/** A shop's server as the administrator named it. */
export type Server = {
  id: string;
  name: string;
  /** Its origin, such as `https://shop.example.com`. */
  address: string;
};

export type Servers = {
  saved: Server[];
  /** The id of the one whose console is shown; null before the first. */
  current: string | null;
};

/** `reason` is in words for people. */
export type AddServerResult = { isAdded: true; server: Server } | { isAdded: false; reason: string };

export type DesktopSettings = {
  launchesAtLogin: boolean;
  /** Whether a new order or form is told while the window is hidden. */
  hasNotices: boolean;
};

/**
 * All that the page can ask of the main process. Whatever the server answers comes by fetch from the page's own /api,
 * as in a browser. Every argument is checked again on the other side.
 */
export type Bridge = {
  readServers(): Promise<Servers>;
  /** Looks whether a Northlight server answers there before it is kept. An empty name becomes the business's. */
  addServer(name: string, address: string): Promise<AddServerResult>;
  /** Shows that server's console: the page is loaded anew. */
  useServer(id: string): Promise<void>;
  /** With its login and all that was kept of it. */
  forgetServer(id: string): Promise<void>;
  readSettings(): Promise<DesktopSettings>;
  changeSettings(changes: Partial<DesktopSettings>): Promise<DesktopSettings>;
  /** Asks where to; resolves whether it was saved. */
  saveText(name: string, text: string): Promise<boolean>;
  /** The same for what the server has at a path under /api, under the name it gives. */
  saveDownload(path: string): Promise<boolean>;
  /** The main process leads to a view, such as `/case/ORD-10001`, or opens a dialog of the dashboard. Returns how to stop. */
  onGoTo(listener: (path: string) => void): () => void;
  onOpenDialog(listener: (dialog: 'palette' | 'shortcuts') => void): () => void;
};

declare global {
  interface Window {
    northlight: Bridge;
  }
}
