// Finds and runs the programs that the media are made with.
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome'];

export function findOnPath(name: string): string | undefined {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not in this folder; try the next.
    }
  }
  return undefined;
}

export function findChromium(): string | undefined {
  return process.env.CHROMIUM_PATH ?? chromiumNames.map(findOnPath).find((file) => file !== undefined);
}

export function requireTools(names: string[]): void {
  const missing = names.filter(
    (name) => (name === 'chromium' ? findChromium() : findOnPath(name)) === undefined,
  );
  if (missing.length === 0) return;
  throw new Error(
    `Not found on PATH: ${missing.join(', ')}. Install ${missing.length === 1 ? 'it' : 'them'} ` +
      '(for instance with apt-get install) and run again. A Chromium elsewhere can be named in CHROMIUM_PATH.',
  );
}

export type Finished = { stdout: Buffer; stderr: string };

/** Runs a program with `input` on its standard input. If it fails, throws with the end of its output. */
export function run(command: string, args: string[], input?: Uint8Array): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    const out: Buffer[] = [];
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.on('error', reject);
    // A program that stops reading early reports its reason through its exit code.
    child.stdin.on('error', () => undefined);
    child.on('close', (code) => {
      if (code === 0) resolve({ stdout: Buffer.concat(out), stderr });
      else
        reject(
          new Error(
            `${command} stopped with code ${code}:\n${stderr.trim().split('\n').slice(-8).join('\n')}`,
          ),
        );
    });
    child.stdin.end(input);
  });
}
