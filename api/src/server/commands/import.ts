/**
 * `pnpm run import FILE`: says what an import of a CSV file would do with each row. With `--run`, it does it; with
 * `--skip-refused`, even if some rows are refused. `--undo ID` removes what an import added. The server may be running.
 */
import { commandName, inShell, typedName } from '../../base/command-name.ts';
import { readFileSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { decodeText, MAX_IMPORT_BYTES, type Fate } from '@northlight/shared/contracts/import.ts';
import { appendAudit } from '../../db/audit-log.ts';
import { inTransaction } from '../../db/transaction.ts';
import { createProviders } from '../../money/payments/providers.ts';
import { checkImport, runImport } from '../../operations/import/run-import.ts';
import { undoImport } from '../../operations/import/undo-import.ts';
import { importWords, undoWords } from '../../operations/import/words.ts';
import { openShop, runCommand } from './open-shop.ts';

const now = () => new Date();
const HOW_TO = `Name a file, for example: ${commandName('import', 'customers.csv')}. Add --run to import it, or use --undo ID.`;
const WORDS: Record<Fate['fate'], string> = { add: 'add', exists: 'there', refused: 'REFUSED' };

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      run: { type: 'boolean', default: false },
      'skip-refused': { type: 'boolean', default: false },
      undo: { type: 'string' },
    },
  });
  const [file, ...others] = positionals;
  if (others.length > 0 || (file === undefined) === (values.undo === undefined)) throw new Error(HOW_TO);
  const { env, db } = openShop();
  const audit = (action: string) =>
    appendAudit(db, { adminId: null, who: 'command', address: '', action }, now());
  try {
    if (values.undo !== undefined) {
      const undone = await inTransaction(db, () => {
        const found = undoImport(db, Number(values.undo));
        if (!found)
          throw new Error(`There is no import ${values.undo}. Its number was printed when it was made.`);
        audit('import-undone');
        return found;
      });
      console.log(`${undoWords(undone)}.`);
      return;
    }
    const { name, text } = readFile(file ?? '');
    const context = { db, settings: env, now, providers: createProviders(env, db, now, now) };
    if (values.run) {
      const run = { name, text, adminId: null, skipsRefused: values['skip-refused'] };
      const { id, counts } = await runImport(context, run, () => audit('imported'));
      console.log(`${importWords(counts)}. To take it back: ${commandName('import', '--undo', String(id))}`);
      return;
    }
    const { fates, counts, unread } = await checkImport(context, { text });
    for (const { line, kind, who, fate, why } of fates)
      console.log([`line ${line}`.padEnd(10), WORDS[fate].padEnd(8), kind.padEnd(12), who, why].join(' '));
    if (unread.length > 0) console.log(`\nColumns that Northlight doesn’t know: ${unread.join(', ')}`);
    const { add, exists, refused } = counts;
    console.log(`\nTo add: ${add}. Already there: ${exists}. Refused: ${refused}. Nothing was changed.`);
    if (add > 0)
      console.log(
        `To import: ${commandName('import', inShell(typedName(file ?? '')), '--run', ...(refused ? ['--skip-refused'] : []))}`,
      );
  } finally {
    db.$client.close();
  }
});

function readFile(path: string): { name: string; text: string } {
  // pnpm starts commands in the shop's folder.
  const file = resolve(process.env['INIT_CWD'] ?? '.', path);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new Error(`There is no file ${typedName(file)}.`);
  const bytes = readFileSync(file);
  if (bytes.length > MAX_IMPORT_BYTES) throw new Error('The file is larger than 5 MB. Split it.');
  return { name: basename(file), text: decodeText(bytes) };
}
