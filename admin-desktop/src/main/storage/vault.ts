import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The system's own encryption, tied to the user who is logged in. */
export type Crypt = {
  /** Whether only this account can decrypt the data. If not, nothing is written. */
  isAvailable(): boolean;
  encrypt(text: string): Uint8Array;
  /** Throws if the data was not encrypted here. */
  decrypt(bytes: Uint8Array): string;
};

export type Vault = ReturnType<typeof createVault>;

/**
 * Encrypted files in one folder. Writes are synchronous and complete, so removed data is gone when `remove`
 * returns. Files that cannot be read count as missing. Failed writes are ignored.
 */
export function createVault(folder: string, crypt: Crypt) {
  return {
    names: (): string[] => attempt(() => readdirSync(folder).filter((name) => !name.endsWith('.new')), []),
    read: (name: string): string | null =>
      attempt(() => (crypt.isAvailable() ? crypt.decrypt(readFileSync(join(folder, name))) : null), null),
    write: (name: string, text: string): void => {
      if (!crypt.isAvailable()) return;
      attempt(() => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const file = join(folder, name);
        writeFileSync(`${file}.new`, crypt.encrypt(text), { mode: 0o600 });
        renameSync(`${file}.new`, file);
      }, undefined);
    },
    remove: (name: string): void => {
      // Also remove a partial file that a crash left.
      for (const file of [name, `${name}.new`]) rmSync(join(folder, file), { force: true });
    },
    removeAll: (): void => rmSync(folder, { recursive: true, force: true }),
  };
}

function attempt<Result>(act: () => Result, otherwise: Result): Result {
  try {
    return act();
  } catch {
    return otherwise;
  }
}
