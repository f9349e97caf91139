import * as fc from 'fast-check';
import { aCheckout, aDraft } from './factories.ts';
import { aDentalForm, anOnHoldForm, aVoiceForm, aWebsiteForm } from './form-factories.ts';

/** A valid body for each public POST call: what hostile ones are bent from. A call without an entry fails the test. */
export const VALID_BODIES: Record<string, () => object> = {
  '/api/promo-code': () => ({ promoCode: 'SAVE50' }),
  '/api/create-payment-intent': () => ({ amount: 149, ...aDraft() }),
  '/api/payment-status': () => ({ checkoutId: aDraft().checkoutId }),
  '/api/process-paypal': () => ({ amount: 149, ...aDraft() }),
  '/api/checkout': () => aCheckout(aDraft()),
  '/api/submit-order-form': () => aWebsiteForm(),
  '/api/submit-voice-agent-form': () => aVoiceForm(),
  '/api/voice-agent-form-submission': () => aDentalForm(),
  '/api/on-hold-audio-form': () => anOnHoldForm(),
  '/api/demo-payments/card': () => ({ clientSecret: 'pi_dev_x_1_x', cardNumber: '4242 4242 4242 4242' }),
  '/api/demo-payments/paypal': () => ({ paypalOrderId: 'DEMO_x_1_x', decision: 'approve' }),
  '/api/admin/login': () => ({ username: 'ada', password: 'a quiet north window' }),
};

const NASTY: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  '\0',
  'a\0b',
  '\u202e\u0007\u001b[31m',
  'x'.repeat(6_000),
  -1,
  0.1 + 0.2,
  1e308,
  -1e308,
  [],
  {},
  [[[[[[[[]]]]]]]],
  { toString: 1, constructor: { prototype: null } },
  ['website', 'website', { a: 1 }],
  Array.from({ length: 300 }, () => 1),
  "'; DROP TABLE orders; --",
  '{{7*7}}${7*7}<%= 7*7 %>',
];
/** Texts that only JSON can say: numbers beyond all bounds, half characters, a prototype, a deep well. */
const RAW = [
  '1e999',
  '-1e999',
  '-0',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '{"__proto__":{"amount":1}}',
  `${'['.repeat(1_500)}${']'.repeat(1_500)}`,
];

/** The JSON text of one value. */
const nastyValues: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...NASTY).map((value) => JSON.stringify(value)),
  fc.constantFrom(...RAW),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
);
const nastyKeys = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    '0',
    'amount',
    'checkoutId',
    'then',
  ),
  fc.string(),
);

function textOf(entries: Iterable<readonly [string, string]>): string {
  return `{${[...entries].map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`;
}

/** JSON texts: the valid body with some fields gone, some of the wrong kind and some that nobody asked for. */
function bent(valid: () => object): fc.Arbitrary<string> {
  const names = Object.keys(valid());
  return fc
    .record({
      gone: fc.subarray(names),
      changed: fc.dictionary(fc.constantFrom(...names), nastyValues, { minKeys: 1, maxKeys: 4 }),
      added: fc.array(fc.tuple(nastyKeys, nastyValues), { maxLength: 3 }),
    })
    .map(({ gone, changed, added }) => {
      const kept = Object.entries(valid()).filter(([name]) => !gone.includes(name));
      const fields = new Map(kept.map(([name, value]) => [name, JSON.stringify(value)]));
      for (const [name, text] of Object.entries(changed)) fields.set(name, text);
      return textOf([...fields, ...added]);
    });
}

const broken = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '{"amount":NaN}',
    '{"amount":Infinity}',
    "{'a':1}",
    'null',
    '1',
    '"text"',
    '\0',
    '[',
    '\ufeff{}',
  ),
  fc.string(),
);

/** Everything at once, most of it bent from the valid body. */
export function hostileTexts(valid: () => object): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: bent(valid) },
    { weight: 2, arbitrary: fc.array(fc.tuple(nastyKeys, nastyValues), { maxLength: 8 }).map(textOf) },
    { weight: 1, arbitrary: nastyValues },
    { weight: 1, arbitrary: broken },
  );
}
