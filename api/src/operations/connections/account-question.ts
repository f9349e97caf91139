import type { ConnectionId } from '@northlight/shared/contracts/connections.ts';
import { sql } from 'drizzle-orm';
import { isProvider, kindOf, type Values } from '../../base/settings/connections.ts';
import {
  accountNameOf,
  identityOf,
  isSameAccount,
  kindOfKeys,
  type ProviderId,
} from '../../base/settings/payment-state.ts';
import { historyOf, plainValues, rowOf, storedOf, type Stored } from '../../db/connection-store.ts';
import type { AppContext } from '../../money/context.ts';
import { AnotherAccount } from './service.ts';

/** Throws the question whether money may go to another account from now on, unless an owner confirmed this account. */
export function requireConfirmed(
  { db, settings: { secret } }: Pick<AppContext, 'db' | 'settings'>,
  id: ConnectionId,
  { values, earlier }: Stored,
  next: Values,
  confirmed: unknown,
): void {
  if (!isProvider(id)) return;
  const current = values && plainValues(values);
  const isLive = current !== null && kindOfKeys(id, current) === 'live';
  const before = isLive ? current : earlier.find((one) => one.isLive)?.values;
  const kind = kindOfKeys(id, next);
  const account = identityOf(id, next);
  const to =
    kind === 'test'
      ? 'From now on, payments go to a test account, without real money'
      : `From now on, money goes to ${accountNameOf(id, next)}`;
  const { isOn, tookLive } = historyOf(db, secret);
  const isUnreadable = storedOf(secret, rowOf(db, id)) === null;
  if (isUnreadable && kind === 'live' && isOn && tookLive && confirmed !== account)
    throw new AnotherAccount(
      account,
      `${to} (${kindOf(id).label}). Which account got it before can’t be read.`,
    );
  if (!before || isSameAccount(id, before, next) || confirmed === account) return;
  // After it was disconnected, test keys change nothing more.
  if (kind === 'test' && !isLive) return;
  const from = accountNameOf(id, before);
  throw new AnotherAccount(
    account,
    `${to} (${kindOf(id).label}), and no longer to ${from}. ${stayText(
      db,
      id,
      from,
      earlier.some((one) => one.isLive),
    )}`.trim(),
  );
}

/** Recurring payments go on where they were started. */
function stayText(db: AppContext['db'], id: ProviderId, from: string, areSeveral: boolean): string {
  const { count } = db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM agreements JOIN orders ON orders.id = agreements.id
    WHERE agreements.provider = ${id} AND orders.payment_mode = 'live' AND agreements.state NOT IN ('canceled', 'ended')`) ?? {
    count: 0,
  };
  if (count === 0) return '';
  const what = count === 1 ? '1 recurring payment stays' : `${count} recurring payments stay`;
  return `${what} with ${areSeveral ? 'the accounts where they were started' : from}.`;
}
