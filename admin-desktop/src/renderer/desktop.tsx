import { Console } from './dashboard-app.tsx';
import { ServersDoor } from './servers/shop-picker.tsx';
import { currentOf, useServers } from './servers/servers-store.ts';

/** The console of the chosen shop; before there is one, the question for it. */
export function Desktop() {
  const server = useServers(currentOf);
  const isChoosing = useServers(({ isChoosing }) => isChoosing);
  if (!server || isChoosing) return <ServersDoor />;
  return <Console key={server.id} server={server} />;
}
