import { createContext, useContext, type ComponentType } from 'react';
import type { AdminClient, AdminTransport } from './admin-client.ts';

/**
 * What the platform provides to the dashboard. The website and the desktop app each have their own
 * implementation.
 */
export type AdminPlatform = {
  send: AdminTransport;
  /** Whether `send` supports `isCacheOnly` requests. */
  hasCache?: boolean;
  /**
   * Streams a response as text. Throws `CallError` when the server refuses the request or the connection
   * fails.
   */
  openStream(path: string, signal: AbortSignal): AsyncIterable<string>;
  /** Downloads a file from the server. The server sets the file name. */
  download(path: string): void;
  /** Saves text as a file. */
  save(name: string, text: string): void;
  /** The shop's website. A URL on another origin opens in the browser outside this window. */
  homeUrl: string;
  /** Settings of this platform, shown below the other settings. */
  OwnSettings?: ComponentType;
  /** Below the notifications: whether this computer shows any. */
  OwnNotices?: ComponentType;
  /** What the administrator calls the shop, if that is not its own name. */
  shopName?: string;
  /** Under the shop's name: the other shops. */
  Shops?: ComponentType;
  /** Shown below the login form, such as a way to choose another shop. */
  BelowLogin?: ComponentType;
};

export type AdminHost = Omit<AdminPlatform, 'send'> & {
  client: AdminClient;
  /** The shop's name. */
  businessName: string;
  /** The shop's info email address. */
  businessEmail: string;
};

export const AdminContext = createContext<AdminHost | null>(null);

export function useAdminHost(): AdminHost {
  const host = useContext(AdminContext);
  if (!host) throw new Error('Dashboard views must be inside AdminApp.');
  return host;
}

/** The studio's time zone, in which days are shown. */
export const StudioZone = createContext('UTC');
