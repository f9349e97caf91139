import { DEFAULT_CATALOG } from '@northlight/shared/catalog/default-catalog.ts';
import { computePrice } from '@northlight/shared/catalog/price.ts';
import { Checkout, CheckoutDraft } from '@northlight/shared/contracts/checkout.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { toOrder } from '../payment/order-request.ts';
import { loadChecks, readBuyer, toDraft, type Bundle } from './checkout-requests.ts';
import { emptyInformation } from './checkout-progress.ts';

beforeAll(loadChecks);

const information = {
  ...emptyInformation,
  firstName: ' Ada ',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  phone: '555 0100',
  businessName: 'Engines',
  businessDescription: 'We compute.',
  state: 'mi',
  postalCode: '48104',
};
const bundle: Bundle = {
  serviceIds: ['onhold', 'website'],
  addonIds: ['revisions', 'additional-pages'],
  isYearly: false,
  promo: { code: 'SAVE50', amountOffCents: 5_000 },
  checkoutId: '1f0e7f0a-3f6c-4b52-9d77-0f7c5c2b9a10',
};

function buyerOf(typed = information) {
  const buyer = readBuyer(typed);
  if (!buyer) throw new Error('The information should validate');
  return buyer;
}

describe('the customer', () => {
  it('is trimmed', () => expect(buyerOf().firstName).toBe('Ada'));

  it('is nobody while a field is wrong', () => {
    expect(readBuyer({ ...information, email: 'ada@' })).toBeNull();
    expect(readBuyer(emptyInformation)).toBeNull();
  });

  it('needs no address', () => {
    expect(readBuyer({ ...information, state: '', postalCode: '' })).not.toBeNull();
  });
});

describe('the draft', () => {
  it('is what the contract asks for, in the order of the catalog', () => {
    const draft = toDraft(bundle, buyerOf());
    expect(CheckoutDraft.parse(draft)).toMatchObject({
      serviceTypes: ['website', 'onhold'],
      addons: [
        { serviceId: 'website', addonId: 'revisions', name: 'Extra Design Revisions', price: 49 },
        { serviceId: 'website', addonId: 'additional-pages', name: 'Additional Pages', price: 0 },
      ],
      promoCode: 'SAVE50',
    });
  });

  it('leaves out the add-ons of a service that is not chosen', () => {
    expect(toDraft({ ...bundle, serviceIds: ['voice'] }, buyerOf()).addons).toEqual([]);
  });
});

describe('the order', () => {
  const price = computePrice(DEFAULT_CATALOG, bundle, bundle.promo, information);

  it('claims the figures of the receipt as text with two decimals', () => {
    const order = toOrder(toDraft(bundle, buyerOf()), price, { paymentIntentId: 'pi_dev_1' });
    expect(order).toMatchObject({
      basePrice: '297.00',
      initialPayment: '261.82',
      recurringPayment: '30.00',
      paymentMethod: 'credit-card',
      paymentStatus: 'completed',
      paymentIntentId: 'pi_dev_1',
      extraRevisions: true,
    });
    expect(Checkout.safeParse(order).success).toBe(true);
  });

  it('names the PayPal order it was paid with', () => {
    const order = toOrder(toDraft(bundle, buyerOf()), price, { paypalOrderId: 'DEMO_1' });
    expect(order).toMatchObject({ paymentMethod: 'paypal', paypalOrderId: 'DEMO_1' });
  });

  it('is placed without a payment when nothing is due', () => {
    const voice = { ...bundle, serviceIds: ['voice' as const], promo: null };
    const order = toOrder(toDraft(voice, buyerOf()), computePrice(DEFAULT_CATALOG, voice), null);
    expect(order).toMatchObject({
      initialPayment: '0.00',
      recurringPayment: '0.00',
      serviceTypes: ['voice'],
    });
    expect(Checkout.safeParse(order).success).toBe(true);
  });
});
