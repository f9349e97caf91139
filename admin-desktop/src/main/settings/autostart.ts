import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoginItem } from './preferences.ts';

/** Passed when the system starts the app. The app then waits in the tray. */
export const HIDDEN_ARGUMENT = '--hidden';

type Deps = {
  /** `~/.config`, or the folder that the account uses instead. */
  configHome: string;
  /** For an AppImage, the path of its file. The paths inside an AppImage change with each start. */
  program: string;
};

/** Linux uses an autostart file, because Electron supports login items only on Windows and macOS. */
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
