import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type * as z from 'zod/mini';
import type { Cents } from '@northlight/shared/catalog/money.ts';
import { queueNotice } from '../../messages/notices.ts';
import { currentCatalog } from '../../db/catalogs.ts';
import { computePrice } from '@northlight/shared/catalog/price.ts';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { Db } from '../../db/client.ts';
import { openAgain } from '../../work/customers/customer-key.ts';
import { exemptionOf, type PersonRow } from '../../work/customers/customer-store.ts';
import {
  type LeftAddress,
  type ResumedCheckout,
  TypedInformation,
  type UnfinishedCheckout,
} from '@northlight/shared/contracts/unfinished-checkouts.ts';
import { CustomerInformation } from '@northlight/shared/contracts/customer-information.ts';
import type { AppContext } from '../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { badLink, paymentsOpen } from '../../base/errors.ts';
import { isClosed } from '../../base/settings/payment-settings.ts';
import { queueUnverified } from '../../messages/outbox/queue-unverified.ts';
import { lastOf } from '../../work/orders/order-lookups.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { reductionOf } from '../promo-codes/promo-store.ts';
import { usablePromo } from '../promo-codes/promo-uses.ts';
import { idInResumeKey, isResumeKey } from './resume-key.ts';
import type { Unfinished } from './unfinished-store.ts';
import * as unfinishedStore from './unfinished-store.ts';
import { DAY_MS, HOUR_MS } from '../../base/units.ts';

const resumeLinkInvalid = () =>
  badLink('This link has expired, or the order has already been placed. You can start a new order here.');

const PAGE_SIZE = 50;

export function unfinishedRoutes(mount: Mount, context: AppContext): void {
  const { db, now, settings } = context;
  const isExempt = (email: string) => exemptionOf(context, email) !== undefined;

  mount('POST /api/unfinished-checkout', async ({ body, ctx }) => {
    await inTransaction(db, () => saveUnfinished(context, body, ctx.ip));
    ctx.status = 204;
  });

  mount('POST /api/closed-checkout', async ({ body, ctx }) => {
    await delay(context.spamCheck.arrived(ctx.ip));
    if (!isClosed(settings.payments)) throw paymentsOpen();
    await inTransaction(db, () => saveLeft(context, body, ctx.ip));
    const message = `Thank you. We’ll write to ${body.email} once you can pay here.`;
    return { success: true, message };
  });

  mount('POST /api/unfinished-checkout/resume', ({ body: { key } }) => {
    const again = openAgain(context, key);
    if (again)
      return { ...filledIn(db, again.person, again.service), isExempt: isExempt(again.person.email) };
    return inTransaction(db, () => {
      const row = unfinishedStore.byId(db, idInResumeKey(key));
      if (!row?.information || !isResumeKey(settings.secret, key, row, now())) throw resumeLinkInvalid();
      // The customer corrected the address after the link was opened.
      if (row.information.email.trim() !== row.linkFor) throw resumeLinkInvalid();
      const checkoutId = row.resumedAs ?? randomUUID();
      unfinishedStore.resume(db, row.id, checkoutId);
      return {
        checkoutId,
        ...row.bundle,
        information: row.information,
        isExempt: isExempt(row.linkFor),
      };
    });
  });

  mount('GET /api/json/unfinished-checkouts', () => ({
    success: true,
    count: unfinishedStore.count(db),
    items: unfinishedStore.newest(db, PAGE_SIZE).map(present),
    recovered: unfinishedStore.recovered(db),
  }));
}

/** A checkout with what a person typed for their last order. */
function filledIn(db: Db, { email }: PersonRow, service: ServiceId): Omit<ResumedCheckout, 'isExempt'> {
  const last = lastOf(db, email);
  const {
    firstName = '',
    lastName = '',
    phone = '',
    businessName = '',
    businessDescription = '',
  } = last ?? {};
  return {
    checkoutId: randomUUID(),
    serviceIds: [service],
    addonIds: [],
    isYearly: last?.isYearly ?? false,
    promoCode: '',
    information: {
      firstName,
      lastName,
      email: last?.email ?? email,
      phone,
      businessName,
      businessDescription,
      country: last?.country ?? '',
      state: last?.state ?? '',
      city: last?.city ?? '',
      postalCode: last?.postalCode ?? '',
      address: last?.address ?? '',
    },
  };
}

function saveUnfinished(context: AppContext, sent: UnfinishedCheckout, clientAddress: string): void {
  const { db, now } = context;
  // The customer may have paid in another tab.
  if (orderStore.byCheckoutId(db, sent.checkoutId)) return;
  const { checkoutId, step, information, ...bundle } = sent;
  const change = { step, information, bundle, dueCents: dueFor(context, sent) };
  const row = unfinishedStore.put(db, checkoutId, change, now());
  const email = CustomerInformation.shape.email.safeParse(information?.email).data;
  if (!row || !email || row.resumedAs || row.linkFor === email) return;
  unfinishedStore.setLinkFor(db, row.id, email);
  queueUnverified(
    context,
    {
      kind: 'unfinished-checkout',
      key: `unfinished-checkout:${checkoutId}:${email.toLowerCase()}`,
      orderNumber: null,
      payload: { id: row.id },
      recipient: email,
    },
    { kind: 'checkout', address: clientAddress, dueAt: new Date(now().getTime() + HOUR_MS) },
  );
}

/** A message to the business. What looks like spam is kept like an unfinished checkout, and tells nobody. */
function saveLeft(context: AppContext, sent: z.infer<typeof LeftAddress>, clientAddress: string): void {
  const { db, now } = context;
  const { checkoutId, email, leaveEmpty, filledInMs, ...bundle } = sent;
  const judged = { leaveEmpty, filledInMs, contentHash: `${checkoutId} ${email}` };
  const isSpam = context.spamCheck.reasonFor(clientAddress, { ...judged, orderMatch: 'request' }) !== null;
  const information = {
    ...TypedInformation.parse({ email }),
    ...(!isSpam && { leftAt: now().getTime() }),
  };
  const change = { step: 'information' as const, information, bundle, dueCents: dueFor(context, sent) };
  // A row of its own: what the page notes of the checkout doesn't replace it.
  const row = unfinishedStore.put(db, `left:${checkoutId}`, change, now());
  if (!row || isSpam) return;
  const key = `left-address:${checkoutId}`;
  queueNotice(context, 'work', { kind: 'left-address', key, orderNumber: null, payload: { id: row.id } });
}

function dueFor(context: AppContext, sent: Omit<UnfinishedCheckout, 'step' | 'information'>): Cents {
  const { db } = context;
  const promo = sent.promoCode ? usablePromo(context, sent.promoCode, { ...sent, email: '' }) : null;
  const reduction = promo && !('refusal' in promo) ? reductionOf(promo) : null;
  return computePrice(currentCatalog(db), sent, reduction).dueTodayCents;
}

const present = ({ id, bundle, dueCents, step, information, resumedAs, updatedAt }: Unfinished) => ({
  id,
  what: [
    ...bundle.serviceIds.map((service) => SERVICES[service].name),
    ...(bundle.isYearly ? ['yearly'] : []),
  ].join(', '),
  dueCents,
  step,
  link: resumedAs ? ('opened' as const) : information ? ('wanted' as const) : ('none' as const),
  updatedAt: updatedAt.toISOString(),
});

/** Deletes unfinished checkouts when their time is over. */
export function dropOldCheckouts({
  db,
  now,
  settings: { unfinishedDays, answersDays },
}: Pick<AppContext, 'db' | 'now' | 'settings'>): Promise<void> {
  const before = (days: number) => new Date(now().getTime() - days * DAY_MS);
  return inTransaction(db, () => unfinishedStore.dropBefore(db, before(unfinishedDays), before(answersDays)));
}
