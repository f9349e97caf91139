import type { Db } from '../../db/client.ts';
import { perDatabase } from '../../db/prepared.ts';
import { onCommit } from '../../db/transaction.ts';

const news = perDatabase(() => ({ isAdded: false }));

/** Something is to be sent once the transaction is committed. */
export const noteAdded = (db: Db): void => void (news(db).isAdded = true);

/** Calls back after each commit that added something to send. So nobody has to tell the outbox, or can forget to. */
export function onAdded(db: Db, wake: () => void): void {
  onCommit(db, () => {
    if (news(db).isAdded) wake();
    news(db).isAdded = false;
  });
}
