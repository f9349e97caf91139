import { daysText } from '@northlight/shared/catalog/offer-texts.ts';
import { quotedPrice } from '@northlight/shared/catalog/receipt.ts';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import { currentCatalog } from '../db/catalogs.ts';
import type { Db } from '../db/client.ts';
import type { EmailContext } from './email-context.ts';
import { emailKeyOf } from '../work/orders/order-links.ts';
import type { Order } from '../work/orders/order-store.ts';
import type { Block } from './blocks.ts';

/** The form of each service. */
const FORMS: Record<ServiceId, { path: string; action: string }> = {
  website: { path: '/website-form', action: 'Tell us about your website' },
  voice: { path: '/voice-agent-form', action: 'Tell us about your calls' },
  onhold: { path: '/onhold-audio-form', action: 'Tell us what callers should hear' },
};

/** The promise for a form without a paid order. */
export const CONTACT_PROMISE = 'We’ll contact you within 24 hours. We reply on business days.';

/** The same before the form has arrived. */
const CONTACT_AFTER_FORM =
  'We’ll contact you within 24 hours of receiving your form. We reply on business days.';

/** The promise once the form of a service has arrived, or before: that of its order, or today's. */
export function promiseText(
  db: Db,
  id: ServiceId,
  order?: Pick<Order, 'terms'>,
  contact = CONTACT_PROMISE,
): string {
  const offer = order?.terms?.services[id] ?? currentCatalog(db).services[id];
  const days = daysText(offer);
  const next = {
    website: `Your page goes live ${days} after you approve it.`,
    voice: `Your agent is operational in ${days}. It’s billed separately, ${quotedPrice(offer)}.`,
    onhold: `Your audio will arrive within ${days}.`,
  };
  return `${contact} ${next[id]}`;
}

/** Steps with links to the forms of these services. The links prefill what the order knows. */
export function formSteps(
  { db, settings }: EmailContext,
  order: Pick<Order, 'orderNumber' | 'createdAt' | 'keyVersion' | 'terms'>,
  services: readonly ServiceId[],
): Block[] {
  const query = new URLSearchParams(orderLinkParams(settings.secret, order));
  return services.map((id) => ({
    kind: 'step',
    title: SERVICES[id].name,
    serviceId: id,
    text: promiseText(db, id, order, CONTACT_AFTER_FORM),
    action: { label: FORMS[id].action, url: `${settings.publicUrl}${FORMS[id].path}?${query}` },
  }));
}

/** Signed query parameters that only the customer's email contains. */
export function orderLinkParams(
  secret: string,
  order: Pick<Order, 'orderNumber' | 'createdAt' | 'keyVersion'>,
): { order: string; key: string } {
  return { order: order.orderNumber, key: emailKeyOf(secret, order) };
}
