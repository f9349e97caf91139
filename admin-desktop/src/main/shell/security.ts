import { app, session, shell, type WebContents } from 'electron';
import {
  judgeNavigation,
  judgeNewWindow,
  mayLoad,
  mayUse,
  type Navigation,
} from '../window/navigation-rules.ts';

/** Applies to every page: it cannot leave our page, open windows, or attach webviews. */
export function guardPages(): void {
  app.on('web-contents-created', (_, contents) => guard(contents));
}

function guard(contents: WebContents): void {
  contents.on('will-frame-navigate', (event) => {
    const verdict = judgeNavigation(event.url, event.isMainFrame);
    if (verdict.kind === 'go') return;
    event.preventDefault();
    follow(verdict);
  });
  contents.on('will-redirect', (event) => {
    if (judgeNavigation(event.url, event.isMainFrame).kind !== 'go') event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    follow(judgeNewWindow(url));
    return { action: 'deny' };
  });
}

function follow(verdict: Navigation): void {
  if (verdict.kind === 'open-outside') void shell.openExternal(verdict.url);
}

/**
 * Denies all permissions but one, all devices, screen capture, and network requests that bypass our handler.
 */
export function guardSession(devServer: string | undefined): void {
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((_, permission, answer, { requestingUrl }) =>
    answer(mayUse(permission, requestingUrl)),
  );
  defaultSession.setPermissionCheckHandler((_, permission, origin) => mayUse(permission, origin));
  defaultSession.setDevicePermissionHandler(() => false);
  defaultSession.setDisplayMediaRequestHandler((_, answer) => answer({}));
  defaultSession.on('will-download', (event) => event.preventDefault());
  defaultSession.webRequest.onBeforeRequest(({ url }, answer) =>
    answer({ cancel: !mayLoad(url, devServer) }),
  );
}
