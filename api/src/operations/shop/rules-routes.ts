import { RULE_VARIABLES, type Rules } from '@northlight/shared/contracts/rules.ts';
import { badInput } from '../../base/errors.ts';
import { recordDetail } from '../../db/audit-log.ts';
import { onServer, rulesOf } from '../../db/rules.ts';
import { readShopSettings, saveShopSettings } from '../../db/shop-settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { rebuildPages, type ShopContext } from './publish.ts';
import { adminIdOf } from '../../people/session/session.ts';

export function rulesRoutes(mount: Mount, context: ShopContext): void {
  const { db, settings, now } = context;
  mount('GET /api/json/rules', () => ({
    success: true,
    ...rulesOf(settings, db),
    onServer: onServer(settings),
  }));

  mount('POST /api/admin/rules', async ({ body, ctx }) => {
    const fixed = onServer(settings).find((name) => body[name] !== undefined);
    if (fixed) {
      const message = `${RULE_VARIABLES[fixed]} is set on the server, which is stronger.`;
      throw badInput(message, { [fixed]: [message] });
    }
    await inTransaction(db, () => {
      const before: Partial<Rules> = rulesOf(settings, db);
      const from = Object.fromEntries(Object.keys(body).map((name) => [name, before[name as keyof Rules]]));
      recordDetail({ from, to: body });
      const rules = { ...readShopSettings(db).rules, ...body };
      saveShopSettings(db, { rules }, adminIdOf(ctx), now());
    });
    // Whoever holds the settings reads what counts now.
    Object.assign(settings, rulesOf(settings, db));
    rebuildPages(context);
    return { success: true, message: 'Saved' };
  });
}
