// Loaded by `node --import` before the shop. It is JavaScript so that it adds almost nothing to the start
// time.
import Database from 'better-sqlite3';

// "before 7": the seventh commit since the start does not happen.
// "after 7": the seventh commit is durable, but no caller learns about it.
const [when, nth] = (process.env['KILL_AT_COMMIT'] ?? '').split(' ');
const { prepare } = Database.prototype;
let commits = 0;

/** @param {string} moment */
function barrier(moment) {
  if (when === moment && commits === Number(nth)) process.kill(process.pid, 'SIGKILL');
}

/** @type {typeof prepare} */
Database.prototype.prepare = function (source) {
  const statement = prepare.call(this, source);
  if (source !== 'COMMIT') return statement;
  const { run } = statement;
  statement.run = () => {
    commits += 1;
    barrier('before');
    const result = run.call(statement);
    // Before any promise that waits for this commit, because those are resolved later.
    barrier('after');
    return result;
  };
  return statement;
};
