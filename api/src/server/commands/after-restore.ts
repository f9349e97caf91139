import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { commandName } from '../../base/command-name.ts';
import { projectRoot } from '../../base/paths.ts';
import { runScript } from '../../base/run-script.ts';
import { readEnv } from '../../base/settings/env.ts';
import { settingsOf } from '../../db/connection-store.ts';
import { rulesOf } from '../../db/rules.ts';
import { currentBuild } from '../../http/middleware/site-builds.ts';
import type { Restored } from '../../operations/backups/restore-backup.ts';
import { openShopDatabase } from '../../operations/open-database.ts';
import { writeShopFile } from '../../operations/shop/publish.ts';
import { BUILD_SCRIPT } from '../../operations/shop/site-builder.ts';
import * as adminStore from '../../people/session/admin-store.ts';

/** Says what was restored, and builds its pages before the shop starts, if this account may. */
export async function afterRestore(restored: Restored): Promise<void> {
  // With the secret of the restored shop.
  const env = readEnv();
  const db = openShopDatabase(env);
  const settings = { ...settingsOf(db, env).env, ...rulesOf(env, db) };
  const owners = adminStore.all(db).filter(({ role, isActive }) => role === 'owner' && isActive);
  writeShopFile({ db, settings, serverEnv: env });
  db.$client.close();
  tell(restored, settings.publicUrl, owners.map(({ username }) => username).join(', '));
  const builds = join(projectRoot, 'site/dist');
  if (!currentBuild(builds)) return;
  console.log('Building the pages…');
  try {
    accessSync(builds, constants.W_OK);
    await runScript(BUILD_SCRIPT, [], { env: { ...process.env, DATA_DIR: env.dataDir } });
  } catch (error) {
    const [reason = ''] = String(Object(error).message).split('\n');
    console.log(`They could not be built now, so the shop builds them when it starts. ${reason}`);
  }
}

function tell(restored: Restored, address: string, owners: string): void {
  const { orders, lastOrder, nextOrder, kept, waits, erased } = restored;
  console.log(
    `Restored ${orders} ${orders === 1 ? 'order' : 'orders'}.${lastOrder ? ` The last one is ${lastOrder}.` : ''} The next one will be ${nextOrder}.`,
  );
  console.log(`Address: ${address}. Owner: ${owners || 'nobody yet'}.`);
  console.log(`The previous contents of the data folder are in ${kept}.`);
  const again = `Erase them again: ${commandName('person-erase', 'EMAIL')}`;
  if (!erased) console.log(`A backup also brings back people who were erased since it was made. ${again}`);
  else if (erased.length > 0)
    console.log(
      `People who were erased since the backup was made are back, with these orders: ${erased.join(', ')}. ${again}`,
    );
  if (waits)
    console.log(
      `This shop takes real money, and its old machine may still run. So the checkout is closed, and emails, recurring payments, webhooks, and backups wait until an owner logs in and says that the old machine is off. A link to set a new password: ${commandName('admin')}`,
    );
}
