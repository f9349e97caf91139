import { hasTerms } from '@northlight/shared/content/field.ts';
import { badField } from '../../base/errors.ts';
import { contentOf, shownCatalog } from '../../db/catalogs.ts';
import type { AppContext } from '../context.ts';
import type { DraftDetails } from '../settlement/draft-store.ts';

const ACCEPT = 'Please accept the terms';

/** Refuses what is bought without the terms that the caller was shown. */
export const termsNotAccepted = (field: string) => badField(field, ACCEPT);

/**
 * The draft with the terms that its buyer accepts, if the page of the buyer has any. Throws a 400 if they were not
 * accepted. Whatever is paid for an order or a quote came after its terms.
 */
export function acceptTerms<Details extends Omit<DraftDetails, 'checkoutId'>>(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  details: Details,
): Details {
  if (details.caseId !== undefined || details.isRequested) return details;
  const { version } = shownCatalog(db, details.catalogVersion, now());
  if (!hasTerms(contentOf(db, version))) return details;
  if (!details.acceptsTerms) throw termsNotAccepted('acceptsTerms');
  return { ...details, acceptedTerms: { version, at: now().toISOString() } };
}
