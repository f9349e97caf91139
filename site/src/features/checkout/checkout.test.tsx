import { DEFAULT_CATALOG } from '@northlight/shared/catalog/default-catalog.ts';
import { computePrice } from '@northlight/shared/catalog/price.ts';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import { NO_RESPONSE, refused, Reply, type Answers } from '@northlight/shared/contracts/test/fake-server.ts';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { autofill } from '../../lib/test/autofill.ts';
import { openPage } from '../../lib/test/fake-fetch.ts';
import { Checkout } from './checkout.tsx';
import { sample } from '../../../../api/test/fixtures/long.ts';

const PROMO = 'POST /api/promo-code';
const ORDER = 'POST /api/checkout';
const INTENT = 'POST /api/create-payment-intent';
const CARD = 'POST /api/demo-payments/card';
const PAYPAL = 'POST /api/process-paypal';
const STATUS = 'POST /api/payment-status';
const SAVE50 = { valid: true as const, code: 'SAVE50', amountOff: 50 };

const BUYER = {
  firstName: 'Ada',
  lastName: 'Marlow',
  email: 'ada@marlow-bicycles.example',
  phone: '(555) 010-4477',
  businessName: 'Marlow Bicycles',
  businessDescription: 'We repair and sell bicycles.',
};

/** An order of a voice agent alone, for which nothing is due. */
const PLACED: Answers = {
  [ORDER]: {
    order: {
      initialPayment: '0.00',
      recurringPayment: '0.00',
      serviceTypes: ['voice'],
      paymentStatus: 'completed',
      isPaid: true,
      price: computePrice(DEFAULT_CATALOG, { serviceIds: ['voice'], addonIds: [], isYearly: false }),
    },
  },
};

/** Mounts the checkout at its first step, with the services in the bundle. */
async function openWith(ids: readonly ServiceId[], answers: Answers = {}) {
  const page = openPage('/checkout', {
    'GET /api/payment-mode': { mode: 'demo', methods: ['credit-card', 'paypal'], stripe: null },
    ...answers,
  });
  render(<Checkout />);
  await screen.findByRole('heading', { name: 'Choose your services' });
  for (const id of ids) {
    const card = (await screen.findByRole('heading', { name: SERVICES[id].name })).closest('article');
    await page.user.click(within(card ?? document.body).getByRole('button', { name: /^Add to Bundle/ }));
  }
  return page;
}

const fill = (answers: Record<string, string>) => {
  for (const [name, value] of Object.entries(answers))
    fireEvent.change(document.getElementById(name) ?? document.body, { target: { value } });
};

async function goToDetails(ids: readonly ServiceId[], answers: Answers = {}) {
  const page = await openWith(ids, answers);
  await page.user.click(screen.getByRole('button', { name: 'Continue to Checkout' }));
  await screen.findByRole('heading', { name: 'Your details' });
  return page;
}

const next = () => screen.getByRole('button', { name: 'Continue to Payment' });

async function goToPayment(ids: readonly ServiceId[], answers: Answers = {}, changes: object = {}) {
  const page = await goToDetails(ids, answers);
  fill({ ...BUYER, ...changes });
  await page.user.click(next());
  await screen.findByRole('heading', { name: 'Payment' });
  return page;
}

/** The receipt's rows by label. */
const receipt = () =>
  Object.fromEntries(
    [...document.querySelectorAll('.receipt-row')].map((row) => [
      row.querySelector('dt')?.textContent,
      row.querySelector('dd')?.textContent,
    ]),
  );
const toast = () => document.querySelector('.toast-text')?.textContent;
const code = () => screen.getByLabelText<HTMLInputElement>(/^Promo code/);

test.each(sample([' Save50 ', 'SAVE50', 'save50']))(
  'the promo code "%s" takes 50 dollars off and can be removed',
  async (typed) => {
    const { server, user } = await goToDetails(['website'], { [PROMO]: SAVE50 });
    fireEvent.change(code(), { target: { value: typed } });
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    const applied = await screen.findByRole('button', { name: 'Applied' });
    expect(await screen.findByText('Promo Code Applied')).toBeTruthy();
    expect(server.sent(PROMO)).toMatchObject([{ promoCode: typed.trim() }]);
    expect(code().value).toBe('SAVE50');
    expect(code().readOnly).toBe(true);
    expect(receipt()).toMatchObject({ 'Discount (SAVE50)': '−$50.00', Total: '$99.00' });
    await user.click(applied);
    await waitFor(() => expect(receipt()).toMatchObject({ Total: '$149.00' }));
    expect(code().readOnly).toBe(false);
  },
);

test('a wrong promo code changes nothing and says so', async () => {
  const { user } = await goToDetails(['website'], { [PROMO]: { valid: false } });
  fireEvent.change(code(), { target: { value: 'SAVE51' } });
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(screen.getByText('Applying...')).toBeTruthy();
  await screen.findByText('Invalid Promo Code');
  expect(toast()).toBe('The promo code you entered is invalid or expired.');
  expect(receipt()).toMatchObject({ Total: '$149.00' });
});

test('an empty code is an error at the field, and a lost answer can be tried again', async () => {
  const { server, user } = await goToDetails(['website'], { [PROMO]: NO_RESPONSE });
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await screen.findByText('Please enter a promo code');
  expect(server.sent(PROMO)).toEqual([]);
  fireEvent.change(code(), { target: { value: 'SAVE50' } });
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(
    await screen.findByText('We couldn’t reach our server to check the code. Please try again.'),
  ).toBeTruthy();
});

test('a typed code that was never applied is applied on the way to payment', async () => {
  const { user } = await goToDetails(['website'], { [PROMO]: SAVE50 });
  fill(BUYER);
  fireEvent.change(code(), { target: { value: 'save50' } });
  await user.click(next());
  await screen.findByRole('heading', { name: 'Payment' });
  await waitFor(() => expect(receipt()).toMatchObject({ 'Discount (SAVE50)': '−$50.00', Total: '$99.00' }));
});

test('a wrong code stops the customer once, and not a second time', async () => {
  const { user } = await goToDetails(['website'], { [PROMO]: { valid: false } });
  fill(BUYER);
  fireEvent.change(code(), { target: { value: 'SAVE51' } });
  await user.click(next());
  await screen.findByText('Check the spelling, or continue without a code.');
  await waitFor(() => expect(document.activeElement).toBe(code()));
  await user.click(next());
  await screen.findByRole('heading', { name: 'Payment' });
  await waitFor(() => expect(receipt()).toMatchObject({ Total: '$149.00' }));
});

test('with only a voice agent the button places the order, and a code without effect says so', async () => {
  const { server, user, leftFor } = await goToDetails(['voice'], {
    [PROMO]: SAVE50,
    ...PLACED,
  });
  fill(BUYER);
  await screen.findByText(/^Nothing is due today \(\$0\)/);
  fireEvent.change(code(), { target: { value: 'SAVE50' } });
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await screen.findByText('Nothing is due today, so SAVE50 doesn’t change your total.');
  await user.click(screen.getByRole('button', { name: 'Place order' }));
  await waitFor(() => expect(leftFor()).toBe('/thank-you'));
  expect(server.sent(ORDER)).toMatchObject([{ ...BUYER, serviceTypes: ['voice'], initialPayment: '0.00' }]);
});

test('an order rejected with success: false shows the reason', async () => {
  const { user } = await goToDetails(['voice'], {
    [ORDER]: new Reply(200, { success: false, error: 'We are closed for today.' }),
  });
  fill(BUYER);
  await user.click(screen.getByRole('button', { name: 'Place order' }));
  expect(await screen.findByText('We are closed for today.')).toBeTruthy();
});

test('the information form shows errors at the fields and focuses their summary', async () => {
  const { user } = await goToDetails(['website']);
  fill({ email: 'not an address' });
  await user.click(next());
  const summary = await screen.findByRole('group', { name: '6 fields need your attention' });
  for (const [name, text] of [
    ['firstName', 'First name is required'],
    ['lastName', 'Last name is required'],
    ['email', 'Please enter a valid email'],
    ['phone', 'Phone number is required'],
    ['businessName', 'Business name is required'],
    ['businessDescription', 'Business description is required'],
  ] as const) {
    expect(document.getElementById(`${name}-error`)?.textContent).toBe(text);
    expect(document.getElementById(name)?.getAttribute('aria-invalid')).toBe('true');
  }
  await waitFor(() => expect(summary.contains(document.activeElement)).toBe(true));
});

test('without a service, payment is not reachable and the page says why', async () => {
  const { user } = await openWith([]);
  await user.click(screen.getByRole('button', { name: /Information/ }));
  await screen.findByText('No Service Selected');
  expect(toast()).toBe('Please select at least one service to continue.');
  expect(screen.getByRole('heading', { name: 'Choose your services' })).toBeTruthy();
});

test('Michigan pays 6% tax', async () => {
  await goToPayment(['website', 'onhold'], {}, { state: 'mi', postalCode: '48104' });
  await waitFor(() =>
    expect(receipt()).toMatchObject({ Subtotal: '$248.00', 'Tax (6%)': '$14.88', Total: '$262.88' }),
  );
});

test('a ZIP code of a taxed state asks for the state once, and another one again', async () => {
  const { server, user } = await goToDetails(['onhold'], { [INTENT]: started });
  fill({ ...BUYER, postalCode: '48104' });
  await user.click(next());
  const QUESTION = /^This ZIP code is in Michigan, where sales tax is collected/;
  expect((await screen.findByText(QUESTION)).id).toBe('state-error');
  fill({ postalCode: '48201' });
  await user.click(next());
  await screen.findByText(QUESTION);
  await user.click(next());
  await payByCard(user);
  await waitFor(() =>
    expect(server.sent(INTENT)).toMatchObject([{ postalCode: '48201', askedForState: true, amount: 99 }]),
  );
});

test('a state is recognized as it is written, and nothing else is taken for one', async () => {
  const { server, user } = await goToDetails(['onhold'], { [INTENT]: started });
  fill({ ...BUYER, state: 'Michgan', postalCode: '48104' });
  await user.click(next());
  expect((await screen.findByText(/^Please enter a US state/)).id).toBe('state-error');
  fill({ state: 'Mich.' });
  await user.click(next());
  await waitFor(() => expect(receipt()).toMatchObject({ 'Tax (6%)': '$5.94', Total: '$104.94' }));
  await payByCard(user);
  await waitFor(() => expect(server.sent(INTENT)).toMatchObject([{ state: 'MI', amount: 104.94 }]));
});

test('a question of the server for the state is answered by going on', async () => {
  const question = refused(400, 'This ZIP code is in Ohio.', {
    fields: { state: ['This ZIP code is in Ohio.'] },
  });
  const { server, user } = await goToPayment(['onhold'], { [INTENT]: question }, { postalCode: '43004' });
  await payByCard(user);
  await screen.findByText('This ZIP code is in Ohio.');
  server.answer({ [INTENT]: started });
  await user.click(next());
  await payByCard(user);
  await waitFor(() =>
    expect(server.sent(INTENT).map((sent) => (sent as { askedForState?: true }).askedForState)).toEqual([
      undefined,
      true,
    ]),
  );
});

test.each([
  [200, { success: false, error: 'PayPal is closed for today.' }, 'PayPal is closed for today.'],
  [400, { success: false, error: 'The amount is wrong.' }, 'The amount is wrong.'],
  // Without an address to open.
  [200, { success: true }, 'PayPal payment failed'],
])('PayPal: a response that opens nothing shows its error: %i %j', async (status, answer, text) => {
  const { server, user, leftFor } = await goToPayment(['onhold'], { [PAYPAL]: new Reply(status, answer) });
  await user.click(await screen.findByRole('radio', { name: /PayPal/ }));
  await user.click(screen.getByRole('button', { name: 'Pay with PayPal' }));
  await screen.findByText(text);
  expect(leftFor()).toBeUndefined();
  expect(server.sent(PAYPAL)).toMatchObject([{ amount: 99, serviceTypes: ['onhold'] }]);
});

const started = { clientSecret: 'pi_dev_1', paymentIntentId: 'pi_dev_1', amount: 149, mode: 'demo' as const };

async function payByCard(user: Awaited<ReturnType<typeof openWith>>['user']) {
  fireEvent.change(await screen.findByLabelText(/^Card number/), { target: { value: '4000000000000002' } });
  fireEvent.change(screen.getByLabelText(/^Expiration date/), { target: { value: '1234' } });
  fireEvent.change(screen.getByLabelText(/^Security code/), { target: { value: '123' } });
  await user.click(screen.getByRole('button', { name: /^Pay Now/ }));
}

test('a paid order that could not be placed is tried again when the network is back', async () => {
  const { server, user, leftFor } = await goToPayment(['website'], {
    [INTENT]: started,
    [CARD]: { status: 'succeeded' },
    [ORDER]: NO_RESPONSE,
  });
  await payByCard(user);
  await screen.findByText('Your payment is safe');
  server.answer(PLACED);
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(leftFor()).toContain('/thank-you'));
  expect(server.sent(ORDER)).toHaveLength(2);
});

test.each([
  'Your card was declined. Please try another card.',
  'Your card has insufficient funds. Please try another card.',
])('a refused card says so, and another can be tried: %s', async (message) => {
  const { user } = await goToPayment(['website'], {
    [INTENT]: started,
    [CARD]: { status: 'declined', message },
    [STATUS]: { order: null },
  });
  await payByCard(user);
  await screen.findByText('Payment Failed');
  expect(toast()).toBe(message);
  // The reason stays after the toast is gone, and has the focus.
  const notice = screen.getByText(/You haven’t been charged/);
  expect(notice.textContent).toMatch(new RegExp(`^${message}`));
  expect(document.activeElement).toBe(notice);
  expect(screen.getByRole('button', { name: /^Pay Now/ })).toBeTruthy();
});

test('after too many declined cards the page says how long to wait', async () => {
  const message = 'Too many cards were declined. Nothing was charged. Please try again in a minute.';
  const { user } = await goToPayment(['website'], {
    [INTENT]: refused(429, message, { code: 'too_many_declines' }),
  });
  await payByCard(user);
  await waitFor(() => expect(toast()).toBe(message));
  expect(screen.getByRole('button', { name: /^Pay Now/ })).toBeTruthy();
});

test('a price that changed is shown, and charged only after another click', async () => {
  const { server, user } = await goToPayment(['website'], { [INTENT]: { ...started, amount: 159 } });
  await payByCard(user);
  expect((await screen.findByText(/^The price has changed\./)).textContent).toContain(
    'You’ll be charged $159.00, not the $149.00 on this receipt.',
  );
  expect(server.sent(CARD)).toEqual([]);
});

test('the browser fills in each detail once, and nothing that is asked in words', async () => {
  await goToDetails(['website']);
  expect(autofill()).toEqual([
    ['firstName', 'given-name'],
    ['lastName', 'family-name'],
    ['email', 'email'],
    ['phone', 'tel'],
    ['businessName', 'organization'],
    ['businessDescription', 'off'],
    ['country', 'country'],
    ['address', 'address-line1'],
    ['city', 'address-level2'],
    ['state', 'address-level1'],
    ['postalCode', 'postal-code'],
    ['promoCode', 'off'],
  ]);
});

test('an incomplete card is an error at its fields, and starts no payment', async () => {
  const { server, user } = await goToPayment(['website']);
  await user.click(await screen.findByRole('button', { name: /^Pay Now/ }));
  await screen.findByText('Please enter the full card number');
  await screen.findByText('Please enter the 3- or 4-digit security code');
  expect(server.sent(INTENT)).toEqual([]);
});

test('what only counts or remembers stops no sale, and the server is told once for each part', async () => {
  const { server, user, leftFor } = await goToDetails(['voice'], PLACED);
  const told: string[] = [];
  Object.defineProperty(navigator, 'sendBeacon', {
    configurable: true,
    value: (path: string, body: Blob) => {
      if (path === '/api/unfinished-checkout') throw new TypeError('Not a function, Ada Marlow');
      void body.text().then((text) => told.push(`${path} ${text}`));
      return true;
    },
  });
  const original = JSON.stringify;
  vi.spyOn(JSON, 'stringify').mockImplementation((value, ...rest) => {
    if (Object.hasOwn(Object(value), 'promoText')) throw new TypeError('Cannot store Ada Marlow');
    return original(value, ...rest);
  });
  await user.click(screen.getByRole('checkbox', { name: 'Email me a link to finish' }));
  fill(BUYER);
  await user.click(screen.getByRole('button', { name: 'Place order' }));
  await waitFor(() => expect(leftFor()).toBe('/thank-you'));
  expect(server.sent(ORDER)).toHaveLength(1);
  const faults = told.map((line) => JSON.parse(line.slice(line.indexOf('{'))));
  expect(faults.map(({ part, page }) => `${part} ${page}`).toSorted()).toEqual([
    'storage /checkout',
    'unfinished /checkout',
  ]);
  expect(told.join()).not.toContain('Ada');
});

test('back from PayPal in a browser that lost the checkout, the order that is paid is named, and nothing invites to pay again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const answers = [{ orderNumber: null }, { orderNumber: 'ORD-10001' }];
  const { server } = openPage('/checkout?paypal=return&token=5O190127TN364715T&PayerID=ABC', {
    'GET /api/payment-mode': { mode: 'demo', methods: ['paypal'], stripe: null },
    'POST /api/paypal-status': () => answers.shift() ?? { orderNumber: null },
  });
  render(<Checkout />);
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(10);
    screen.getByText(/This browser no longer has your checkout/);
    expect(server.sent('POST /api/paypal-status')).toHaveLength(1);
  });
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1_000);
    screen.getByRole('heading', { name: 'Your order ORD-10001 is placed' });
  });
  expect(screen.queryByText(/no longer has your checkout/)).toBeNull();
  expect(screen.queryByRole('button', { name: /Add to Bundle|Continue/ })).toBeNull();
  expect(server.sent('POST /api/paypal-status')).toEqual([
    { paypalOrderId: '5O190127TN364715T' },
    { paypalOrderId: '5O190127TN364715T' },
  ]);
});

const CLOSED = { mode: 'live' as const, methods: [], stripe: null };
const CLOSED_WORDS =
  'We can’t take payments at the moment. Leave your email address, and we’ll write to you.';
const LEAVE = 'POST /api/closed-checkout';

test('a shop that can’t take money says so before the first field, and takes an address', async () => {
  const { server, user } = await openWith(['onhold'], {
    'GET /api/payment-mode': CLOSED,
    [LEAVE]: NO_RESPONSE,
  });
  await user.click(screen.getByRole('button', { name: 'Continue to Checkout' }));
  await screen.findByText(CLOSED_WORDS);
  expect(screen.queryByLabelText(/First name/)).toBeNull();
  await user.type(screen.getByLabelText(/^Email/), 'ruth@x.example');
  await user.click(screen.getByRole('button', { name: 'Leave my address' }));
  await screen.findByText('We couldn’t save your address. Please try again.');
  server.answer({ [LEAVE]: { message: 'Thank you. We’ll write to ruth@x.example once you can pay here.' } });
  await user.click(screen.getByRole('button', { name: 'Leave my address' }));
  await screen.findByText(/^Thank you\. We’ll write to ruth@x\.example/);
  expect(screen.queryByLabelText(/^Email/)).toBeNull();
  expect(server.sent(LEAVE)[1]).toMatchObject({
    serviceIds: ['onhold'],
    email: 'ruth@x.example',
    leaveEmpty: '',
  });
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await screen.findByRole('heading', { name: 'Choose your services' });
});

test('where nothing is due, a closed shop still takes the order', async () => {
  await goToDetails(['voice'], { 'GET /api/payment-mode': CLOSED });
  expect(screen.getByRole('button', { name: 'Place order' })).toBeTruthy();
  expect(screen.queryByText(CLOSED_WORDS)).toBeNull();
});

test('a shop that stops taking payments while somebody pays says so in place of the payment form', async () => {
  const { server, user } = await goToPayment(['onhold']);
  server.answer({
    [INTENT]: refused(409, CLOSED_WORDS, { code: 'payments_closed' }),
    'GET /api/payment-mode': CLOSED,
  });
  await payByCard(user);
  await screen.findByText(CLOSED_WORDS);
  expect(screen.queryByRole('button', { name: 'Pay Now' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Leave my address' })).toBeTruthy();
});
