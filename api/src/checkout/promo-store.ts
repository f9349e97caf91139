import { and, eq, sql } from 'drizzle-orm';
import type { Promo } from '@northlight/shared/catalogue/quote.ts';
import type { Db } from '../db/client.ts';
import { perDatabase } from '../db/per-database.ts';
import { promoCodes } from '../db/schema.ts';

// Promo codes are only in the database, so no shipped script reveals them.

const findStatement = perDatabase((db) =>
  db
    .select({ code: promoCodes.code, amountOffCents: promoCodes.amountOffCents })
    .from(promoCodes)
    .where(and(eq(promoCodes.code, sql.placeholder('code')), eq(promoCodes.isActive, true)))
    .prepare(),
);

/** Ignores case and surrounding spaces. Null when there is no active code of this name. */
export function find(db: Db, code: string): Promo | null {
  return findStatement(db).get({ code: upperCased(code.trim()) }) ?? null;
}

/** Only a to z: by Unicode's rules the long s in "ſave50" would become an S too. */
const upperCased = (code: string): string => code.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
