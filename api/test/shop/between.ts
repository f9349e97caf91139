import { testDatabase } from './test-app.ts';

/**
 * A database in which something happens between the checks of a call and its transaction, as it does when the call
 * waits for another one to be stored.
 */
export function databaseWithWait() {
  const db = testDatabase();
  let waiting: (() => void)[] = [];
  const prepare = db.$client.prepare.bind(db.$client);
  // Each transaction begins with the same statement.
  db.$client.prepare = ((source: string) => {
    const statement = prepare(source);
    if (source !== 'BEGIN IMMEDIATE') return statement;
    const run = () => {
      waiting.shift()?.();
      return statement.run();
    };
    return { run };
  }) as typeof db.$client.prepare;
  return {
    db,
    /** Does it before the next transaction, or before the one after as many others. */
    beforeNext: (act: () => void, others = 0) => {
      waiting = [...Array.from({ length: others }, () => () => {}), act];
    },
    hasHappened: () => waiting.length === 0,
  };
}
