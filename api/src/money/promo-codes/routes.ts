import { versionOf } from '../../base/seen-version.ts';
import type { ChangePromoCode } from '@northlight/shared/contracts/promo-codes.ts';
import type { AppContext } from '../context.ts';
import { recordDetail } from '../../db/audit-log.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { notFound, badField } from '../../base/errors.ts';
import { dayIn } from '../../base/business-hours.ts';
import * as promoStore from './promo-store.ts';

const TAKEN = 'There’s already a promo code with this name.';

/** The administrator's promo codes. */
export function promoRoutes(mount: Mount, { db, now, settings }: AppContext): void {
  mount('GET /api/json/promo-codes', () => ({
    success: true,
    linkTo: `${settings.publicUrl}/`,
    today: dayIn(settings.hours, now()),
    codes: promoStore.list(db).map(({ promo, ...figures }) => ({
      ...promo,
      amountOffCents: promo.percentOff === null ? promo.amountOffCents : null,
      version: versionOf(promo),
      ...figures,
    })),
  }));

  mount('POST /api/admin/promo-codes', async ({ body: { code, ...terms } }) => {
    recordDetail({ code, to: terms });
    if (!(await inTransaction(db, () => promoStore.insert(db, rowOf(code, terms)))))
      throw badField('code', TAKEN);
    return { success: true, message: `${code} created` };
  });

  mount(
    'POST /api/admin/promo-codes/:code',
    async ({ params: { code }, body: { version: _version, ...body } }) => {
      recordDetail({ code, from: promoStore.find(db, code), to: body });
      if (!(await inTransaction(db, () => promoStore.update(db, rowOf(code, body))))) throw notFound();
      return { success: true, message: `${code} saved` };
    },
    ({ params: { code } }) => versionOf(existing(db, code)),
  );
}

function existing(db: AppContext['db'], code: string): promoStore.PromoCode {
  const promo = promoStore.find(db, code);
  if (!promo) throw notFound();
  return promo;
}

const rowOf = (code: string, terms: Omit<ChangePromoCode, 'version'>): promoStore.PromoCode => ({
  code,
  ...terms,
  amountOffCents: terms.amountOffCents ?? 0,
});
