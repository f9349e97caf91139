import type { TaxRate } from '@northlight/shared/catalog/catalog.ts';
import { stateQuestion, type Price, type TaxAddress } from '@northlight/shared/catalog/price.ts';
import type { AppContext } from '../context.ts';
import { badField } from '../../base/errors.ts';
import { shownCatalog } from '../../db/catalogs.ts';
import type { DraftDetails } from '../settlement/draft-store.ts';

/** Throws a 400 that asks for the state which the ZIP code suggests, unless the caller was asked before. */
export function askForState(
  taxes: readonly TaxRate[],
  price: Pick<Price, 'dueTodayCents' | 'recurringCents' | 'terms'>,
  address: TaxAddress & { askedForState?: boolean | undefined },
  field = 'state',
): void {
  const question = address.askedForState ? undefined : stateQuestion(taxes, price, address);
  if (question) throw badField(field, question);
}

/** What is bought for an order or a quote has its address. */
export function askBuyerForState(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  details: Omit<DraftDetails, 'checkoutId'>,
  price: Price,
): void {
  if (details.caseId !== undefined || details.isRequested) return;
  askForState(shownCatalog(db, details.catalogVersion, now()).taxes, price, details);
}
