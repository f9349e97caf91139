import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 500;

/**
 * `npx pnpm start` puts a shell between npx and pnpm that does not pass on SIGTERM, so the server would
 * outlive it. Calls back when the process that started pnpm is gone. Linux only (/proc). Ctrl-C reaches us
 * everywhere.
 */
export function whenNpxEnds(callBack: () => void): void {
  const pnpm = ancestorNamed('pnpm', process.pid);
  const starter = pnpm && parentOf(pnpm);
  if (!pnpm || !starter || starter === 1) return;
  const timer = setInterval(() => {
    if (parentOf(pnpm) === starter) return;
    clearInterval(timer);
    callBack();
  }, LOOK_EVERY_MS);
  timer.unref();
}

function ancestorNamed(name: string, pid: number): number | undefined {
  for (let id = parentOf(pid); id !== undefined && id > 1; id = parentOf(id)) {
    if (statusOf(id, 'Name') === name) return id;
  }
  return undefined;
}

function parentOf(pid: number): number | undefined {
  const parent = statusOf(pid, 'PPid');
  return parent === undefined ? undefined : Number(parent);
}

function statusOf(pid: number, field: string): string | undefined {
  try {
    return new RegExp(`^${field}:\\s+(.+)$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
