import { DEFAULT_CATALOG } from '@northlight/shared/catalog/default-catalog.ts';
import { computePrice } from '@northlight/shared/catalog/price.ts';
import type { CustomerRecurring } from '@northlight/shared/contracts/recurring.ts';
import type { OrderService } from '@northlight/shared/contracts/deliveries.ts';
import type { OrderResponse } from '@northlight/shared/contracts/order-page.ts';
import { AT, type Partly } from '@northlight/shared/contracts/test/whole.ts';
import { NO_RESPONSE, refused, type Answers } from '@northlight/shared/contracts/test/fake-server.ts';
import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openPage } from '../../lib/test/fake-fetch.ts';
import { OrderPage } from './order-page.tsx';

const ORDER = 'GET /api/order';
const MESSAGE = 'POST /api/order/messages';
const RECURRING = 'GET /api/recurring-payment';
const ANSWER = 'POST /api/order/answer';
const LINK = { order: 'ORD-10001', key: 'a-key' };
const done = {};

const delivery = { version: 2, link: 'https://preview.example/marlow' };
const website = (changes: Partly<OrderService> = {}): Partly<OrderService> => ({
  id: 'website',
  state: 'form',
  roundsIncluded: 5,
  ...changes,
});
const inReview = (changes: Partly<OrderService> = {}) =>
  website({ state: 'review', deliveries: [delivery], ...changes });

const anOrder = (changes: Partly<OrderResponse> = {}): Partly<OrderResponse> => ({
  orderNumber: 'ORD-10001',
  paymentStatus: 'completed',
  isPaid: true,
  services: [website()],
  receipt: computePrice(DEFAULT_CATALOG, { serviceIds: ['website'], addonIds: [], isYearly: false }),
  timeZone: 'America/New_York',
  ...changes,
});

function mount(answers: Answers, address = `/order?${new URLSearchParams(LINK)}`) {
  const page = openPage(address, { [RECURRING]: refused(404, 'None'), ...answers });
  render(<OrderPage businessName="Northlight Studio" businessEmail="hello@northlight.example" />);
  return page;
}
const service = async () => within(await screen.findByRole('article'));

test('the page says what happens next, and asks with the link’s key', async () => {
  const { server } = mount({ [ORDER]: anOrder() });
  await screen.findByRole('heading', { name: 'Your order ORD-10001' });
  expect(server.asked(ORDER)).toEqual([LINK]);
  const card = await service();
  expect(card.getByRole('status').textContent).toContain('We need your answers');
  expect(card.getByRole('link', { name: 'Fill out the form' }).getAttribute('href')).toContain(
    `/website-form?${new URLSearchParams(LINK)}`,
  );
  expect(screen.getByText('No messages yet. Ask us anything about your order.')).toBeTruthy();
  expect(screen.queryByText('Is this from you?')).toBeNull();
});

test('what happens next stands before the words about a demo', async () => {
  mount({ [ORDER]: anOrder({ isDemo: true }) });
  const next = await screen.findByRole('heading', { name: 'What happens next' });
  const order = next.compareDocumentPosition(screen.getByText('Demo order.'));
  expect(order).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test.each([
  [website({ state: 'working' }), 'You’ll see the first version here.'],
  [website({ state: 'working', paused: true }), 'We have a question for you.'],
  [inReview(), 'Version 2 is ready'],
  [website({ state: 'change', deliveries: [delivery] }), 'We’re making your change'],
  [website({ state: 'launch', deliveries: [delivery] }), 'We’re putting your website online'],
  [website({ state: 'done', deliveries: [delivery] }), 'Your website is live.'],
])('a service in each of its states says so (%#)', async (one, text) => {
  mount({ [ORDER]: anOrder({ services: [one] }) });
  expect((await service()).getByRole('status').textContent).toContain(text);
});

test('an unpaid order says how its payment stands, and shows no receipt', async () => {
  const paymentNotice = { title: 'Your payment is on its way.', text: 'Please don’t pay again.' };
  mount({ [ORDER]: anOrder({ paymentStatus: 'pending', isPaid: false, paymentNotice, services: [] }) });
  expect((await screen.findByText('Your payment is on its way.')).parentElement?.textContent).toContain(
    'Please don’t pay again.',
  );
  expect(screen.getByRole('heading', { name: 'What you ordered' })).toBeTruthy();
  expect(screen.queryByText('Your receipt')).toBeNull();
  expect(screen.queryByText('What happens next')).toBeNull();
});

test('a version is approved', async () => {
  const { server, user } = mount({ [ORDER]: anOrder({ services: [inReview()] }), [ANSWER]: done });
  const card = await service();
  expect(card.getByRole('link', { name: 'Open the preview' }).getAttribute('href')).toBe(delivery.link);
  server.answer({ [ORDER]: anOrder({ services: [website({ state: 'launch', deliveries: [delivery] })] }) });
  await user.click(card.getByRole('button', { name: 'Approve' }));
  const question = await card.findByRole('group', { name: /^Approve version 2\? We’ll put it online/ });
  await user.click(within(question).getByRole('button', { name: 'Not yet' }));
  await user.click(card.getByRole('button', { name: 'Approve' }));
  expect(server.sent(ANSWER)).toEqual([]);
  await user.click(card.getByRole('button', { name: 'Yes, approve' }));
  await waitFor(() => expect(card.getByRole('status').textContent).toContain('putting your website online'));
  expect(server.sent(ANSWER)).toEqual([{ answer: 'approved', service: 'website', version: 2 }]);
  expect(server.asked(ANSWER)).toEqual([LINK]);
});

test('a change is asked for in words, and a failed request keeps them', async () => {
  const { server, user } = mount({ [ORDER]: anOrder({ services: [inReview()] }), [ANSWER]: NO_RESPONSE });
  const card = await service();
  expect(card.getByText('0 of 5 design revisions used')).toBeTruthy();
  await user.click(card.getByRole('button', { name: 'Ask for a change' }));
  const words = card.getByLabelText<HTMLTextAreaElement>(/^What should we change\?/);
  await user.type(words, 'Bigger photos, please.');
  await user.click(card.getByRole('button', { name: 'Send request' }));
  expect((await card.findByRole('alert')).textContent).toContain('We couldn’t reach our server.');
  expect(words.value).toBe('Bigger photos, please.');
  server.answer({ [ANSWER]: done });
  await user.click(card.getByRole('button', { name: 'Send request' }));
  await waitFor(() =>
    expect(server.sent(ANSWER).at(-1)).toEqual({
      answer: 'change',
      service: 'website',
      version: 2,
      change: 'Bigger photos, please.',
    }),
  );
});

test('without revisions left, a change cannot be asked for', async () => {
  mount({ [ORDER]: anOrder({ services: [inReview({ roundsUsed: 5 })] }) });
  const card = await service();
  expect(card.getByText(/^You’ve used all your design revisions\./)).toBeTruthy();
  expect(card.queryByRole('button', { name: 'Ask for a change' })).toBeNull();
  expect(card.getByRole('button', { name: 'Approve' })).toBeTruthy();
});

test('a message after a lost answer is sent again with the same key, and the next one with another', async () => {
  const { server, user } = mount({ [ORDER]: anOrder(), [MESSAGE]: NO_RESPONSE });
  const field = await screen.findByLabelText<HTMLTextAreaElement>(/^Your message/);
  const send = screen.getByRole('button', { name: 'Send message' });
  await user.type(field, 'The blue door.');
  await user.click(send);
  await screen.findByText(/We couldn’t reach our server\./);
  expect(field.value).toBe('The blue door.');
  server.answer({ [MESSAGE]: done });
  await waitFor(() => expect(send.getAttribute('aria-disabled')).not.toBe('true'));
  await user.click(send);
  await waitFor(() => expect(field.value).toBe(''));
  await user.type(field, 'Thank you.');
  await user.click(send);
  await waitFor(() => expect(server.sent(MESSAGE)).toHaveLength(3));
  const [first, again, next] = server.sent(MESSAGE) as { key: string; text: string }[];
  expect(again).toEqual(first);
  expect(next?.key).not.toBe(first?.key);
});

test('a form that was sent without the link counts once the customer confirms it', async () => {
  const call = 'POST /api/order/forms/:form/:id/confirm';
  const { server, user } = mount({
    [ORDER]: anOrder({
      formsToConfirm: [{ form: 'onhold', id: 7, answers: [{ answer: 'Thank you for calling.' }] }],
    }),
    [call]: done,
  });
  const asked = await screen.findByRole('region', { name: 'Is this from you?' });
  expect(asked.textContent).toContain('Thank you for calling.');
  server.answer({ [ORDER]: anOrder() });
  await user.click(within(asked).getByRole('button', { name: 'Yes, I sent this' }));
  await waitFor(() => expect(asked.isConnected).toBe(false));
  expect(server.received.map(({ path }) => path)).toContain('/api/order/forms/onhold/7/confirm');
});

test.each([true, false])('sent answers can be corrected until work starts: %s', async (canCorrect) => {
  mount({
    [ORDER]: anOrder({
      answers: [{ form: 'website', canCorrect, answers: [{ label: 'Name', answer: 'Ada' }] }],
    }),
  });
  const section = within(await screen.findByRole('region', { name: 'What you told us' }));
  const link = section.queryByRole('link', { name: 'Correct your answers' });
  if (canCorrect)
    expect(link?.getAttribute('href')).toContain('/website-form?order=ORD-10001&key=a-key&correct=');
  else expect(section.getByText(/^We’ve started work, so you can’t edit these answers\./)).toBeTruthy();
  expect(link !== null).toBe(canCorrect);
});

test('a file of the customer is listed with its size, and can be removed', async () => {
  const id = '5f0c6a4e-7d0e-4b51-9d0a-0c6a4e7d0e4b';
  const { server, user } = mount({
    [ORDER]: anOrder({ files: [{ id, name: 'logo.png', size: 2_048, hasPreview: true }] }),
    'POST /api/order/files/:id/remove': done,
  });
  const link = await screen.findByRole('link', { name: 'logo.png' });
  expect(link.getAttribute('href')).toBe(`/api/order/files/${id}?${new URLSearchParams(LINK)}`);
  expect(screen.getByText('Add another file')).toBeDefined();
  server.answer({ [ORDER]: anOrder() });
  await user.click(screen.getByRole('button', { name: 'Remove logo.png' }));
  await screen.findByText('No files yet. Send us your logo, pictures, or text.');
  expect(screen.getByText('Choose files')).toBeDefined();
  expect(server.received.map(({ path }) => path)).toContain(`/api/order/files/${id}/remove`);
});

test('invoices and credit notes have their amounts', async () => {
  mount({
    [ORDER]: anOrder({
      documents: [
        { number: 'INV-1', kind: 'invoice', amountCents: 14_900, url: '/invoice' },
        { number: 'CN-2', kind: 'credit-note', amountCents: 1_000, isVoid: true, url: '/note' },
      ],
    }),
  });
  const invoice = await screen.findByRole('link', { name: 'Invoice INV-1 (PDF)' });
  expect(invoice.closest('li')?.textContent).toContain('$149.00');
  const note = screen.getByRole('link', { name: 'Credit note CN-2 (PDF)' });
  expect(note.closest('li')?.textContent).toContain('$10.00, void');
});

test('a wrong link leaves the page to the form that emails a new one', async () => {
  const notFound = vi.fn();
  addEventListener('order-not-found', notFound, { once: true });
  mount({ [ORDER]: refused(404, 'This link isn’t valid.') });
  await waitFor(() => expect(notFound).toHaveBeenCalledOnce());
});

test('a lost connection is reported, and Try again loads the order', async () => {
  const { server, user } = mount({ [ORDER]: NO_RESPONSE });
  await screen.findByText(/We couldn’t reach our server\./);
  server.answer({ [ORDER]: anOrder() });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Your order ORD-10001' })).toBeTruthy();
});

const PAYMENT = 'POST /api/recurring-payment';
const recurring = (changes: Partly<CustomerRecurring> = {}): Partly<CustomerRecurring> => ({
  timeZone: 'America/New_York',
  state: 'active',
  period: 'month',
  amountCents: 3_000,
  nextChargeAt: AT,
  card: 'Visa ending in 4242',
  ...changes,
});
const ended = recurring({ state: 'canceled', nextChargeAt: null });
const payment = async () => within(await screen.findByRole('region', { name: 'Your recurring payment' }));

test('an order without a recurring payment shows none', async () => {
  const { server } = mount({ [ORDER]: anOrder() });
  await screen.findByRole('heading', { name: 'Your order ORD-10001' });
  await waitFor(() => expect(server.asked(RECURRING)).toEqual([LINK]));
  expect(screen.queryByText('Your recurring payment')).toBeNull();
});

test('the provider’s page is opened, and a page without https is not', async () => {
  const given = { message: 'Taking you there.' };
  const { server, user, leftFor } = mount({
    [ORDER]: anOrder(),
    [RECURRING]: recurring(),
    [PAYMENT]: { ...given, url: 'javascript:document.title="owned"' },
  });
  const section = await payment();
  await user.click(section.getByRole('button', { name: 'Update payment method' }));
  const state = section.getByRole('status');
  await waitFor(() => expect(state.textContent).toMatch(/^Taking you there\. Active\./));
  expect(document.activeElement).toBe(state);
  expect(leftFor()).toBeUndefined();
  server.answer({ [PAYMENT]: { ...given, url: 'https://billing.example/card' } });
  await user.click(section.getByRole('button', { name: 'Update payment method' }));
  await waitFor(() => expect(leftFor()).toBe('https://billing.example/card'));
});

test('a recurring payment that did not load can be tried again, and a failed press can be repeated', async () => {
  const { server, user } = mount({ [ORDER]: anOrder(), [RECURRING]: NO_RESPONSE, [PAYMENT]: NO_RESPONSE });
  const section = await payment();
  expect(section.getByRole('alert').textContent).toContain('We couldn’t reach our server.');
  server.answer({ [RECURRING]: recurring() });
  await user.click(section.getByRole('button', { name: 'Try again' }));
  const state = section.getByRole('status');
  await waitFor(() => expect(state.textContent).toMatch(/^Active\. We’ll charge \$30 on/));
  expect(document.activeElement).toBe(state);
  const cancel = section.getByRole('button', { name: 'Cancel recurring payment' });
  await user.click(cancel);
  await waitFor(() =>
    expect(section.getByRole('alert').textContent).toContain('We couldn’t reach our server.'),
  );
  expect(state.textContent).toContain('We’ll charge $30 on');
  expect(section.queryByRole('button', { name: 'Try again' })).toBeNull();
  server.answer({ [PAYMENT]: done, [RECURRING]: ended });
  await user.click(cancel);
  await waitFor(() => expect(state.textContent).toMatch(/^Canceled\./));
  expect(section.getByRole('alert').textContent).toBe('');
  expect(server.sent(PAYMENT)).toEqual([{ action: 'cancel' }, { action: 'cancel' }]);
});

test('a change in another tab appears on return, and a failed reload leaves what is shown', async () => {
  const { server } = mount({ [ORDER]: anOrder(), [RECURRING]: recurring() });
  const section = await payment();
  const state = section.getByRole('status');
  expect(state.textContent).toMatch(/^Active\./);
  server.answer({ [RECURRING]: NO_RESPONSE });
  document.dispatchEvent(new Event('visibilitychange'));
  await section.findByRole('button', { name: 'Try again' });
  expect(state.textContent).toMatch(/^Active\./);
  expect(section.getByText('$30 a month')).toBeTruthy();
  server.answer({ [RECURRING]: ended });
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(state.textContent).toMatch(/^Canceled\./));
  expect(section.queryByRole('button')).toBeNull();
});

const OFFER = { id: 7, amountCents: 3_500, chargeAt: '2027-01-21T10:00:00.000Z' };

test('a new price is accepted with what was shown, and what ended meanwhile says so', async () => {
  const offer = { ...OFFER, text: 'Faster hosting.', until: '2026-12-22T05:00:00.000Z' };
  const { server, user } = mount({
    [ORDER]: anOrder(),
    [RECURRING]: recurring({ offer }),
    [PAYMENT]: refused(409, 'This offer is no longer open, so your price stays the same.'),
  });
  const section = await payment();
  const box = within(section.getByRole('region', { name: 'A new price' }));
  expect(
    box.getByText(/^Starting with your payment on January 21, 2027, your website costs \$35 a month instead/),
  ).toBeTruthy();
  expect(box.getByText('Faster hosting.')).toBeTruthy();
  expect(
    box.getByText(
      'You can accept it before December 22, 2026. If you don’t answer, your price stays $30 a month.',
    ),
  ).toBeTruthy();
  server.answer({ [RECURRING]: recurring() });
  await user.click(box.getByRole('button', { name: 'Accept the new price' }));
  await waitFor(() => expect(section.getByRole('alert').textContent).toMatch(/no longer open/));
  expect(section.queryByRole('region', { name: 'A new price' })).toBeNull();
  expect(server.sent(PAYMENT)).toEqual([
    { action: 'accept-offer', offer: { id: 7, chargeAt: '2027-01-21T10:00:00.000Z' } },
  ]);
});

test('who can’t change to yearly payments just before a charge reads when', async () => {
  mount({ [ORDER]: anOrder(), [RECURRING]: recurring({ yearlyAfter: '2027-01-21T10:00:00.000Z' }) });
  const section = await payment();
  section.getByText('You can change to yearly payments after your payment on January 21, 2027.');
});

test('yearly payments ask first, with the price that was shown, and a changed one is shown before it counts', async () => {
  const otherPeriod = { period: 'year' as const, amountCents: 30_000, chargeAt: '2027-01-21T10:00:00.000Z' };
  const { server, user } = mount({
    [ORDER]: anOrder(),
    [RECURRING]: recurring({ otherPeriod }),
    [PAYMENT]: refused(409, 'This has changed.'),
  });
  const section = await payment();
  const box = within(section.getByText('Change to yearly payments').closest('details') as HTMLElement);
  expect(
    box.getByText(/^You save \$60 a year\. Starting with your payment on January 21, 2027/),
  ).toBeTruthy();
  const later = { ...otherPeriod, amountCents: 36_000, chargeAt: '2027-02-21T10:00:00.000Z' };
  server.answer({ [RECURRING]: recurring({ otherPeriod: later }) });
  await user.click(box.getByText('Change to yearly payments'));
  expect(server.sent(PAYMENT)).toEqual([]);
  await user.click(box.getByRole('button', { name: 'Pay $300.00 on January 21, 2027' }));
  await waitFor(() => expect(section.getByRole('alert').textContent).toBe('This has changed.'));
  expect(section.getByText(/^Starting with your payment on February 21, 2027/)).toBeTruthy();
  expect(server.sent(PAYMENT)).toEqual([{ action: 'change-period', otherPeriod }]);
});

test('an accepted price is among the facts', async () => {
  mount({ [ORDER]: anOrder(), [RECURRING]: recurring({ offer: { ...OFFER, isAccepted: true } }) });
  const section = await payment();
  expect(section.getByText('$35 a month, starting January 21, 2027')).toBeTruthy();
  expect(section.queryByRole('button', { name: 'Accept the new price' })).toBeNull();
});

test('a finished order asks for a review, and sends it with the customer’s choice', async () => {
  const SEND = 'POST /api/order/review';
  const review = { name: 'Ada Marlow' };
  const { user, server } = mount({ [ORDER]: anOrder({ review }), [SEND]: done });
  await user.type(await screen.findByLabelText('Your review'), 'It was easy.');
  await user.click(screen.getByRole('checkbox', { name: /^You may show it/ }));
  server.answer({ [ORDER]: anOrder({ review: { ...review, text: 'It was easy.', isSent: true } }) });
  await user.click(screen.getByRole('button', { name: 'Send your review' }));
  await screen.findByText('We have your review.', { exact: false });
  expect(server.sent(SEND)).toEqual([{ text: 'It was easy.', name: 'Ada Marlow', mayShow: true }]);
});
