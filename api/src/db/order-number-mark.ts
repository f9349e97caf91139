import { openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq, lt } from 'drizzle-orm';
import type { Db } from './client.ts';
import { ORDER_COUNTER } from './next-number.ts';
import { prepared } from './prepared.ts';
import { sequenceCounter } from './schema/orders.ts';
import { onCommit } from './transaction.ts';

// The highest order number is also kept outside the database. A restored older database would otherwise
// give out numbers that customers already have.

const counter = prepared((db) =>
  db
    .select({ value: sequenceCounter.currentValue })
    .from(sequenceCounter)
    .where(eq(sequenceCounter.name, ORDER_COUNTER)),
);

export const markFile = (dataDir: string): string => join(dataDir, 'highest-order-number');

/** The highest number that was given out, or null if the file does not exist or has no number. */
export function readMark(dataDir: string): number | null {
  try {
    return Number(/^[1-9]\d{4,14}$/.exec(readFileSync(markFile(dataDir), 'utf8').trim())?.[0]) || null;
  } catch {
    return null;
  }
}

/** Continues after the highest number, and writes down every higher one after its commit. */
export function keepMark(db: Db, dataDir: string): void {
  const mark = readMark(dataDir);
  if (mark !== null) {
    db.update(sequenceCounter)
      .set({ currentValue: mark })
      .where(and(eq(sequenceCounter.name, ORDER_COUNTER), lt(sequenceCounter.currentValue, mark)))
      .run();
  }
  const file = openSync(markFile(dataDir), mark === null ? 'w' : 'r+');
  let written = 0;
  const write = (): void => {
    const value = counter(db).get()?.value ?? 0;
    if (value === written) return;
    // In place, in a few microseconds: numbers only grow, and a full disk has room for these bytes.
    writeSync(file, `${value}\n`, 0);
    written = value;
  };
  write();
  onCommit(db, () => {
    try {
      write();
    } catch {
      // The database has the number. The next commit tries again.
    }
  });
}
