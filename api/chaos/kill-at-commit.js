// Loaded by `node --import` before the shop. It is JavaScript so that it adds almost nothing to the start
// time.
import Database from 'better-sqlite3';

// "before 7": the seventh commit since the start does not happen.
// "after 7": the seventh commit is durable, but no caller learns about it.
const [when, nth] = (process.env['KILL_AT_COMMIT'] ?? '').split(' ');
/** @type {(this: Database.Database, source: string) => Database.Statement<unknown[]>} */
const prepare = Database.prototype.prepare;
let commits = 0;

/** @param {string} moment */
function barrier(moment) {
  if (when === moment && commits === Number(nth)) process.kill(process.pid, 'SIGKILL');
}

Database.prototype.prepare = /** @type {typeof Database.prototype.prepare} */ (
  /** @this {Database.Database} @param {string} source */
  function (source) {
    const statement = prepare.call(this, source);
    if (source !== 'COMMIT') return statement;
    const run = statement.run.bind(statement);
    statement.run = () => {
      commits += 1;
      barrier('before');
      const result = run();
      // Before any promise that waits for this commit, because those are resolved later.
      barrier('after');
      return result;
    };
    return statement;
  }
);
