// Loaded by `node --import` before the shop: JavaScript, so that it costs the start next to nothing.
import Database from 'better-sqlite3';

// "before 7": the seventh commit since the start does not happen. "after 7": it is durable, and nobody hears of it.
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
      // Savepoints within a transaction are no commits.
      if (level > 1) return result;
      commits += 1;
      barrier('before');
      // Before any promise that waits for this commit is heard: theirs are resolved after it.
      queueMicrotask(() => barrier('after'));
      return result;
    } finally {
      level -= 1;
    }
  };
  return transaction.call(this, /** @type {typeof work} */ (counted));
};
