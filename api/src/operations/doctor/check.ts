import { setTimeout as delay } from 'node:timers/promises';
import type { DoctorLine } from '@northlight/shared/contracts/operations.ts';
import type { Db } from '../../db/client.ts';
import { type Env, isPublic } from '../../base/settings/env.ts';

/** Longer than a call to a provider with its retries. */
const LIMIT_MS = 10_000;

export type DoctorContext = { settings: Env; db: Db; now: () => Date };
/** What a check found. It has the name of the check, if it does not say another. */
export type Finding = Omit<DoctorLine, 'name'> & Partial<Pick<DoctorLine, 'name'>>;
/** Null says nothing. */
type Result = Finding | Finding[] | null;
export type Check = [name: string, work: (context: DoctorContext) => Result | Promise<Result>];

const fine = (state: 'ok' | 'off') => (message: string) => ({ state, message });
const wrong = (state: 'warning' | 'failure' | 'todo') => (message: string, advice: string) => ({
  state,
  message,
  advice,
});
export const ok = fine('ok');
export const off = fine('off');
export const warning = wrong('warning');
export const failure = wrong('failure');
export const named = (name: string, found: Finding): DoctorLine => ({ name, ...found });

/** Runs all checks at the same time. One that throws or hangs becomes a failure. */
export async function runChecks(
  checks: readonly Check[],
  context: DoctorContext,
  limitMs = LIMIT_MS,
): Promise<DoctorLine[]> {
  const lines = await Promise.all(
    checks.map(async ([name, work]) => {
      const end = new AbortController();
      const late = delay(limitMs, undefined, { signal: end.signal }).then(() => {
        throw new Error(`No result within ${limitMs / 1_000} seconds.`);
      });
      try {
        const found = await Promise.race([late, (async () => work(context))()]);
        return [found ?? []].flat().map((line) => named(name, line));
      } catch (error) {
        const advice = 'Try again. If the problem persists, check the server’s log.';
        return [named(name, failure(messageOf(error), advice))];
      } finally {
        end.abort();
        late.catch(() => {});
      }
    }),
  );
  return lines.flat();
}

/** What nobody can sell without. A trial on one's own machine sells nothing yet. */
export const missing = (settings: Pick<Env, 'publicUrl'>) => (isPublic(settings) ? warning : wrong('todo'));

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Such as "2026-11-21 10:00 UTC". */
export const timeText = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
