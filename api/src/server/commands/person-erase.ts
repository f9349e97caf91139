/** `pnpm person:erase EMAIL`: erases a person. Orders stay with their numbers and amounts. */
import { appendAudit } from '../../db/audit-log.ts';
import { inTransaction } from '../../db/transaction.ts';
import { erasePerson } from '../../privacy/erase-person.ts';
import { openShop, runCommand } from './open-shop.ts';

const now = () => new Date();

await runCommand(async () => {
  process.umask(0o077);
  const [email] = process.argv.slice(2);
  if (!email?.includes('@'))
    throw new Error('Enter an email address, for example: pnpm person:erase ada@example.com');
  const { env, db } = openShop();
  const erased = await erasePerson({ db, settings: env, now }, email);
  if (!erased) throw new Error(`Nothing is stored about ${email}.`);
  await inTransaction(db, () =>
    appendAudit(
      db,
      { adminId: null, who: 'command', address: '', action: 'person-erased', record: null, detail: null },
      now(),
    ),
  );
  const { orders, forms, files, emails } = erased;
  console.log(
    `Erased. Forms: ${forms}, files: ${files}, emails: ${emails}. Orders that stay in the books without a name: ${orders}.`,
  );
  console.log(
    'Existing backups keep this person’s data until they expire. If you restore one, erase the person again.',
  );
  console.log('Also delete the person at Stripe, PayPal, and Mailchimp if you use them.');
  db.$client.close();
});
