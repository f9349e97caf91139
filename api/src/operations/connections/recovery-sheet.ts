import { isFixed, variablesOf } from '../../base/settings/connections.ts';
import { type Env, parseEnv } from '../../base/settings/env.ts';
import { badField, conflict, notLoggedIn } from '../../base/errors.ts';
import { unaudited } from '../../db/audit-log.ts';
import * as store from '../../db/connection-store.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import type { AppContext } from '../../money/context.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import { deviceIdOf } from '../../people/session/logins.ts';
import { adminIdOf } from '../../people/session/session.ts';
import { SHEET_LABELS } from '../backups/sheet.ts';

/** Where the program comes from, if whoever installed it said so. */
const SOURCE = process.env['NORTHLIGHT_SOURCE'] ?? 'https://git.example.com/northlight.git';

/** What brings the shop back on another machine. It has the key of the backups, so the password is asked for again. */
export function recoverySheetRoutes(mount: Mount, context: AppContext, env: Env): void {
  const { db, now, settings, limits, passwords } = context;

  mount('POST /api/json/recovery-sheet', async ({ body: { password }, ctx }) => {
    const person = adminStore.byId(db, adminIdOf(ctx));
    if (!person) throw notLoggedIn();
    const { username } = person;
    const attempt = { purpose: 'password-change' as const, username, address: ctx.ip };
    const isRight = await unaudited(() =>
      limits.login.guard({ ...attempt, device: deviceIdOf(settings, ctx, person) }, async () =>
        (await passwords.isRight(password, person.password)) ? true : null,
      ),
    );
    if (!isRight) throw badField('password', 'This isn’t your password.');
    const text = sheetOf(context, env, now());
    // Writes the entry of the audit log.
    await inTransaction(db, () => {});
    return { success: true, name: 'recovery-sheet.txt', text };
  });
}

function sheetOf({ db, settings }: AppContext, env: Env, at: Date): string {
  const stored = store.storedOf(settings.secret, store.rowOf(db, 'backups'));
  const variables = isFixed(env, 'backups')
    ? env.variables
    : stored?.values && variablesOf('backups', store.plainValues(stored.values));
  const { to } = parseEnv({ DATA_DIR: settings.dataDir, ...variables }).backup;
  if (!to)
    throw conflict('no_backups', 'There is no place for backups yet, or it can’t be read. Connect it first.');
  const isStore = 's3' in to;
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: settings.hours.timeZone });
  const values: Record<keyof typeof SHEET_LABELS, string | undefined> = {
    address: settings.publicUrl,
    to: variables?.['BACKUP_TO'],
    endpoint: isStore ? to.s3.endpoint.replace(/\/[^/]*$/, '') : undefined,
    region: isStore ? to.s3.region : undefined,
    accessKeyId: isStore ? to.s3.accessKeyId : undefined,
    key: variables?.['BACKUP_KEY'],
  };
  const lines = (Object.keys(values) as (keyof typeof values)[]).flatMap((name) =>
    values[name] ? [`${SHEET_LABELS[name]}: ${values[name]}`] : [],
  );
  return `Recovery sheet of ${settings.business.name}
Made on ${day.format(at)}

Print it, or keep it in a password manager, but not on the shop’s machine.
Anyone who has it ${isStore ? 'and a key of the store ' : ''}can read every backup.

${lines.join('\n')}

${
  isStore
    ? 'Secret key of the store: not on this sheet. Your store can make a new one, with a\nnew key ID. Then enter that key ID instead of the one above.'
    : 'The place is a folder, so bring its disk to the new machine first.'
}
${values.key ? '' : '\nThese backups are not encrypted.\n'}
If the shop’s machine is lost
-----------------------------
1. Get an empty machine with Debian 12 or 13, and point the domain at it.
2. Log in to it as root, and type:

   apt-get update && apt-get install --yes git
   git clone ${SOURCE} northlight
   northlight/deploy/install --restore

3. It asks for what is above${isStore ? ', and for the secret key of the store' : ''}. Or copy this sheet
   to the machine as a file, and type:

   northlight/deploy/install --restore recovery-sheet.txt
${isStore ? '\n   It asks only for the key ID, where Enter keeps the one above, and the secret key.\n' : ''}`;
}
