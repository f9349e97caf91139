import { DEFAULT_CATALOG } from '@northlight/shared/catalog/default-catalog.ts';
import { OWN_FACTS, SAMPLE_BUSINESS } from '@northlight/shared/catalog/sample-business.ts';
import type { Sample } from '@northlight/shared/contracts/samples.ts';
import type { ShopValues } from '@northlight/shared/contracts/shop.ts';
import { dayIn } from '../../base/business-hours.ts';
import { badInput, conflict, notFound } from '../../base/errors.ts';
import { recordDetail } from '../../db/audit-log.ts';
import { SAMPLE_PROMO, samplesOf } from '../../db/samples.ts';
import { readShopSettings, saveShopSettings } from '../../db/shop-settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import * as promoStore from '../../money/promo-codes/promo-store.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import { adminIdOf } from '../../people/session/session.ts';
import { rebuildPages, type ShopContext } from './publish.ts';
import { problemsOf } from './shop-values.ts';
import * as store from './version-store.ts';

const DONE = { keep: 'Kept', remove: 'Removed', undo: 'Undone' };

/** What the shop came with: which of it is left, and what an owner decides about it. */
export function sampleRoutes(mount: Mount, context: ShopContext): void {
  const { db, now, serverBusiness } = context;
  mount('GET /api/json/samples', () => ({ success: true, samples: samplesOf(db, serverBusiness) }));

  mount('POST /api/json/samples', async ({ body: { ids, action }, ctx }) => {
    const adminId = adminIdOf(ctx);
    await inTransaction(db, () => {
      const all = samplesOf(db, serverBusiness);
      const chosen = ids.map((id) => all.find((sample) => sample.id === id) ?? missing());
      const refused = chosen.find(
        ({ canKeep, canRemove }) => (action === 'keep' && !canKeep) || (action === 'remove' && !canRemove),
      );
      if (refused) throw badInput(`${refused.label} can’t be ${action === 'keep' ? 'kept' : 'removed'}.`);
      recordDetail({ action, samples: chosen.map(({ label }) => label) });
      const samples = { ...readShopSettings(db).samples };
      const person = adminStore.byId(db, adminId);
      for (const { id } of chosen)
        if (action === 'undo') delete samples[id];
        else samples[id] = { action, by: person ? adminStore.nameOf(person) : '', at: now().getTime() };
      saveShopSettings(db, { samples }, adminId, now());
      // What was kept is as it was.
      const changed = action === 'keep' ? [] : chosen.filter(({ state }) => state !== 'kept');
      if (changed.some(({ id }) => id === 'promo')) {
        const promo = promoStore.find(db, SAMPLE_PROMO.code) ?? missing();
        promoStore.update(db, { ...promo, isActive: action === 'undo' });
      }
      publish(context, changed, action === 'undo', adminId);
    });
    // Of testimonials.
    rebuildPages(context);
    return { success: true, message: DONE[action] };
  });
}

function missing(): never {
  throw notFound();
}

/** Publishes the shop without these samples, or with them again. */
function publish(context: ShopContext, samples: readonly Sample[], isBack: boolean, adminId: number): void {
  const { db, now, settings, serverBusiness } = context;
  const facts = OWN_FACTS.filter((fact) => samples.some(({ id }) => id === fact));
  const hasTax = samples.some(({ id }) => id === 'tax');
  if (facts.length === 0 && !hasTax) return;
  const before = store.newest(db);
  if (before.state !== 'published' && before.state !== 'publishing')
    throw conflict(
      'shop_changed',
      'The shop has unpublished changes. Publish or discard them first, at the end of Settings, Shop.',
    );
  const business = {
    ...(before.values.business ?? serverBusiness),
    ...Object.fromEntries(facts.map((fact) => [fact, isBack ? SAMPLE_BUSINESS[fact] : ''])),
  };
  const values: ShopValues = {
    ...before.values,
    ...(hasTax && { taxes: isBack ? DEFAULT_CATALOG.taxes : [] }),
    ...(facts.length > 0 && { business }),
  };
  const today = dayIn(settings.hours, now());
  const problems = problemsOf(values, { before: before.values, today, serverBusiness });
  const [first] = Object.values(problems);
  if (first?.[0]) throw badInput(first[0], problems);
  store.add(db, { values, state: 'publishing', adminId, createdAt: now() });
}
