import { DEFAULT_CATALOG } from '@northlight/shared/catalog/default-catalog.ts';
import { computePrice } from '@northlight/shared/catalog/price.ts';
import { OrderConfirmation } from '@northlight/shared/contracts/checkout.ts';
import { whole } from '@northlight/shared/contracts/test/whole.ts';
import { describe, expect, it } from 'vitest';
import { parseConfirmation, toStored } from './order-confirmation.ts';

const price = computePrice(DEFAULT_CATALOG, {
  serviceIds: ['website', 'voice'],
  addonIds: ['revisions'],
  isYearly: true,
});
const order = whole(OrderConfirmation, {
  orderNumber: 'ORD-10001',
  initialPayment: '198.00',
  recurringPayment: '300.00',
  isYearly: true,
  email: 'ada@example.com',
  serviceTypes: ['website', 'voice'],
  paymentStatus: 'completed',
  isPaid: true,
  isDemo: true,
  intakeKey: 'key-of-10001',
  orderKey: 'recurring-key-of-10001',
  timeZone: 'America/New_York',
  price,
});

describe('the stored confirmation', () => {
  it('comes back as it was stored', () => {
    const stored = toStored(order);
    expect(stored).toMatchObject({ initialPayment: 198, recurringPayment: 300, price });
    expect(parseConfirmation(JSON.stringify(stored))).toEqual(stored);
  });

  it('turns an older single service into a list', () => {
    expect(parseConfirmation('{"orderNumber":"ORD-9","serviceType":"onhold"}')?.serviceTypes).toEqual([
      'onhold',
    ]);
  });

  it('reads amounts that were stored as text', () => {
    expect(parseConfirmation('{"initialPayment":"99.00"}')?.initialPayment).toBe(99);
  });

  it('fills what is missing or malformed with the defaults', () => {
    const malformed = {
      orderNumber: 7,
      initialPayment: 'much',
      recurringPayment: null,
      isYearly: 'yes',
      email: {},
      intakeKey: 7,
      orderKey: null,
      serviceTypes: ['website', 'website', 'gardening', 3],
      price: { lines: [{}] },
    };
    expect(parseConfirmation(JSON.stringify(malformed))).toEqual({
      orderNumber: '',
      initialPayment: 0,
      recurringPayment: 0,
      isYearly: false,
      email: '',
      serviceTypes: ['website'],
      paymentStatus: 'completed',
      isPaid: true,
      isHeld: false,
      isDemo: false,
      createdAt: '',
      timeZone: '',
      intakeKey: '',
      orderKey: '',
      price: null,
    });
  });

  it('does not take a pending payment for a paid one', () => {
    expect(parseConfirmation('{"paymentStatus":"pending"}')?.isPaid).toBe(false);
    expect(parseConfirmation('{"paymentStatus":"pending","isPaid":true}')?.isPaid).toBe(true);
  });

  it.each([null, '', '{', 'null', '[]', '"ORD-1"', '7'])('is absent for %j', (text) => {
    expect(parseConfirmation(text)).toBeNull();
  });
});
