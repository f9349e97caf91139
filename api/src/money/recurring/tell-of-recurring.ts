import { centsToText, formatUsd } from '@northlight/shared/catalog/money.ts';
import type { OutboxPayload } from '../../db/schema/messages.ts';
import { tellSystems, type Place } from '../../messages/webhooks/tell.ts';
import * as agreementStore from './agreement-store.ts';
import type { OrderAgreement } from './agreement-store.ts';

type Payload = OutboxPayload['recurring'];

const EVENTS: Partial<Record<Payload['news'], 'recurring.paid' | 'recurring.failed' | 'recurring.ended'>> = {
  receipt: 'recurring.paid',
  failed: 'recurring.failed',
  canceled: 'recurring.ended',
  ended: 'recurring.ended',
};
const WORDS = {
  'recurring.paid': 'paid',
  'recurring.failed': 'failed',
  'recurring.ended': 'ends',
};

/** Tells other systems of charges and ends. `key` tells apart the news of an order. */
export function tellOfRecurring(
  place: Place,
  { orderNumber, amountCents, period }: OrderAgreement,
  key: string,
  { news, at, charge }: Payload,
): void {
  const event = EVENTS[news];
  if (!event) return;
  const cents =
    (charge === undefined ? undefined : agreementStore.chargeById(place.db, charge)?.amountCents) ??
    amountCents;
  tellSystems(place, {
    event,
    orderNumber,
    id: key,
    text: `Recurring payment of ${formatUsd(cents)} a ${period} ${WORDS[event]}`,
    facts: { amount: centsToText(cents), currency: 'USD', period, at },
  });
}
