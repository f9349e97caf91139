import { expect, test } from 'vitest';
import { Checkout, CheckoutDraft, CreatePaymentIntent } from './checkout.ts';
import { CustomerInformation, MINIMUM_AMOUNT_MESSAGE } from './customer-information.ts';
import { PromoCode } from './promo-codes.ts';

const buyer = {
  firstName: 'Ada',
  lastName: 'Marlow',
  email: 'ada@marlow-bicycles.example',
  phone: '(555) 010-4477',
  businessName: 'Marlow Bicycles',
  businessDescription: 'We repair and sell bicycles.',
};
const draft = { ...buyer, checkoutId: '9b2f0c1e-4c1d-4d8e-9a51-0c5b8c1f2a33', serviceTypes: ['website'] };
const checkout = {
  ...buyer,
  basePrice: '149.00',
  initialPayment: '149.00',
  recurringPayment: '30.00',
  paymentMethod: 'credit-card',
  paymentStatus: 'completed',
  serviceTypes: ['website'],
};

type Schema = {
  safeParse(input: unknown): { error?: { issues: { path: PropertyKey[]; message: string }[] } };
};

/** "field: message" of every issue. */
function issues(schema: Schema, input: unknown): string[] {
  return (
    schema.safeParse(input).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
  );
}

test('the information step has its exact messages', () => {
  const messages = [
    'firstName: First name is required',
    'lastName: Last name is required',
    'email: Please enter a valid email',
    'phone: Phone number is required',
    'businessName: Business name is required',
    'businessDescription: Business description is required',
  ];
  const blank = Object.fromEntries(Object.keys(buyer).map((name) => [name, ' \t']));
  for (const input of [{}, blank]) {
    expect(new Set(issues(CustomerInformation, input))).toEqual(new Set(messages));
  }
  expect(MINIMUM_AMOUNT_MESSAGE).toBe('The payment amount must be at least $0.50 to process with Stripe.');
});

test('text is trimmed, the country defaults to US, the rest of the address is optional', () => {
  const parsed = CustomerInformation.parse({
    ...buyer,
    firstName: '  Ada ',
    email: ' ada@marlow-bicycles.example ',
  });
  expect(parsed).toEqual({ ...buyer, country: 'US' });
});

test('length limits apply exactly and have messages', () => {
  const limits = {
    firstName: 100,
    lastName: 100,
    phone: 40,
    businessName: 200,
    businessDescription: 5_000,
    country: 60,
    state: 60,
    city: 100,
    postalCode: 20,
    address: 200,
  };
  for (const [name, limit] of Object.entries(limits)) {
    // In the US, only a state is one.
    const abroad = { ...buyer, country: 'DE' };
    expect(issues(CustomerInformation, { ...abroad, [name]: 'x'.repeat(limit) }), name).toEqual([]);
    const tooLong = { ...abroad, [name]: 'x'.repeat(limit + 1) };
    expect(issues(CustomerInformation, tooLong)).toEqual([
      `${name}: Please use no more than ${limit} characters`,
    ]);
  }
});

test.each([
  ['nobody'],
  ['@x.example'],
  ['a@b'],
  ['a b@c.example'],
  ['a@c.example, b@c.example'],
  ['a@c.example\r\nBcc: b@c.example'],
  ['"Ada" <a@c.example> <b@c.example>'],
  [`${'a'.repeat(250)}@c.example`],
  [null],
  [{}],
  [['a@c.example']],
])('the email %j is rejected', (email) => {
  expect(new Set(issues(CustomerInformation, { ...buyer, email }))).toEqual(
    new Set(['email: Please enter a valid email']),
  );
});

test.each([null, 5, true, {}, [], ['Ada']])('a first name cannot be %j', (firstName) => {
  const found = new Set(issues(CustomerInformation, { ...buyer, firstName }));
  expect(found).toEqual(new Set(['firstName: First name is required']));
});

test('NUL is left out, because the database would stop reading there', () => {
  const parsed = CustomerInformation.parse({ ...buyer, city: 'Ann\0 Arbor', businessDescription: 'Bi\0kes' });
  expect(parsed).toMatchObject({ city: 'Ann Arbor', businessDescription: 'Bikes' });
});

const SELECT = 'serviceTypes: Please select at least one service to continue.';
const ONCE = 'serviceTypes: Each service can only be added once';
const AMOUNT = 'Must be an amount such as "149.00"';
const addon = { serviceId: 'website', addonId: 'revisions' };

test.each([
  [{ serviceTypes: [] }, SELECT],
  [{ serviceTypes: undefined }, SELECT],
  [{ serviceTypes: ['chatbot'] }, 'serviceTypes.0: Unknown service'],
  [{ serviceTypes: ['website', 'website'] }, ONCE],
  [{ serviceTypes: ['website', 'voice', 'onhold', 'voice'] }, ONCE],
  [{ addons: [{ ...addon, addonId: 'No add-on' }] }, 'addons.0.addonId: Unknown add-on'],
  [{ addons: [{ ...addon, price: '49' }] }, 'addons.0.price: Price must be a number'],
  [{ addons: [addon, addon] }, 'addons: Each add-on can only be added once'],
  [{ checkoutId: "1' OR '1" }, 'checkoutId: Must be a UUID'],
])('a draft with %j is rejected', (changes, issue) => {
  expect(issues(CheckoutDraft, { ...draft, addons: [addon] })).toEqual([]);
  expect(issues(CheckoutDraft, { ...draft, ...changes })).toEqual([issue]);
});

test.each([
  [{ basePrice: 149 }, `basePrice: ${AMOUNT}`],
  [{ initialPayment: '-1' }, `initialPayment: ${AMOUNT}`],
  [{ paymentMethod: 'cash' }, 'paymentMethod: Please choose a payment method'],
])('a checkout with %j is rejected', (changes, issue) => {
  expect(issues(Checkout, { ...checkout, paymentMethod: 'paypal' })).toEqual([]);
  expect(issues(Checkout, { ...checkout, ...changes })).toEqual([issue]);
});

test('the defaults: no add-ons, monthly, no flags', () => {
  expect(CheckoutDraft.parse(draft)).toMatchObject({ addons: [], isYearly: false });
  expect(Checkout.parse(checkout)).toMatchObject({
    seoOptimization: false,
    blogSetup: false,
    extraRevisions: false,
  });
});

test('amounts on the wire are converted to cents once', () => {
  expect(Checkout.parse(checkout)).toMatchObject({
    basePrice: 14_900,
    initialPayment: 14_900,
    recurringPayment: 3_000,
  });
});

test.each([-0.01, 99_999.01, Number.POSITIVE_INFINITY, Number.NaN, 1e308, '149', null, undefined])(
  'an intent for %s dollars is rejected',
  (amount) => {
    expect(issues(CreatePaymentIntent, { amount })).toHaveLength(1);
    expect(issues(CreatePaymentIntent, { amount })[0]).toMatch(/^amount: Amount (must|is too large)/);
  },
);

test('a promo code must not be empty', () => {
  expect(issues(PromoCode, { promoCode: ' ' })).toEqual(['promoCode: Please enter a promo code']);
  expect(issues(PromoCode, {})).toEqual(['promoCode: Please enter a promo code']);
});

test('a name is one line, because it goes into email headers; a description can have many', () => {
  const breaks = ['Ada.\n\nYour account is locked: http://evil.example', 'Ada\rMarlow', 'Ada\nMarlow'];
  for (const firstName of breaks) {
    expect(issues(CustomerInformation, { ...buyer, firstName })).toEqual([
      'firstName: Please remove the characters that aren’t supported',
    ]);
  }
  const businessDescription = 'We repair bicycles.\r\n\tAnd sell them.';
  expect(issues(CustomerInformation, { ...buyer, businessDescription })).toEqual([]);
});

test('an email address has at most 64 characters before the @ and 254 in total', () => {
  const email = (local: number, all: number) => {
    const domain = `${'d'.repeat(60)}.`.repeat(4).slice(0, all - local - 1 - '.example'.length);
    return `${'a'.repeat(local)}@${domain.replace(/\.$/, 'd')}.example`;
  };
  const faults = (address: string) => [...new Set(issues(CustomerInformation, { ...buyer, email: address }))];
  expect(email(64, 254)).toHaveLength(254);
  expect(faults(email(64, 254))).toEqual([]);
  expect(faults(email(64, 255))).toEqual(['email: Please enter a valid email']);
  expect(faults(email(65, 100))).toEqual(['email: Please enter a valid email']);
});

test('a street that was copied with its line breaks is one line', () => {
  const { address } = CustomerInformation.parse({ ...buyer, address: ' 12 Canal Street \r\n\n Suite 4\n' });
  expect(address).toBe('12 Canal Street, Suite 4');
});
