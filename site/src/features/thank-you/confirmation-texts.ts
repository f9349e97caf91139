import { daysText, separatePrice } from '@northlight/shared/catalog/offer-texts.ts';
import { dollarsToCents, formatPrice, formatUsd } from '@northlight/shared/catalog/money.ts';
import { addPeriods, dayText } from '@northlight/shared/catalog/periods.ts';
import { SERVICE_IDS, type ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { StoredConfirmation } from '../../lib/order-confirmation.ts';
import { catalog } from '../../content/catalog.ts';
import { orderPageOf } from '../../lib/order-page.ts';

const { website, voice, onhold } = catalog.services;

export function initialPaymentText({ initialPayment }: Pick<StoredConfirmation, 'initialPayment'>): string {
  return formatUsd(dollarsToCents(initialPayment));
}

/** "$30.00 per month", "One-time payment", or who bills the voice agent when there is nothing else. */
export function recurringPaymentText({
  recurringPayment,
  isYearly,
  serviceTypes,
}: Pick<StoredConfirmation, 'recurringPayment' | 'isYearly' | 'serviceTypes'>): string {
  if (serviceTypes.length === 1 && serviceTypes[0] === 'voice') {
    return `Billed separately by the voice platform at ${separatePrice(voice)}`;
  }
  if (recurringPayment <= 0) return 'One-time payment';
  return `${formatUsd(dollarsToCents(recurringPayment))} per ${isYearly ? 'year' : 'month'}`;
}

type Recurring = Pick<
  StoredConfirmation,
  'orderNumber' | 'recurringPayment' | 'isYearly' | 'paymentStatus' | 'createdAt' | 'orderKey' | 'timeZone'
>;

/** The first recurring payment and its page. Null without one, and until the order is paid. */
export function firstPayment(order: Recurring): { text: string; href: string } | null {
  const { orderNumber, recurringPayment, isYearly, paymentStatus, createdAt, orderKey, timeZone } = order;
  if (!orderKey || recurringPayment <= 0 || paymentStatus !== 'completed') return null;
  if (Number.isNaN(Date.parse(createdAt))) return null;
  const date = addPeriods(new Date(createdAt), isYearly ? 'year' : 'month', 1);
  return {
    text: `Your first recurring payment of ${formatPrice(dollarsToCents(recurringPayment))} is on ${dayText(date, timeZone || 'UTC')}.`,
    href: `${orderPage({ orderNumber, orderKey })}#recurring-payment`,
  };
}

/** The order's own page. Null without its key. */
export function orderPage({
  orderNumber,
  orderKey,
}: Pick<Recurring, 'orderNumber' | 'orderKey'>): string | null {
  return orderKey ? orderPageOf({ order: orderNumber, key: orderKey }) : null;
}

export type NextStep = { serviceId: ServiceId; title: string; text: string; action: string; href: string };

type Bought = Pick<StoredConfirmation, 'serviceTypes' | 'orderNumber' | 'intakeKey'>;

/** The next step for each service. A copy without services lists all three. */
export function nextSteps({ serviceTypes, orderNumber, intakeKey }: Bought): NextStep[] {
  const query = orderQuery(orderNumber, intakeKey);
  const all: Record<ServiceId, Omit<NextStep, 'serviceId'>> = {
    website: {
      title: 'Tell us about your website',
      text: `We’ll contact you within 24 hours of receiving your form. We reply on business days. Your website goes live ${daysText(website)} after you approve it.`,
      action: 'Fill out the website form',
      href: `/website-form${query}`,
    },
    voice: {
      title: 'Brief your voice agent',
      text: `We’ll contact you within 24 hours of receiving your form. We reply on business days. Your voice agent will be operational in ${daysText(voice)}.`,
      action: 'Fill out the voice agent form',
      href: `/voice-agent-form${query}`,
    },
    onhold: {
      title: 'Tell us what your callers should hear',
      text: `We’ll contact you within 24 hours of receiving your form. We reply on business days. Your on-hold audio arrives within ${daysText(onhold)}.`,
      action: 'Fill out the on-hold form',
      href: `/onhold-audio-form${query}`,
    },
  };
  const wanted = serviceTypes.length > 0 ? serviceTypes : SERVICE_IDS;
  return SERVICE_IDS.filter((id) => wanted.includes(id)).map((serviceId) => ({
    serviceId,
    ...all[serviceId],
  }));
}

/** With the key, the form finds the customer's details. The number alone only fills in the number. */
function orderQuery(order: string, key: string): string {
  if (!order) return '';
  return `?${new URLSearchParams(key ? { order, key } : { order })}`;
}
