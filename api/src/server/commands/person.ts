/**
 * `pnpm person:export EMAIL` saves everything about a person as a tar archive in the current folder. `pnpm person:erase EMAIL`
 * erases them; their orders stay with their numbers and amounts.
 */
import { commandName } from '../../base/command-name.ts';
import { constants } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { appendAudit } from '../../db/audit-log.ts';
import { inTransaction } from '../../db/transaction.ts';
import { erasePerson } from '../../privacy/erase-person.ts';
import { exportPerson } from '../../privacy/export-person.ts';
import { openShop, runCommand } from './open-shop.ts';

const now = () => new Date();

await runCommand(async () => {
  process.umask(0o077);
  const [what, email] = process.argv.slice(2);
  if (what !== 'export' && what !== 'erase') throw new Error('Enter export or erase, and an email address.');
  if (!email?.includes('@'))
    throw new Error(
      `Enter an email address, for example: ${commandName(`person-${what}`, 'ada@example.com')}`,
    );
  const { env, db } = openShop();
  const context = { db, settings: env, now };
  const unknown = () => new Error(`Nothing is stored about ${email}.`);
  if (what === 'export') {
    const archive = await exportPerson(context, email);
    if (!archive) throw unknown();
    const name = `person-${now().toISOString().slice(0, 10)}.tar`;
    const target = resolve(process.env['INIT_CWD'] ?? '.', name);
    try {
      await copyFile(archive, target, constants.COPYFILE_EXCL);
    } finally {
      await rm(dirname(archive), { recursive: true });
    }
    console.log(`Saved as ${target}.`);
  } else {
    const erased = await erasePerson(context, email);
    if (!erased) throw unknown();
    const entry = { adminId: null, who: 'command', address: '', action: 'person-erased' };
    await inTransaction(db, () => appendAudit(db, entry, now()));
    const { orders, forms, files, emails } = erased;
    console.log(
      `Erased. Forms: ${forms}, files: ${files}, emails: ${emails}. Orders that stay in the books without a name: ${orders}.`,
    );
    console.log(
      'Existing backups keep this person’s data until they expire. If you restore one, erase the person again.',
    );
    console.log('Also delete the person at Stripe, PayPal, and Mailchimp if you use them.');
  }
  db.$client.close();
});
