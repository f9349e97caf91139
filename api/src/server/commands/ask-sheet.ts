import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CONNECTIONS } from '../../base/settings/connections.ts';
import { SHEET_LABELS } from '../../operations/backups/sheet.ts';

/** What a restore needs. The store's secret key is on no sheet. */
const ASKED = {
  to: `${SHEET_LABELS.to}, such as s3://bucket/shop or a folder`,
  endpoint: `${SHEET_LABELS.endpoint}, such as https://s3.example.com (press Enter if there is none)`,
  region: `${SHEET_LABELS.region} (press Enter if there is none)`,
  accessKeyId: SHEET_LABELS.accessKeyId,
  secretAccessKey: 'Secret key of the store (not on the sheet; your store can make a new one)',
  key: SHEET_LABELS.key,
} as const;
type Name = keyof typeof ASKED;

/** What is asked only for a store, and not for a folder. */
const OF_STORES: ReadonlySet<Name> = new Set(['endpoint', 'region', 'accessKeyId', 'secretAccessKey']);

/** Asked even with a sheet: most stores show a secret key only once, so there may be a new pair. */
const PAIR: ReadonlySet<Name> = new Set(['accessKeyId', 'secretAccessKey']);

/**
 * The variables for a restore, from the text of a recovery sheet, and from the keyboard the keys of the store. Without a sheet,
 * asks for all of it.
 */
export async function askSheet(sheet: string): Promise<Record<string, string>> {
  const onSheet = (name: Exclude<Name, 'secretAccessKey'>): string =>
    new RegExp(`^${SHEET_LABELS[name]}:[ \\t]*(.*?)\\s*$`, 'm').exec(sheet)?.[1] ?? '';
  const answers: Partial<Record<Name, string>> = {};
  const keyboard = openKeyboard();
  try {
    for (const [name, question] of Object.entries(ASKED) as [Name, string][]) {
      if (OF_STORES.has(name) && !answers.to?.startsWith('s3://')) continue;
      const known = name === 'secretAccessKey' ? '' : onSheet(name);
      const hint = known ? ' (press Enter for the one on the sheet)' : '';
      const typed = sheet && !PAIR.has(name) ? '' : (await keyboard.ask(question + hint, name)).trim();
      answers[name] = typed || known;
      if (PAIR.has(name) && !answers[name]) throw unanswered(question);
    }
  } finally {
    keyboard.close();
  }
  if (!answers.to)
    throw new Error(`There is no place for backups. ${SHEET_LABELS.to} is on the recovery sheet.`);
  return Object.fromEntries(
    (Object.entries(answers) as [Name, string][]).map(([name, value]) => [variableOf(name), value]),
  );
}

function variableOf(name: Name): string {
  const setting = CONNECTIONS.backups.settings[name];
  if (!setting?.env) throw new Error(`Backups have no variable for ${name}.`);
  return setting.env;
}

const unanswered = (question: string) => new Error(`It needs an answer: ${question}.`);

/** Secrets are not shown while they are typed. */
function openKeyboard() {
  let isHidden = false;
  const output = new Writable({
    write(chunk, _, done) {
      if (!isHidden) process.stdout.write(chunk);
      done();
    },
  });
  const keyboard = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
  const lines = keyboard[Symbol.asyncIterator]();
  return {
    async ask(question: string, name: Name): Promise<string> {
      process.stdout.write(`${question}: `);
      isHidden = name === 'secretAccessKey' || name === 'key';
      const { value, done } = await lines.next();
      if (isHidden && process.stdin.isTTY) process.stdout.write('\n');
      isHidden = false;
      if (done) throw unanswered(question);
      return value;
    },
    close: () => keyboard.close(),
  };
}
