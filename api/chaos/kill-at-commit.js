// Loaded by `node --import` before the shop. It is JavaScript so that it adds almost nothing to the start
// time.
import Database from 'better-sqlite3';

// "before 7": the seventh commit since the start does not happen.
// "after 7": the seventh commit is durable, but no caller learns about it.
const [when, nth] = (process.env['KILL_AT_COMMIT'] ?? '').split(' ');
const { transaction } = Database.prototype;
let level = 0;
let commits = 0;

/** @param {string} moment */
function barrier(moment) {
  if (when === moment && commits === Number(nth)) process.kill(process.pid, 'SIGKILL');
}

/** @type {typeof transaction} */
Database.prototype.transaction = function (work) {
  const counted = (/** @type {unknown[]} */ ...given) => {
    level += 1;
    try {
      const result = work(...given);
      // Savepoints within a transaction are not commits.
      if (level > 1) return result;
      commits += 1;
      barrier('before');
      // Runs before any promise that waits for this commit, because those are resolved later.
      queueMicrotask(() => barrier('after'));
      return result;
    } finally {
      level -= 1;
    }
  };
  return transaction.call(this, /** @type {typeof work} */ (counted));
};
