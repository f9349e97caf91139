import { DEFAULT_CATALOG } from '@northlight/shared/catalog/default-catalog.ts';
import { expect, test } from 'vitest';
import { computePrice } from '@northlight/shared/catalog/price.ts';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { emailKeyOf } from '../../work/orders/order-links.ts';
import { type NewOrder } from '../../work/orders/order-store.ts';
import { sampleMessage } from '../../../seed/emails/email-samples.ts';
import { writeEmail } from '../write-email.ts';
import { anOrder } from '../../../test/fixtures/outbox-fixtures.ts';
import { TEST_NOW, testDatabase, testEnv } from '../../../test/shop/test-app.ts';
const SERVICES: ServiceId[] = ['website', 'voice', 'onhold'];

function emailFor(
  changes: Partial<NewOrder> = {},
  settings = testEnv({ publicUrl: 'https://shop.example.com' }),
) {
  const db = testDatabase();
  const order = anOrder(changes);
  const { lines } = computePrice(DEFAULT_CATALOG, {
    serviceIds: order.serviceTypes,
    addonIds: [],
    isYearly: order.isYearly,
  });
  orderStore.insert(db, order, lines);
  const email = writeEmail({ db, settings, now: () => TEST_NOW }, sampleMessage('order-confirmation'));
  db.$client.close();
  if (!email) throw new Error('No email.');
  return email;
}

const FORMS = { website: 'website-form', voice: 'voice-agent-form', onhold: 'onhold-audio-form' };

test.each(SERVICES)('the email for only %s links to its form and no other', (service) => {
  const { html, text } = emailFor({ serviceTypes: [service] });
  for (const [id, form] of Object.entries(FORMS)) {
    const link = `https://shop.example.com/${form}?order=ORD-10001&key=${emailKeyOf(testEnv().secret, { orderNumber: 'ORD-10001', createdAt: TEST_NOW, keyVersion: 0 })}`;
    expect(text.includes(link), form).toBe(id === service);
    expect(html.includes(`href="${link.replace('&', '&amp;')}"`), form).toBe(id === service);
  }
});

test('the email has the number, every receipt row, and the links of all services, in both parts', () => {
  const { subject, from, html, text } = emailFor({
    serviceTypes: SERVICES,
    basePriceCents: 24_800,
    promoCode: 'SAVE50',
    discountCents: 5_000,
    taxCents: 1_188,
    initialPaymentCents: 20_988,
    consent: {
      text: 'Your website then costs $30 a month.',
      amountCents: 3_000,
      period: 'month',
      agreedAt: '',
    },
  });
  expect({ subject, from }).toEqual({
    subject: 'Your order ORD-10001',
    from: '"Northlight Studio" <hello@northlight.example>',
  });
  const rows = [
    ['Website', '$149.00'],
    ['On-Hold Audio', '$99.00'],
    ['Subtotal', '$248.00'],
    ['Discount (SAVE50)', '−$50.00'],
    ['Tax (6%)', '$11.88'],
    ['Total', '$209.88'],
    ['Then', '$30 a month'],
  ];
  // This one is too long for two columns.
  const separately = [
    'AI Voice Agent, billed separately',
    'from $199.00 + from $199.00/month, subject to quote',
  ] as const;
  expect(text).toContain(separately.join(': '));
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain(`&#9679; ${separately.join('')}`);
  const withoutDots = html.replaceAll(/<span[^>]*>&#9679;<\/span> /g, '');
  const cells = [...withoutDots.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, cell]) => cell);
  for (const [label, amount] of rows) {
    expect(text.split('\n')).toContain(`${label}: ${amount}`);
    expect(cells.join('|')).toContain(`|${label}|${amount}|`);
  }
  // Neither amounts nor numbers are broken by the end of a line.
  expect(html).toMatch(/white-space:nowrap;">−\$50\.00</);
  expect(html).toContain('<strong><span style="white-space:nowrap">ORD-10001</span></strong>');
  expect(text).toMatch(/Then: \$30 a month\n.*\n+Your website then costs/);
  for (const part of [text, html]) {
    expect(part).toContain('ORD-10001');
    expect(part).toContain('Your website then costs $30 a month.');
    expect(part).toContain('We’ll contact you within 24 hours of receiving your form.');
    expect(part).toContain('You’ll need it for the forms below.');
    expect(part).toContain('hello@northlight.example');
    expect(part).not.toMatch(/undefined|null|\[object|NaN|<%/);
  }
});

test('the email for a demo order says that nothing was charged; a live one does not', () => {
  for (const part of ['html', 'text'] as const) {
    expect(emailFor()[part]).toContain('This is a demo. No real payments are made.');
    expect(emailFor({ paymentMode: 'live' })[part]).not.toContain('demo');
  }
});

test('one service has one form', () => {
  expect(emailFor({ serviceTypes: ['onhold'] }).text).toContain('You’ll need it for the form below.');
});

test('the text part is readable: no markup, no entities, at most one empty line in a row', () => {
  const { text } = emailFor({ firstName: 'Ada & "Co" <3', serviceTypes: SERVICES });
  expect(text).toContain('Thank you, Ada & "Co" <3.');
  expect(text).not.toMatch(/&(amp|lt|quot|#\d+);|<\/?(p|td|a|br)\b/);
  expect(text).not.toMatch(/\n{4}/);
});

test('a name is escaped in the HTML part', () => {
  const { html } = emailFor({ firstName: '<script>x</script><img onerror=y> "&\'' });
  expect(html).not.toMatch(/<script|<img/);
  expect(html).toContain('&lt;script&gt;x&lt;/script&gt;&lt;img onerror=y&gt; &quot;&amp;&#39;');
});

test('template syntax in a name is not executed', () => {
  const { html, text } = emailFor({ firstName: '<%= it %>${7*7}' });
  expect(text).toContain('Thank you, <%= it %>${7*7}.');
  expect(html).toContain('&lt;%= it %&gt;${7*7}');
});

test.each(['You won: https://evil.example', 'www.evil', 'evil.example/claim now', 'x'.repeat(61)])(
  'a name that contains a message or a link is left out: %s',
  (firstName) => {
    const { html, text } = emailFor({ firstName });
    expect(text).toMatch(/^Thank you\.\n/);
    expect(html + text).not.toContain(firstName);
  },
);

test.each(['Dr. Ada', 'J.R.', 'Zoë "Z" 🚲', 'Anne-Marie O’Neill'])(
  'an ordinary name is used: %s',
  (firstName) => {
    expect(emailFor({ firstName }).text).toContain(`Thank you, ${firstName}.`);
  },
);
