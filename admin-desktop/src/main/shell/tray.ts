import { Menu, nativeImage, Tray } from 'electron';
import macIcon from '../../../resources/tray-mac.png?asset';
import icon from '../../../resources/tray.png?asset';
import { trayTemplate, trayTip } from '../window/tray-template.ts';

type State = Parameters<typeof trayTemplate>[0];

/** The small icon; null where the system has no place for one. */
export function createTray(open: () => void) {
  const tray = makeTray();
  tray?.on('click', open);
  return {
    show: (state: State): void => {
      tray?.setContextMenu(Menu.buildFromTemplate(trayTemplate(state)));
      tray?.setToolTip(trayTip(state));
    },
  };
}

function makeTray(): Tray | null {
  try {
    return new Tray(process.platform === 'darwin' ? macTrayIcon() : nativeImage.createFromPath(icon));
  } catch {
    return null;
  }
}

/** macOS colours it as its bar is coloured. */
function macTrayIcon() {
  const image = nativeImage.createFromPath(macIcon).resize({ height: 18 });
  image.setTemplateImage(true);
  return image;
}
