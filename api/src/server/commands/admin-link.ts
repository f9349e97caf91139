/**
 * `northlight shop admin [USERNAME] [--without-factor]`: prints a link with which somebody who lost a password sets a new
 * one, or with which the first owner claims the shop. Works while the server runs and while it is stopped.
 */
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { commandName } from '../../base/command-name.ts';
import type { Env } from '../../base/settings/env.ts';
import { appendAudit } from '../../db/audit-log.ts';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { removeFactors } from '../../people/session/factor-store.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import { createFirstAdmin, unclaimed } from '../../people/session/first-admin.ts';
import { createPasswords } from '../../people/session/passwords.ts';
import { invitationLink, newInvitation, PASSWORD_LINK_MINUTES } from '../../people/team/invitations.ts';
import { openShop, runCommand } from './open-shop.ts';

const WORD = 'REMOVE';
const now = () => new Date();

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { 'without-factor': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const { env, db } = openShop();
  try {
    await createFirstAdmin({ db, settings: env, passwords: createPasswords(), now });
    const first = unclaimed({ db, settings: env });
    if (first) return await printClaim(db, env, first);
    const person = chosen(db, positionals[0]?.trim());
    const removes = values['without-factor'];
    if (removes && !(await agrees(person.username))) throw new Error('Nothing was changed.');
    console.log(await newLink(db, env, person, removes));
  } finally {
    db.$client.close();
  }
});

async function printClaim(
  db: Db,
  { publicUrl }: Env,
  { code, admin }: NonNullable<ReturnType<typeof unclaimed>>,
): Promise<void> {
  const entry = { adminId: null, who: admin.username, address: '', action: 'admin-link-printed' };
  await inTransaction(db, () => appendAudit(db, entry, now()));
  console.log(`This shop has no owner yet. Claim it at ${publicUrl}/admin-login#claim=${code}`);
}

/** The person who was named, or the only owner. */
function chosen(db: Db, username: string | undefined): adminStore.Listed {
  const people = adminStore.all(db);
  const owners = people.filter(({ role }) => role === 'owner');
  const active = owners.filter(({ isActive }) => isActive);
  const candidates = active.length > 0 ? active : owners;
  const person = username
    ? people.find((one) => one.username === username)
    : candidates.length === 1
      ? candidates[0]
      : undefined;
  const names = candidates.map((one) => one.username).join(', ');
  if (username && !person) throw new Error(`Nobody is named ${username}. The owners are: ${names}.`);
  if (!person)
    throw new Error(
      `There are several owners: ${names}. Name one, for example: ${commandName('admin', candidates[0]?.username ?? '')}`,
    );
  const mayReactivate = person.role === 'owner' && active.length === 0;
  if (!person.isActive && !mayReactivate)
    throw new Error(
      `${person.username} isn’t active. An owner can change that under Settings, People: ${names}.`,
    );
  return person;
}

/** Asked by word, because afterwards the password alone opens the account. */
async function agrees(username: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  const question = `This removes the authenticator app, the passkeys, and the recovery codes of ${username}. Type ${WORD} to continue: `;
  const answer = await Promise.race([terminal.question(question), ended]);
  terminal.close();
  return answer.trim() === WORD;
}

function newLink(db: Db, env: Env, { id }: adminStore.Listed, removesFactors: boolean): Promise<string> {
  return inTransaction(db, () => {
    adminStore.update(db, id, { isActive: true, ...newInvitation(now()) }, now());
    if (removesFactors) {
      adminStore.update(db, id, { totpSecret: null, totpStep: null }, now());
      removeFactors(db, id);
    }
    const person = adminStore.byId(db, id);
    if (!person) throw new Error('This person is gone.');
    const detail = { withoutFactor: removesFactors };
    const action = 'admin-link-printed';
    appendAudit(db, { adminId: null, who: person.username, address: '', action, detail }, now());
    const factors = removesFactors
      ? 'The second factors are removed.'
      : person.hasFactor
        ? `The link also asks for the second factor. If it is lost: ${commandName('admin', person.username, '--without-factor')}`
        : '';
    return [
      `Open this link to set a new password for ${person.username}. It works once, for ${PASSWORD_LINK_MINUTES} minutes.`,
      invitationLink(env, person, 0),
      factors,
    ]
      .filter(Boolean)
      .join('\n');
  });
}
