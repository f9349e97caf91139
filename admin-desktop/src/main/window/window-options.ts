import { MIN_SIZE, type WindowBounds } from './window-bounds.ts';

/**
 * The page's light and dark background colors, so that the window does not flash before the page is drawn.
 */
const GROUND = { light: '#fcfaf7', dark: '#0d141f' };

type Options = {
  place: WindowBounds;
  preload: string;
  isDark: boolean;
  isDevelopment: boolean;
  icon: string;
};

/** The options of the BrowserWindow. The page has no privileges except the bridge. */
export function windowOptions({ place, preload, isDark, isDevelopment, icon }: Options) {
  return {
    ...(place.x !== undefined && place.y !== undefined && { x: place.x, y: place.y }),
    width: place.width,
    height: place.height,
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    show: false,
    title: 'Northlight',
    icon,
    backgroundColor: isDark ? GROUND.dark : GROUND.light,
    autoHideMenuBar: false,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      enableWebSQL: false,
      // Its dictionaries come from a third-party server.
      spellcheck: false,
      devTools: isDevelopment,
    },
  };
}
