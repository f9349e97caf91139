import { create } from 'zustand';
import type { Server, Servers } from '../../bridge.ts';

type ServersState = Servers & {
  /** Whether the list is shown although a shop is chosen. */
  isChoosing: boolean;
};

/** What the main process knows, and where this page stands. */
export const useServers = create<ServersState>()(() => ({ saved: [], current: null, isChoosing: false }));

export const currentOf = ({ saved, current }: Servers): Server | undefined =>
  saved.find(({ id }) => id === current);

export async function readServersAnew(): Promise<void> {
  useServers.setState(await window.northlight.readServers());
}

export const chooseServer = (isChoosing: boolean): void => useServers.setState({ isChoosing });

/** The page is then loaded anew. */
export const openServer = (id: string): Promise<void> => window.northlight.useServer(id);
