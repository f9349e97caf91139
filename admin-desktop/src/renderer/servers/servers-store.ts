import { create } from 'zustand';
import type { Server, Servers } from '../../bridge.ts';

type ServersState = Servers & {
  /** Whether the list of shops is shown even though one is selected. */
  isChoosing: boolean;
};

/** The servers from the main process, and the state of this page. */
export const useServers = create<ServersState>()(() => ({ saved: [], current: null, isChoosing: false }));

export const currentOf = ({ saved, current }: Servers): Server | undefined =>
  saved.find(({ id }) => id === current);

export async function readServersAnew(): Promise<void> {
  useServers.setState(await window.northlight.readServers());
}

export const chooseServer = (isChoosing: boolean): void => useServers.setState({ isChoosing });

/** The main process then reloads the page. */
export const openServer = (id: string): Promise<void> => window.northlight.useServer(id);

/** The error message from the main process, or a default. */
export const failureWords = (error: unknown): string =>
  (error instanceof Error && error.message) || 'Please try again.';
