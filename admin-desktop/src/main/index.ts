import { app, dialog } from 'electron';
import { findDeepLink, LINK_SCHEME, readDeepLink } from './window/links.ts';
import { dropVariables, reasonNotToStart } from './window/command-line-guard.ts';
import { registerPageScheme } from './shell/adapters.ts';
import { guardPages } from './shell/security.ts';
import { startApp } from './shell/start.ts';

const APP_ID = 'studio.northlight.console';

const reason = app.isPackaged ? reasonNotToStart((name) => app.commandLine.hasSwitch(name)) : null;
if (app.isPackaged) dropVariables(process.env);

if (reason) {
  dialog.showErrorBox('Northlight', reason);
  app.exit(1);
} else if (app.requestSingleInstanceLock()) open();
// A second instance passes its link to the first one and quits.
else app.quit();

function open(): void {
  let started: ReturnType<typeof startApp> | undefined;
  let firstPath = findDeepLink(process.argv);

  if (process.platform === 'win32') app.setAppUserModelId(APP_ID);
  app.enableSandbox();
  registerPageScheme();
  guardPages();
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
  app.on('second-instance', (_, args) => started?.openLink(args));
  // macOS passes links in an event, sometimes before the app is ready.
  app.on('open-url', (event, link) => {
    event.preventDefault();
    const path = readDeepLink(link);
    if (started) started.openAt(path);
    else firstPath = path;
  });
  app.on('activate', () => started?.openAt(null));
  app.on('window-all-closed', () => app.quit());
  void app.whenReady().then(() => {
    started = startApp(firstPath);
  });
}
