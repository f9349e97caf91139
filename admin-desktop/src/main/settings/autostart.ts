import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoginItem } from './preferences.ts';

/** Said at a start by the system: the app then waits in the tray. */
export const HIDDEN_ARGUMENT = '--hidden';

type Deps = {
  /** `~/.config`, or what the account has instead. */
  configHome: string;
  /** An AppImage is one file; what runs from within it is gone with the next start. */
  program: string;
};

/** On Linux a small file says it; Electron knows only the ways of Windows and macOS. */
export function linuxLoginItem({ configHome, program }: Deps): LoginItem {
  const folder = join(configHome, 'autostart');
  const file = join(folder, 'northlight.desktop');
  return {
    isOn: () => existsSync(file),
    turn: (isOn) => {
      if (!isOn) return rmSync(file, { force: true });
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, entry(program));
    },
  };
}

function entry(program: string): string {
  const quoted = program.replaceAll(/(["`$\\])/g, '\\\\$1').replaceAll('%', '%%');
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Northlight',
    `Exec="${quoted}" ${HIDDEN_ARGUMENT}`,
    'Icon=northlight',
    'Terminal=false',
    '',
  ].join('\n');
}
