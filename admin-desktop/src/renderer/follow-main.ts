import { closeDialog, openDialog } from '@northlight/shared/admin/ui-store.ts';
import type { Bridge } from '../bridge.ts';
import { chooseServer } from './servers/servers-store.ts';

/** Notices, links and menus of the main process lead into the page as long as it stands. */
export function followMain({ onGoTo, onOpenDialog }: Pick<Bridge, 'onGoTo' | 'onOpenDialog'>): void {
  onGoTo((path) => {
    closeDialog();
    chooseServer(false);
    // The views stand behind the #; before a login it is kept until after it.
    location.hash = path;
  });
  onOpenDialog((dialog) => {
    if (document.querySelector('.admin-dashboard')) openDialog(dialog);
  });
}
