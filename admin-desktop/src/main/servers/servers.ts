import * as z from 'zod/mini';
import type { AddServerResult, Server, Servers } from '../../bridge.ts';
import { createJsonFile } from '../storage/json-file.ts';
import type { CheckedServer } from './check-server.ts';

const Saved = z.object({
  saved: z.array(z.object({ id: z.uuid(), name: z.string(), address: z.url() })),
  current: z.nullable(z.string()),
});

type Deps = {
  file: string;
  check: (typed: string) => Promise<CheckedServer>;
  newId: () => string;
  /** Deletes a server's login and cached responses. */
  forget: (id: string) => void;
  /** Called after every change. */
  onChange: () => void;
};

export type ServerList = ReturnType<typeof createServerList>;

/** The servers that the administrator has added, and which one is shown. */
export function createServerList({ file, check, newId, forget, onChange }: Deps) {
  const storage = createJsonFile<Servers>(file, Saved, { saved: [], current: null });
  let servers = storage.read();
  const change = (next: Servers) => {
    servers = next;
    storage.write(next);
    onChange();
  };
  const find = (id: string | null) => servers.saved.find((server) => server.id === id);

  return {
    read: (): Servers => servers,
    current: (): Server | null => find(servers.current) ?? null,
    add: async (name: string, typed: string): Promise<AddServerResult> => {
      const checked = await check(typed);
      if (!checked.isGood) return { isAdded: false, reason: checked.reason };
      const { origin, businessName } = checked;
      const known = servers.saved.find(({ address }) => address === origin);
      if (known) return { isAdded: false, reason: `This shop is already in your list as ${known.name}.` };
      const server = { id: newId(), name: name.trim() || businessName, address: origin };
      change({ ...servers, saved: [...servers.saved, server] });
      return { isAdded: true, server };
    },
    use: (id: string): void => {
      if (!find(id)) throw new Error('This shop is no longer in your list.');
      change({ ...servers, current: id });
    },
    forget: (id: string): void => {
      forget(id);
      change({
        saved: servers.saved.filter((server) => server.id !== id),
        current: servers.current === id ? null : servers.current,
      });
    },
  };
}
