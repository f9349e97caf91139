import { homedir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import { HIDDEN_ARGUMENT, linuxLoginItem } from '../settings/autostart.ts';
import type { LoginItem } from '../settings/preferences.ts';

export function systemLoginItem(): LoginItem {
  if (process.platform === 'linux') {
    return linuxLoginItem({
      configHome: process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'),
      program: process.env['APPIMAGE'] ?? process.execPath,
    });
  }
  const args = [HIDDEN_ARGUMENT];
  return {
    isOn: () => app.getLoginItemSettings({ args }).openAtLogin,
    turn: (isOn) => app.setLoginItemSettings({ openAtLogin: isOn, args }),
  };
}

/** Then it waits in the tray. */
export function isStartedBySystem(): boolean {
  if (process.argv.includes(HIDDEN_ARGUMENT)) return true;
  // macOS passes no arguments on.
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}
