import { isServiceId, type ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { Price, PriceLine } from '@northlight/shared/catalog/price.ts';
import type { OrderConfirmation } from '@northlight/shared/contracts/checkout.ts';
import { rememberOrder } from './order-page.ts';
import { carry, parseJson, readItem, writeItem } from './web-storage.ts';
import type { PaymentStatus } from '@northlight/shared/contracts/lists.ts';

/** The order for /thank-you, under a fixed storage key. Amounts are US dollars. */
export type StoredConfirmation = {
  orderNumber: string;
  initialPayment: number;
  recurringPayment: number;
  isYearly: boolean;
  email: string;
  serviceTypes: ServiceId[];
  paymentStatus: PaymentStatus;
  isPaid: boolean;
  /** Whether PayPal itself is still processing the payment. */
  isHeld: boolean;
  isDemo: boolean;
  /** ISO time; empty in older copies. */
  createdAt: string;
  /** The studio's; empty in older copies. */
  timeZone: string;
  /** Prefills the forms; empty in older copies. */
  intakeKey: string;
  /** The key of the recurring payment's page; empty without one and in older copies. */
  orderKey: string;
  /** Absent in older copies. */
  price: Price | null;
};

export const CONFIRMATION_KEY = 'orderConfirmation';

/** Pages share the order through session storage. Local storage keeps it after the tab is closed. */
export function readConfirmation(): StoredConfirmation | null {
  return (
    parseConfirmation(readItem('sessionStorage', CONFIRMATION_KEY)) ??
    parseConfirmation(readItem('localStorage', CONFIRMATION_KEY))
  );
}

/** Returns the address of the page that shows it. */
export function writeConfirmation(order: OrderConfirmation): string {
  const text = JSON.stringify(toStored(order));
  writeItem('localStorage', CONFIRMATION_KEY, text);
  rememberOrder({ order: order.orderNumber, key: order.orderKey });
  return carry('/thank-you', CONFIRMATION_KEY, text);
}

export const toStored = ({
  isProcessing: _isProcessing,
  ...order
}: OrderConfirmation): StoredConfirmation => ({
  ...order,
  initialPayment: Number(order.initialPayment),
  recurringPayment: Number(order.recurringPayment),
});

/** Any field can be missing or malformed. Null only when there is no confirmation at all. */
export function parseConfirmation(text: string | null): StoredConfirmation | null {
  const stored = toRecord(parseJson(text));
  if (!stored) return null;
  const paymentStatus = stored['paymentStatus'] === 'pending' ? 'pending' : 'completed';
  return {
    orderNumber: typeof stored['orderNumber'] === 'string' ? stored['orderNumber'] : '',
    initialPayment: dollars(stored['initialPayment']),
    recurringPayment: dollars(stored['recurringPayment']),
    isYearly: stored['isYearly'] === true,
    email: typeof stored['email'] === 'string' ? stored['email'] : '',
    serviceTypes: serviceTypes(stored),
    paymentStatus,
    isPaid: typeof stored['isPaid'] === 'boolean' ? stored['isPaid'] : paymentStatus === 'completed',
    isHeld: stored['isHeld'] === true,
    isDemo: stored['isDemo'] === true,
    createdAt: typeof stored['createdAt'] === 'string' ? stored['createdAt'] : '',
    timeZone: typeof stored['timeZone'] === 'string' ? stored['timeZone'] : '',
    intakeKey: typeof stored['intakeKey'] === 'string' ? stored['intakeKey'] : '',
    orderKey: typeof stored['orderKey'] === 'string' ? stored['orderKey'] : '',
    price: isPrice(stored['price']) ? stored['price'] : null,
  };
}

/** Older copies name a single `serviceType`. */
function serviceTypes(stored: Record<string, unknown>): ServiceId[] {
  const listed = Array.isArray(stored['serviceTypes']) ? stored['serviceTypes'] : [stored['serviceType']];
  return [...new Set(listed.filter(isServiceId))];
}

function dollars(value: unknown): number {
  const amount = typeof value === 'string' ? Number(value) : value;
  return typeof amount === 'number' && Number.isFinite(amount) ? amount : 0;
}

function isPrice(value: unknown): value is Price {
  const price = toRecord(value);
  if (!price) return false;
  const amounts = ['subtotalCents', 'discountCents', 'taxCents', 'dueTodayCents', 'recurringCents'];
  return (
    amounts.every((name) => Number.isInteger(price[name])) &&
    (price['promoCode'] === null || typeof price['promoCode'] === 'string') &&
    [null, 'month', 'year'].some((period) => period === price['recurringPeriod']) &&
    Array.isArray(price['lines']) &&
    price['lines'].every(isPriceLine)
  );
}

function isPriceLine(value: unknown): value is PriceLine {
  const line = toRecord(value);
  return (
    line !== null &&
    isServiceId(line['serviceId']) &&
    typeof line['name'] === 'string' &&
    Number.isInteger(line['amountCents'])
  );
}

function toRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}
