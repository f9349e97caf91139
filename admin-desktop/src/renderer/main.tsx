import { createRoot } from 'react-dom/client';
import { closeDialog, openDialog } from '@northlight/shared/admin/base/ui-store.ts';
import { readServersAnew, chooseServer, currentOf, useServers } from './servers/servers-store.ts';
import type { Bridge } from '../bridge.ts';
import { Console } from './dashboard-app.tsx';
import { ServersDoor } from './servers/shop-picker.tsx';
import { showFailed } from '@northlight/shared/ui/failed-island.ts';
import { guardIsland } from '@northlight/shared/ui/guard-island.ts';
import '@northlight/shared/contracts/strict-zod.ts';
import '@northlight/shared/ui/layers.css';
import '@northlight/shared/ui/base.css';
import '@northlight/shared/ui/link-button.css';
import '@northlight/shared/admin/base/admin.css';
import './desktop.css';

const place = document.getElementById('content');
if (!place) throw new Error('The page has no place for the dashboard.');
followMain(window.northlight);
await readServersAnew();
guardIsland(place, showFailed);
createRoot(place).render(<Desktop />);

/** Lets notifications, links, and menus open views and dialogs in the page. */
function followMain({ onGoTo, onOpenDialog }: Pick<Bridge, 'onGoTo' | 'onOpenDialog'>): void {
  onGoTo((path) => {
    closeDialog();
    chooseServer(false);
    // The part after # selects the view. Before login, it stays there until the login is done.
    location.hash = path;
  });
  onOpenDialog((dialog) => {
    if (document.querySelector('.admin-dashboard')) openDialog(dialog);
  });
}

/** The current shop's dashboard, or the shop picker if there is none. */
function Desktop() {
  const server = useServers(currentOf);
  const isChoosing = useServers(({ isChoosing }) => isChoosing);
  if (!server || isChoosing) return <ServersDoor />;
  return <Console key={server.id} server={server} />;
}
