import { eq } from 'drizzle-orm';
import type { Db } from './client.ts';
import { mailFolders } from './schema/server.ts';

/** How far a folder of the mailbox was read. */
export type FolderState = typeof mailFolders.$inferSelect;

/** Undefined if it was never opened. */
export const folderState = (db: Db, folder: string): FolderState | undefined =>
  db.select().from(mailFolders).where(eq(mailFolders.folder, folder)).get();

/** Call it inside a transaction. */
export function keepFolderState(db: Db, state: FolderState): void {
  db.insert(mailFolders).values(state).onConflictDoUpdate({ target: mailFolders.folder, set: state }).run();
}
