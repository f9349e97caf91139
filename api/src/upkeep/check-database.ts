/** A worker thread: checks a database file without blocking the server. Answers with the first problem, or null. */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { findDamage } from '../db/find-damage.ts';

const { file, check } = workerData as { file: string; check: 'quick_check' | 'integrity_check' };
const db = new Database(file, { readonly: true });
try {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(findDamage(db, check));
} finally {
  db.close();
}
