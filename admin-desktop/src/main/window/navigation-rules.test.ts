import { expect, test } from 'vitest';
import { judgeNavigation, judgeNewWindow, mayLoad, mayUse, schemePrivileges } from './navigation-rules.ts';
import { windowOptions } from './window-options.ts';
import { DEFAULT_BOUNDS } from './window-bounds.ts';

test('our page can navigate in our window', () => {
  expect(judgeNavigation('northlight-app://console/admin#/orders', true)).toEqual({ kind: 'go' });
});

test('external links open in the browser', () => {
  const outside = { kind: 'open-outside', url: 'https://shop.example.com/' };
  expect(judgeNavigation('https://shop.example.com', true)).toEqual(outside);
  expect(judgeNewWindow('https://shop.example.com')).toEqual(outside);
});

test.each(['northlight-app://console.evil/', 'file:///etc/passwd', 'javascript:alert(1)', 'about:blank', ''])(
  '%j is blocked',
  (url) => {
    expect(judgeNavigation(url, true)).toEqual({ kind: 'refuse' });
    expect(judgeNewWindow(url)).toEqual({ kind: 'refuse' });
  },
);

test('frames and second windows are blocked', () => {
  expect(judgeNavigation('northlight-app://console/admin', false)).toEqual({ kind: 'refuse' });
  expect(judgeNavigation('https://example.com', false)).toEqual({ kind: 'refuse' });
  expect(judgeNewWindow('northlight-app://console/admin')).toEqual({ kind: 'refuse' });
});

test('pages can load only what our handler serves', () => {
  expect(mayLoad('northlight-app://console/assets/index.js', undefined)).toBe(true);
  for (const url of [
    'https://example.com/',
    'http://localhost:3000/api/health',
    'file:///etc/passwd',
    'data:,x',
    'blob:x',
  ])
    expect(mayLoad(url, undefined)).toBe(false);
  expect(mayLoad('ws://localhost:5173/', 'http://localhost:5173')).toBe(true);
  expect(mayLoad('ws://localhost:5173/', undefined)).toBe(false);
});

test('the page can write to the clipboard and has no other permission', () => {
  expect(mayUse('clipboard-sanitized-write', 'northlight-app://console/')).toBe(true);
  expect(mayUse('clipboard-sanitized-write', 'https://evil.example/')).toBe(false);
  for (const permission of ['clipboard-read', 'media', 'notifications', 'geolocation', 'openExternal', 'usb'])
    expect(mayUse(permission, 'northlight-app://console/')).toBe(false);
});

test('the scheme is secure, has an origin, and bypasses no security checks', () => {
  expect(schemePrivileges.privileges).toEqual({
    standard: true,
    secure: true,
    supportFetchAPI: true,
    codeCache: true,
  });
});

test('the page has no privileges except its preload', () => {
  const asked = {
    place: DEFAULT_BOUNDS,
    preload: '/preload.cjs',
    isDark: false,
    isDevelopment: false,
    icon: '/icon.png',
  };
  const { webPreferences, show, x } = windowOptions(asked);
  expect(webPreferences).toEqual({
    preload: '/preload.cjs',
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
    spellcheck: false,
    devTools: false,
  });
  expect({ show, x }).toEqual({ show: false, x: undefined });
  expect(windowOptions({ ...asked, isDark: true }).backgroundColor).not.toBe(
    windowOptions(asked).backgroundColor,
  );
});
