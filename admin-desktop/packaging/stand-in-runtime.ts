import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What marks the place of the fuses in Electron's program: https://github.com/electron/fuses. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const VERSION = 1;
const FUSES = 9;

/** A folder in the shape of an unpacked Electron for Linux whose program has fuses as they leave the factory, and does nothing. */
export function writeStandInRuntime(folder: string): void {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'));
  const wire = Buffer.from([VERSION, FUSES, ...Buffer.from('1'.repeat(FUSES))]);
  const program = Buffer.concat([
    Buffer.from('#!/bin/sh\nexit 0\n'),
    Buffer.from(SENTINEL),
    wire,
    Buffer.alloc(64),
  ]);
  writeFileSync(join(folder, 'electron'), program, { mode: 0o755 });
  for (const language of ['de', 'en-US']) writeFileSync(join(folder, 'locales', `${language}.pak`), '');
  for (const file of ['LICENSE', 'LICENSES.chromium.html', 'version']) writeFileSync(join(folder, file), '');
}
