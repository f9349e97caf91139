import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The system's own encryption, bound to whoever is logged in there. */
export type Crypt = {
  /** Whether only this account can decrypt; where not, nothing is written. */
  isAvailable(): boolean;
  encrypt(text: string): Uint8Array;
  /** Throws when it was not encrypted here. */
  decrypt(bytes: Uint8Array): string;
};

export type Vault = ReturnType<typeof createVault>;

/**
 * Encrypted files of one folder. Written at once and whole, so that what was removed is gone when `remove` returns; what
 * cannot be read or written counts as not there.
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
      // What a crash left half written as well.
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
