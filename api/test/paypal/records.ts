import { randomBytes, randomUUID } from 'node:crypto';

export type PaypalMoney = { currency_code: string; value: string };
export type OrderStatus = 'CREATED' | 'SAVED' | 'APPROVED' | 'VOIDED' | 'COMPLETED' | 'PAYER_ACTION_REQUIRED';
export type CaptureStatus =
  'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED' | 'FAILED';
export type PaypalRefundStatus = 'COMPLETED' | 'PENDING' | 'CANCELLED' | 'FAILED';

/** What happens to the money when the shop captures it. */
export type Purse = 'pays' | 'is refused' | 'cannot pay' | 'pays slowly' | 'is declined';

export type FakeOrder = {
  id: string;
  status: OrderStatus;
  create_time: string;
  update_time: string;
  amount: PaypalMoney;
  custom_id: string | undefined;
  return_url: string;
  cancel_url: string;
  /** Chosen by the buyer during approval. */
  purse: Purse;
};

export type FakeCapture = {
  id: string;
  orderId: string;
  status: CaptureStatus;
  amount: PaypalMoney;
  custom_id: string | undefined;
  create_time: string;
};

export type FakePaypalRefund = {
  id: string;
  captureId: string;
  status: PaypalRefundStatus;
  amount: PaypalMoney;
  custom_id: string | undefined;
  note_to_payer: string | undefined;
  create_time: string;
};

export type FakePaypalEvent = {
  id: string;
  event_version: '1.0';
  create_time: string;
  resource_type: string;
  event_type: string;
  summary: string;
  resource: object;
};

export type PaypalRecords = ReturnType<typeof createPaypalRecords>;

/** The records of the fake, and the events it sends. */
export function createPaypalRecords(happened: (event: FakePaypalEvent) => void) {
  const orders = new Map<string, FakeOrder>();
  const captures = new Map<string, FakeCapture>();
  const refunds = new Map<string, FakePaypalRefund>();
  return {
    orders,
    captures,
    refunds,
    /** Throws if a test refers to an order that was never created. */
    order: (id: string): FakeOrder => {
      const order = orders.get(id);
      if (!order) throw new Error(`The fake PayPal knows no order ${id}`);
      return order;
    },
    capturesOf: (orderId: string) => [...captures.values()].filter((capture) => capture.orderId === orderId),
    refundsOf: (captureId: string) =>
      [...refunds.values()].filter((refund) => refund.captureId === captureId),
    emit: (type: string, resource: object): void => happened(paypalEvent(type, resource)),
  };
}

export const paypalEvent = (event_type: string, resource: object): FakePaypalEvent => ({
  id: `WH-${paypalId()}-${paypalId()}`,
  event_version: '1.0',
  create_time: now(),
  resource_type: /ORDER/.test(event_type)
    ? 'checkout-order'
    : /REFUND/.test(event_type)
      ? 'refund'
      : 'capture',
  event_type,
  summary: event_type,
  resource: structuredClone(resource),
});

/** Seventeen uppercase letters and digits. */
export const paypalId = (): string => randomBytes(9).toString('hex').slice(0, 17).toUpperCase();
export const debugId = (): string => randomUUID().replaceAll('-', '').slice(0, 13);
export const now = (): string => new Date().toISOString();

export const cents = ({ value }: PaypalMoney): number => Math.round(Number(value) * 100);
export const money = (amountCents: number, currency_code: string): PaypalMoney => ({
  currency_code,
  value: (amountCents / 100).toFixed(2),
});
