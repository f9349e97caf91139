import { createContext, useContext, type ComponentType } from 'react';
import type { AdminClient, AdminTransport } from './admin-client.ts';

/** What the window around the views does for them; a browser and the desktop app each have their own. */
export type AdminPlatform = {
  send: AdminTransport;
  /** Whether `send` can be asked for what it kept. */
  keepsAnswers?: boolean;
  /** The text of an answer as it arrives. Throws `CallError` when the server refuses or the line breaks. */
  openStream(path: string, signal: AbortSignal): AsyncIterable<string>;
  /** Lets the administrator keep what the server has at a path, under the name it gives. */
  download(path: string): void;
  /** The same for a text made here. */
  save(name: string, text: string): void;
  /** The shop's website; one that is not a path of this window's own origin opens outside it. */
  homeUrl: string;
  /** What only this window can settle, below the rest of the Settings. */
  OwnSettings?: ComponentType;
  /** Below the login: what else somebody may want who cannot log in here. */
  BelowLogin?: ComponentType;
};

export type AdminHost = Omit<AdminPlatform, 'send'> & {
  client: AdminClient;
  /** The shop whose console this is. */
  businessName: string;
  /** Its info mailbox. */
  businessEmail: string;
};

export const AdminContext = createContext<AdminHost | null>(null);

export function useAdminHost(): AdminHost {
  const host = useContext(AdminContext);
  if (!host) throw new Error('Dashboard views must be inside AdminApp.');
  return host;
}
