import { sql } from 'drizzle-orm';
import type { Cents } from '@northlight/shared/catalog/money.ts';
import type { Price } from '@northlight/shared/catalog/price.ts';
import type { Db } from '../../db/client.ts';
import { eachGiven, oneBy, prepared } from '../../db/prepared.ts';
import { checkoutDrafts, type Consent } from '../../db/schema/payments.ts';

export type DraftDetails = typeof checkoutDrafts.$inferSelect.details;
export type Draft = { details: DraftDetails; price: Price; consent: Consent | null };

export const find = oneBy(checkoutDrafts, 'id');

const putStatement = prepared((db, given) =>
  db
    .insert(checkoutDrafts)
    .values({
      ...eachGiven('id', 'details', 'price', 'consent', 'claimedAmountCents'),
      createdAt: given('now'),
      updatedAt: given('now'),
    })
    .onConflictDoUpdate({
      target: checkoutDrafts.id,
      set: {
        details: sql`excluded.details`,
        price: sql`excluded.price`,
        consent: sql`excluded.consent`,
        claimedAmountCents: sql`excluded.claimed_amount_cents`,
        updatedAt: sql`excluded.updated_at`,
      },
    }),
);

export function put(db: Db, draft: Draft, claimedAmountCents: Cents, now: Date): void {
  putStatement(db).run({ ...draft, id: draft.details.checkoutId, claimedAmountCents, now });
}
