import { sql } from 'drizzle-orm';
import type { AppContext } from '../../money/context.ts';
import { writeTest } from '../../db/schema/server.ts';
import { storageFault } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import * as upkeepStore from '../../db/upkeep-store.ts';

/** About as much as an order with its search words. A smaller write can succeed on a nearly full disk. */
const BYTES = 64 * 1024;
/** Anyone can ask, and every test waits for the disk. */
const VALID_MS = 2_000;

/** Thrown to undo the trial order. */
const UNDO = new Error('undone');

/**
 * Tells why no order can be stored, or null when all is well. Makes a real write, at most every two seconds, and runs
 * `tryOrder` in a transaction that is then undone.
 */
export function createWriteTest(
  { db, log, now }: Pick<AppContext, 'db' | 'log' | 'now'>,
  tryOrder: () => void,
) {
  let testedAt = -Infinity;
  let result: Promise<string | null> = Promise.resolve(null);

  async function test(): Promise<string | null> {
    try {
      // `randomblob`, because a file system that compresses would store zeros in no space.
      await inTransaction(
        db,
        () => void db.run(sql`INSERT OR REPLACE INTO ${writeTest} VALUES (1, randomblob(${BYTES}))`),
      );
      await inTransaction(db, () => {
        tryOrder();
        throw UNDO;
      }).catch((error: unknown) => {
        if (error !== UNDO) throw error;
      });
    } catch (error) {
      log.error({ err: error }, 'the health check could not store an order');
      return storageFault(error) ?? `the database refuses them (${reasonOf(error)})`;
    }
    return upkeepStore.read(db, 'database check')?.failure ?? null;
  }

  return (): Promise<string | null> => {
    const time = now().getTime();
    if (Math.abs(time - testedAt) < VALID_MS) return result;
    testedAt = time;
    result = test();
    return result;
  };
}

/** In SQLite’s words, which name no customer. Drizzle puts them into an error of its own. */
function reasonOf(error: unknown): string {
  const { cause, message } = Object(error);
  return cause ? reasonOf(cause) : String(message);
}
