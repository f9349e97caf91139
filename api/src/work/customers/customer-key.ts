import { eq } from 'drizzle-orm';
import { isServiceId, type ServiceId } from '@northlight/shared/catalog/ids.ts';
import { isSameSignature, signed } from '../../base/signed.ts';
import { DAY_MS } from '../../base/units.ts';
import type { RecordContext } from '../../db/context.ts';
import { customerPeople } from '../../db/schema/customers.ts';
import type { PersonRow } from './customer-store.ts';

/** Whoever needs it longer asks for another one. */
const ENDS_AFTER_MS = 30 * DAY_MS;

// Opens all orders of one person. It ends when the address changes, and when an administrator ends the links of one of
// the orders.

/** Of the link that is sent at `sentAt`: ID, time, and signature. */
export function ordersKeyOf(
  { settings }: Pick<RecordContext, 'settings'>,
  person: PersonRow,
  sentAt: Date,
): string {
  const content = `${person.id}.${sentAt.getTime()}`;
  return `${content}.${sign(settings.secret, person, content)}`;
}

/** The person whose orders a key opens now. */
export function personOfKey({ db, settings, now }: RecordContext, key: string): PersonRow | undefined {
  const [, content = '', id, sentAt, signature = ''] =
    /^((\d{1,15})\.(\d{1,15}))\.([\w-]{32})$/.exec(key) ?? [];
  if (now().getTime() >= Number(sentAt) + ENDS_AFTER_MS) return undefined;
  const person =
    id &&
    db
      .select()
      .from(customerPeople)
      .where(eq(customerPeople.id, Number(id)))
      .get();
  return person && isSameSignature(signature, sign(settings.secret, person, content)) ? person : undefined;
}

/** Of a checkout that is filled in with what this person ordered last. */
export const againKeyOf = (key: string, service: ServiceId): string => `${key}.${service}`;

/** What such a key opens now; undefined for other keys. */
export function openAgain(
  context: RecordContext,
  again: string,
): { person: PersonRow; service: ServiceId } | undefined {
  const at = again.lastIndexOf('.');
  const service = again.slice(at + 1);
  const person = personOfKey(context, again.slice(0, at));
  return person && isServiceId(service) ? { person, service } : undefined;
}

const sign = (secret: string, { email, linksEnded }: PersonRow, content: string): string =>
  signed(secret, `orders:${content}:${email}:${linksEnded}`).toString('base64url').slice(0, 32);
