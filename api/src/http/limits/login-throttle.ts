import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../../db/client.ts';
import { unaudited } from '../../db/audit-log.ts';
import { inTransaction, type Synchronous } from '../../db/transaction.ts';
import { tooManyRequests, busy } from '../../base/errors.ts';
import { createStoredLimit, type StoredLimit } from './stored-limit.ts';
import { clientKey, createLookupDelay, clientNetwork } from './rate-limit.ts';
import type { Log } from '../../base/log.ts';

const WINDOW_MS = 15 * 60_000;
const FAILURES_OF_ADDRESS = 20;
const FAILURES_OF_USER = 50;
const FAILURES_OF_DEVICE = 20;
/** How often a login for a user is still checked after their limit is used up. */
const PACE_MS = 5_000;
/** Logins from a wider network that are checked even then, in line with others. */
const TRIES_IN_LINE = 3;
const LINE_STEP_MS = 100;
/** The last one waits for 15 seconds. */
const LINE_LENGTH = 150;

export type Attempt = {
  purpose: 'login' | 'password-change' | 'claim';
  /** As it was typed. */
  username: string;
  address: string;
  /** The id of a device that has logged in as this user before; null for any other. */
  device: string | null;
};
type Deps = { db: Db; now: () => Date; securityLog: SecurityLog };
type Wait = (milliseconds: number) => Promise<unknown>;
/** What an attempt was counted for, and whether it waits in line, or how many seconds it has to wait. */
type Taken = { counts: [StoredLimit, string][]; isInLine?: boolean } | { refusedForSeconds: number };

/** Failures are answered more and more slowly; strangers' failures slow a user down but lock nobody out. */
export function createLoginThrottle({ db, now, securityLog }: Deps, isOn: boolean, wait: Wait = delay) {
  const limit = (name: string, most: number, withinMs = WINDOW_MS) =>
    createStoredLimit(db, now, { name: `login-${name}`, most, withinMs });
  const byAddress = limit('address', FAILURES_OF_ADDRESS);
  const byUser = limit('user', FAILURES_OF_USER);
  const byNetwork = limit('network', TRIES_IN_LINE);
  const byDevice = limit('device', FAILURES_OF_DEVICE);
  const paceOfUser = limit('pace', 1, PACE_MS);
  const slowness = createLookupDelay(now, isOn);
  const line = createBoundedQueue({ atOnce: 1, waiting: LINE_LENGTH });

  /** Counts before the check, so that many at once cannot slip through. A device that used up its own limit counts as unknown. */
  const take = ({ username, address, device }: Attempt): Taken => {
    if (device && byDevice.secondsToWait(device) === 0) return counted([[byDevice, device]]);
    const network = clientKey(address);
    const refusedForSeconds = byAddress.secondsToWait(network);
    if (refusedForSeconds > 0) return { refusedForSeconds };
    const isFlooded = byUser.secondsToWait(username) > 0;
    // Perhaps the owner on a new device, after a typo or two.
    const isInLine = isFlooded && byNetwork.secondsToWait(clientNetwork(address)) === 0;
    if (isFlooded && !isInLine) {
      const untilNext = paceOfUser.secondsToWait(username);
      if (untilNext > 0) {
        // Refused logins count for the address, too, so nobody can take every turn.
        byAddress.add(network);
        return { refusedForSeconds: untilNext };
      }
      paceOfUser.add(username);
    }
    const taken = counted([
      [byAddress, network],
      [byNetwork, clientNetwork(address)],
      [byUser, username],
    ]);
    return { ...taken, isInLine };
  };
  const slowDown = ({ username, address, device }: Attempt): number =>
    device
      ? slowness.afterMiss(`device ${device}`)
      : Math.max(slowness.afterMiss(address), slowness.afterMiss(`user ${username}`));

  const count = <Result>(work: () => Synchronous<Result>) => unaudited(() => inTransaction(db, work));

  return {
    /** Returns what `check` returns; null is a failure. Throws 429 if the caller has to wait. */
    guard: async <Result>(attempt: Attempt, check: () => Promise<Result | null>): Promise<Result | null> => {
      const taken = isOn ? await count(() => take(attempt)) : { counts: [] };
      if ('refusedForSeconds' in taken) {
        securityLog.refused(attempt);
        throw tooManyRequests(taken.refusedForSeconds);
      }
      const takeBack = async () => {
        if (taken.counts.length === 0) return;
        await count(() => taken.counts.forEach(([counter, key]) => counter.takeBack(key)));
      };
      const inTurn = async () => {
        if ('isInLine' in taken && taken.isInLine) await line(() => wait(LINE_STEP_MS));
        return check();
      };
      const result = await inTurn().catch(async (error: unknown) => {
        await takeBack();
        throw error;
      });
      if (result !== null) await takeBack();
      else {
        securityLog.failed(attempt);
        await wait(slowDown(attempt));
      }
      return result;
    },
  };
}

function counted(counts: [StoredLimit, string][]) {
  for (const [counter, key] of counts) counter.add(key);
  return { counts };
}

const MAX_NAME_LENGTH = 50;

export type SecurityLog = ReturnType<typeof createSecurityLog>;

/** Lines with `"security": true` for monitoring tools, such as fail2ban. Never with a password. */
export function createSecurityLog(log: Log) {
  const security = log.child({ security: true });
  const line = ({ purpose, address, username }: Attempt, end: 'failed' | 'refused') => ({
    event: `${purpose}-${end}`,
    address,
    user: plainName(username),
  });
  return {
    failed: (attempt: Attempt): void => security.warn(line(attempt, 'failed'), 'wrong password'),
    refused: (attempt: Attempt): void => security.warn(line(attempt, 'refused'), 'too many wrong passwords'),
  };
}

/** Control characters could forge lines where a log is shown as text. */
function plainName(typed: string): string {
  return typed.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').slice(0, MAX_NAME_LENGTH);
}

export type BoundedQueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs `atOnce` works at a time and lets `waiting` more wait, then rejects with 503. */
export function createBoundedQueue({ atOnce, waiting }: { atOnce: number; waiting: number }): BoundedQueue {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < atOnce) running += 1;
    else if (queue.length < waiting) await new Promise<void>((start) => queue.push(start));
    else throw busy();
    try {
      return await work();
    } finally {
      // Hands the slot to the next in line, so a new call can't take it.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
