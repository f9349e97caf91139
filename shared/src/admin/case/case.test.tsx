import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NO_RESPONSE, refused, type Answers } from '../../contracts/test/fake-server.ts';
import { aCase, aRequest, AT, AN_EMAIL, ORDER, PAYMENT, aService } from '../test/case.ts';
import { useUi } from '../base/ui-store.ts';
import { EMPTY_LISTS } from '../test/lists.ts';
import { mountAdmin } from '../test/mount-admin.tsx';
import { aDentalSubmission, anOnHoldSubmission, aWebsiteSubmission } from '../test/submissions.ts';

const CASE = 'GET /api/json/cases/:orderNumber';
const NOTES = 'POST /api/admin/cases/:orderNumber/notes';
const STATUS = 'POST /api/admin/cases/:orderNumber/work-status';
const REFUND = 'POST /api/admin/payments/:id/refund';
const part = (name: string) => screen.findByRole('region', { name });
const done = (message: string) => ({ message });
const note = () => screen.findByLabelText<HTMLTextAreaElement>('Internal note');

test('an order page has the customer, receipt, payments, forms, emails and timeline', async () => {
  const { server } = mountAdmin('#/case/10001', {
    [CASE]: aCase({
      order: { ...ORDER, billingAddress: ['12 Canal Street', 'Ann Arbor, MI 48104'], promoCode: 'SAVE50' },
      payments: [PAYMENT],
      submissions: [{ form: 'website', submission: aWebsiteSubmission() }],
      messages: [AN_EMAIL],
      timeline: [
        { at: AT, kind: 'form', text: 'Website form received', by: null },
        { at: AT, kind: 'payment', text: 'Payment of $149.00 started', by: null },
      ],
    }),
  });
  // Only the digits of the order number are in the address.
  expect(await screen.findByRole('heading', { name: /ORD-10001$/ })).toBeTruthy();
  expect(server.received.map(({ path }) => path)).toContain('/api/json/cases/ORD-10001');
  for (const [name, texts] of [
    ['Customer', ['Ada Marlow', '(555) 010-4477', '12 Canal Street', 'We repair and sell bicycles.']],
    ['Receipt', ['Website$149.00', 'Then$30 a month']],
    ['Payments', ['$149.00 PaidDemo card', '$30.00 per month']],
    ['Website form', ['Something round']],
    ['Emails', ['Order confirmation to ada@marlow-bicycles.example']],
    ['What happened', ['Website form received', 'Payment of $149.00 started']],
  ] as const) {
    const { textContent } = await part(name);
    for (const text of texts) expect(textContent).toContain(text);
  }
  expect(screen.queryByRole('region', { name: 'Needs review' })).toBeNull();
});

test('a review becomes a testimonial only with the customer’s yes, and by an owner', async () => {
  const USE = 'POST /api/admin/cases/:orderNumber/testimonial';
  const review = { text: 'It was easy.', name: 'Ada M.', mayShow: false, sentAt: AT, usedAt: null };
  const { server, user, goToView } = mountAdmin('#/case/10001', {
    [CASE]: aCase({ review }),
    [USE]: done('Added to the draft'),
  });
  expect((await part('Review')).textContent).toMatch(/It was easy\..*Ada M\..*may not be shown/);
  expect(screen.queryByRole('button', { name: 'Use as a testimonial' })).toBeNull();
  server.answer({ [CASE]: aCase({ review: { ...review, mayShow: true } }) });
  goToView('#/case/10002');
  await user.click(await screen.findByRole('button', { name: 'Use as a testimonial' }));
  await waitFor(() => expect(server.sent(USE)).toEqual([{}]));
});

test('messages that came by email say so, and a returned email has the reason', async () => {
  const lastError = 'Returned by mail.example.com: 550 No such user';
  mountAdmin('#/case/10001', {
    [CASE]: aCase({
      conversation: [
        { id: 1, isByEmail: true, text: 'The blue one.', sentAt: AT },
        { id: 2, isFromStudio: true, by: 'Ines', text: 'Thank you!', sentAt: AT },
      ],
      messages: [{ ...AN_EMAIL, status: 'given-up', lastError }],
    }),
  });
  const { textContent } = await part('What happened');
  expect(textContent).toMatch(/Customer, by email, .*The blue one\./);
  expect(textContent).toMatch(/Ines, (?!by email).*Thank you!/);
  expect((await part('Emails')).textContent).toMatch(/Came back after it was sent .*550 No such user/);
});

test('an empty note is an error at the field, and a failed one says so and keeps the text', async () => {
  const { server, user } = mountAdmin('#/case/ORD-10001', {
    [CASE]: aCase(),
    [NOTES]: refused(503, 'The disk is full.'),
  });
  const add = await screen.findByRole('button', { name: 'Add note' });
  await user.click(add);
  await screen.findByText('Please enter a note');
  expect(document.activeElement).toBe(await note());
  await user.type(await note(), 'Call before noon');
  await user.click(add);
  await screen.findByText('Couldn’t add the note');
  expect(screen.getByText('The disk is full.')).toBeTruthy();
  expect((await note()).value).toBe('Call before noon');
  server.answer({ [NOTES]: done('Note added') });
  await user.click(add);
  await screen.findByText('Note added');
  await waitFor(async () => expect((await note()).value).toBe(''));
});

test('a second click while a note is on its way sends nothing', async () => {
  const answering = Promise.withResolvers<ReturnType<typeof done>>();
  const { server, user } = mountAdmin('#/case/ORD-10001', {
    [CASE]: aCase(),
    [NOTES]: () => answering.promise,
  });
  await user.type(await note(), 'Call before noon');
  const add = screen.getByRole('button', { name: 'Add note' });
  await user.dblClick(add);
  answering.resolve(done('Note added'));
  await screen.findByText('Note added');
  expect(server.sent(NOTES)).toHaveLength(1);
});

test('offline, an act can be pressed but not done: it says why, and what was typed stays', async () => {
  const { server, user } = mountAdmin('#/case/ORD-10001', { [CASE]: aCase(), [NOTES]: done('Note added') });
  await user.type(await note(), 'Call before noon');
  act(() => useUi.setState({ isOffline: true }));
  const add = screen.getByRole('button', { name: 'Add note' });
  expect(add.getAttribute('aria-disabled')).toBe('true');
  await user.click(add);
  await screen.findByText('Offline: the shop isn’t responding');
  expect(server.sent(NOTES)).toEqual([]);
  act(() => useUi.setState({ isOffline: false }));
  await user.click(add);
  await screen.findByText('Note added');
  expect(server.sent(NOTES)).toMatchObject([{ text: 'Call before noon' }]);
});

test.each([
  { field: 'Internal note', button: 'Add note', call: NOTES },
  {
    field: 'Message to the customer',
    button: 'Send message',
    call: 'POST /api/admin/cases/:orderNumber/messages',
  },
] as const)(
  '$button after a lost answer sends the same text with the same key, and other text with another',
  async ({ field, button, call }) => {
    const { server, user } = mountAdmin('#/case/ORD-10001', { [CASE]: aCase(), [call]: NO_RESPONSE });
    const input = await screen.findByLabelText(field);
    const send = screen.getByRole('button', { name: button });
    await user.type(input, 'Call');
    await user.click(send);
    await screen.findByText('Couldn’t reach the server.');
    server.answer({ [call]: done('Stored') });
    await user.click(send);
    await screen.findByText('Stored');
    server.answer({ [call]: NO_RESPONSE });
    await user.type(input, 'Call');
    await user.click(send);
    await screen.findByText('Couldn’t reach the server.');
    server.answer({ [call]: done('Stored too') });
    await user.clear(input);
    await user.type(input, 'Write');
    await user.click(send);
    await screen.findByText('Stored too');
    const sent = server.sent(call) as { text: string; key: string }[];
    expect(sent.map(({ text }) => text)).toEqual(['Call', 'Call', 'Call', 'Write']);
    const [first, again, onPurpose, other] = sent.map(({ key }) => key);
    expect(again).toBe(first);
    expect(new Set([first, onPurpose, other]).size).toBe(3);
  },
);

test('the work status is sent with the version that was seen, and a newer one is shown', async () => {
  const message = 'ada changed the work status to “Delivered” in the meantime';
  const { server, user } = mountAdmin('#/case/ORD-10001', {
    [CASE]: aCase({ workVersion: 4 }),
    [STATUS]: refused(409, message),
  });
  const delivered = await screen.findByRole('button', { name: 'Delivered' });
  expect(screen.getByRole('button', { name: 'New' }).getAttribute('aria-pressed')).toBe('true');
  server.answer({ [CASE]: aCase({ workVersion: 5, workStatus: 'delivered' }) });
  await user.click(screen.getByRole('button', { name: 'In progress' }));
  await screen.findByText(message);
  await waitFor(() => expect(delivered.getAttribute('aria-pressed')).toBe('true'));
  expect(server.sent(STATUS)).toEqual([{ workStatus: 'in-progress', workVersion: 4 }]);
});

test('a website is marked as live with its address, which is checked', async () => {
  const LIVE = 'POST /api/admin/cases/:orderNumber/live';
  const service = aService({ id: 'website', state: 'launch', roundsIncluded: 5 });
  const { server, user } = mountAdmin('#/case/ORD-10001', {
    [CASE]: aCase({ services: [service] }),
    [LIVE]: done('Marked as live'),
  });
  const address = await screen.findByLabelText('Address of the website');
  await user.type(address, 'javascript:alert(1)');
  const mark = screen.getByRole('button', { name: 'Mark website as live' });
  await user.click(mark);
  await waitFor(() => expect(address.getAttribute('aria-invalid')).toBe('true'));
  await user.clear(address);
  // Without it, the customer's email would not say where the website is.
  await user.click(mark);
  expect(await screen.findByText('Please enter the address of the website')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Mark as live without its address' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(server.sent(LIVE)).toEqual([]);
  await user.type(address, 'marlow-bicycles.example');
  await user.click(mark);
  await waitFor(() => expect(server.sent(LIVE)).toEqual([{ link: 'https://marlow-bicycles.example' }]));
});

test('after the last approval, the page offers to send what is left to pay', async () => {
  const ACT = 'POST /api/admin/cases/:orderNumber/payment-requests/:id';
  const service = aService({ state: 'done' });
  const request = aRequest();
  const working = aService({ id: 'website' });
  const { server, user } = mountAdmin('#/case/ORD-10001', {
    [CASE]: aCase({ services: [service, working], paymentRequests: [request] }),
    [ACT]: done('Request sent'),
  });
  await screen.findByRole('region', { name: 'Payment requests' });
  expect(screen.queryByText(/Everything is approved/)).toBeNull();
  server.answer({ [CASE]: aCase({ services: [service], paymentRequests: [request] }) });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  const offer = (await screen.findByText(/Everything is approved/)).closest('p') as HTMLElement;
  expect(offer.textContent).toContain('Send the request for $297.00?');
  await user.click(within(offer).getByRole('button', { name: 'Send it' }));
  await waitFor(() => expect(server.sent(ACT)).toEqual([{ action: 'send' }]));
});

test('Delivered asks first where no version was delivered, and the next act is the one that was promised', async () => {
  const service = aService({ promise: 'contact', dueAt: AT });
  const { server, user } = mountAdmin('#/case/ORD-10001', {
    [CASE]: aCase({ services: [service] }),
    [STATUS]: done('Work status changed'),
    [NOTES]: done('Note added'),
  });
  const work = within(await screen.findByRole('region', { name: 'Work' }));
  expect(work.getByText('To do: contact the customer')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Write a message' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Message to the customer/)));
  await user.click(screen.getByRole('button', { name: 'I called' }));
  await waitFor(() =>
    expect(server.sent(NOTES)).toEqual([{ text: 'Called the customer', answers: 'called' }]),
  );
  await user.click(screen.getByRole('button', { name: 'Delivered' }));
  const question = within(await screen.findByRole('dialog', { name: 'Close without a delivered version?' }));
  expect(question.getByText(/^On-Hold Audio was not delivered\. The customer will read/)).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(server.sent(STATUS)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delivered' }));
  server.answer({ [CASE]: aCase({ services: [aService({ state: 'closed' })], workStatus: 'closed' }) });
  await user.click(screen.getByRole('button', { name: 'Close the order' }));
  await waitFor(() => expect(server.sent(STATUS)).toMatchObject([{ workStatus: 'delivered' }]));
  const closed = await screen.findByRole('button', { name: 'Closed' });
  expect(closed.getAttribute('aria-pressed')).toBe('true');
  expect(screen.queryByRole('button', { name: 'Delivered' })).toBeNull();
});

test('the head has the money and the one next act: whoever waits longest, then what nobody is waiting for', async () => {
  const [early, late] = ['2026-11-21T10:00:00.000Z', '2026-11-21T12:00:00.000Z'];
  const message = { id: 1, text: 'When?', sentAt: late };
  const promised = aService({ promise: 'delivery', dueAt: early });
  const order = { ...ORDER, owedCents: 5_000 };
  const { server, user } = mountAdmin('#/case/ORD-10001', {
    [CASE]: aCase({ order, services: [promised], conversation: [message] }),
  });
  const head = (await screen.findByRole('heading', { name: /ORD-10001$/ })).closest('.case-head');
  const next = () => head?.querySelector('.case-next')?.textContent;
  expect(head?.textContent).toContain('$149.00 of $199.00 Paid in part');
  expect(next()).toMatch(/^On-Hold Audio: deliver .*Deliver version 1$/);
  const show = async (changes: object, words: RegExp) => {
    server.answer({ [CASE]: aCase({ order, ...changes }) });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(next()).toMatch(words));
  };
  const waiting = { services: [{ ...promised, dueAt: '2026-12-24T10:00:00.000Z' }], conversation: [message] };
  await show(waiting, /^Message to answer .*Answer$/);
  const called = { at: late, kind: 'contact' as const, text: 'Called the customer', by: 'ada' };
  await show({ ...waiting, timeline: [called] }, /^On-Hold Audio: deliver/);
  await show({ services: [aService({})] }, /^On-Hold Audio: deliver Deliver version 1$/);
  expect(screen.getByText('To do: deliver')).toBeTruthy();
  const soon = aService({ promise: 'delivery', dueAt: new Date(Date.now() + 60_000).toISOString() });
  await show({ services: [soon] }, /^On-Hold Audio: deliver due (today|tomorrow) \d/);
  // The final payment of a quote is an order of its own.
  const rest = { orderNumber: 'ORD-10002', createdAt: AT, receipt: { ...ORDER.price, dueTodayCents: 5_000 } };
  const addons = [
    { ...rest, refundedCents: 0, isPaid: true },
    { ...rest, orderNumber: 'ORD-10003', refundedCents: 0, isPaid: false },
  ];
  await show({ order: ORDER, services: [soon], addons }, /^On-Hold/);
  expect(head?.textContent).toContain('$199.00 Paid');
  await user.click(screen.getByRole('link', { name: 'Deliver version 1' }));
  expect(await screen.findByLabelText('Note to the customer')).toBe(document.activeElement);
});

test('one stream has messages, notes, money, and forms, newest first, and shows one kind of them', async () => {
  const at = (minute: number) => `2026-11-21T10:0${minute}:00.000Z`;
  const submission = { ...aWebsiteSubmission(), timestamp: at(2) };
  const { user } = mountAdmin('#/case/ORD-10001', {
    [CASE]: aCase({
      submissions: [{ form: 'website', submission }],
      conversation: [{ id: 1, text: 'Blue, please.', sentAt: at(3) }],
      timeline: [
        { at: at(4), kind: 'note', text: 'Likes blue', by: 'ada' },
        { at: at(2), kind: 'form', text: 'Website form received', by: null },
        { at: at(1), kind: 'payment', text: '$149.00 received', by: null },
      ],
    }),
  });
  const stream = within(await part('What happened'));
  const kinds = () => stream.getAllByRole('listitem').map(({ dataset }) => dataset['kind']);
  expect(kinds()).toEqual(['note', 'customer', 'form', 'payment']);
  await user.click(stream.getByRole('button', { name: 'Messages' }));
  expect(kinds()).toEqual(['customer']);
  await user.click(stream.getByRole('button', { name: 'Money' }));
  expect(kinds()).toEqual(['payment']);
});

test('an email goes to a corrected address, which is checked first', async () => {
  const call = 'POST /api/admin/messages/:id/send-again';
  const { server, user } = mountAdmin('#/case/ORD-10001', {
    [CASE]: aCase({ messages: [AN_EMAIL] }),
    [call]: done('Sending the email'),
  });
  await user.click(
    await screen.findByRole('button', { name: /^Send to a different address: Order confirmation/ }),
  );
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'New email address' });
  expect(document.activeElement).toBe(field);
  await user.clear(field);
  await user.type(field, 'nobody{Enter}');
  await screen.findByText('Please enter a valid email');
  await user.type(field, '@marlow.example');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Sending the email');
  expect(server.sent(call)).toEqual([{ recipient: 'nobody@marlow.example' }]);
  await waitFor(() => expect(field.isConnected).toBe(false));
});

test('each email shows its state, and its text as sent or as it would be sent', async () => {
  const later = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
  const reminder = {
    id: 2,
    kind: 'form-reminder',
    name: 'Form reminder',
    status: 'waiting',
    dueAt: later,
  } as const;
  const { user } = mountAdmin('#/case/ORD-10001', {
    [CASE]: aCase({ order: { ...ORDER, missingForms: ['website'] }, messages: [AN_EMAIL, reminder] }),
    'GET /api/json/messages/:id': ({ path }) => ({
      recipient: 'ada@marlow-bicycles.example',
      subject: 'Your order ORD-10001',
      text: 'You ordered on November 21.',
      isSent: path.endsWith('/1'),
      answer: path.endsWith('/1') ? 'Saved as order-confirmation-ORD-10001.eml' : null,
    }),
  });
  const emails = await part('Emails');
  const [sent, planned] = within(emails).getAllByRole('listitem');
  if (!sent || !planned) throw new Error('There are two emails.');
  expect(sent.textContent).toMatch(/Sent \w+ \d+/);
  expect(planned.textContent).toMatch(/Scheduled for .+, if a form is still missing/);
  expect(within(planned).queryByRole('button', { name: /^Send again/ })).toBeNull();
  await user.click(within(sent).getByRole('button', { name: /^Show email/ }));
  expect((await within(sent).findByText(/You ordered on/)).textContent).toContain(
    'Subject: Your order ORD-10001',
  );
  expect(sent.textContent).toContain('Saved as order-confirmation-ORD-10001.eml');
  await user.click(within(planned).getByRole('button', { name: /^Show email/ }));
  expect(await within(planned).findByText('Not sent yet. This is what it would say now.')).toBeTruthy();
});

test('an order that nobody paid can be asked for again, recorded, written about, or closed after a question, and the closing undone', async () => {
  const UNDO = 'POST /api/admin/cases/:orderNumber/undo';
  const COLLECT = 'POST /api/admin/cases/:orderNumber/collect';
  const unpaid = {
    order: { ...ORDER, paymentStatus: 'pending' as const, reviewReason: 'The payment hasn’t arrived.' },
    payments: [],
  };
  const { server, user, goToView } = mountAdmin('#/case/ORD-10001', {
    [CASE]: aCase(unpaid),
    [STATUS]: { ...done('Work status changed'), undo: { orderNumber: 'ORD-10001', token: 'taken.back' } },
    [UNDO]: done('Undone'),
    [COLLECT]: done('Request sent'),
  });
  const flags = await part('Needs review');
  // There is no work before there is money.
  expect(screen.queryByRole('region', { name: 'Work' })).toBeNull();
  await user.click(within(flags).getByRole('button', { name: 'Ask again' }));
  await waitFor(() => expect(server.sent(COLLECT)).toEqual([{ action: 'send' }]));
  expect(flags.textContent).not.toContain('Asked again Nov');
  const asked = aRequest({ state: 'open', sentAt: AT });
  server.answer({ [CASE]: aCase({ ...unpaid, paymentRequests: [asked] }) });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(flags.textContent).toContain('Asked again Nov 21'));
  await user.click(within(flags).getByRole('button', { name: 'Record a payment' }));
  await user.type(within(flags).getByLabelText('Reference (optional)'), '1043');
  await user.click(within(flags).getByRole('button', { name: 'Record $149.00' }));
  await waitFor(() =>
    expect(server.sent(COLLECT)[1]).toEqual({ action: 'record', way: 'check', reference: '1043' }),
  );
  await user.click(within(flags).getByRole('button', { name: 'Write to the customer' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Message to the customer'));
  await user.click(within(flags).getByRole('button', { name: 'Close the order' }));
  expect(server.sent(STATUS)).toEqual([]);
  await screen.findByRole('dialog', { name: 'Close this unpaid order?' });
  // A question ends with the page that asked it.
  goToView('#/case/ORD-10002');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  goToView('#/case/ORD-10001');
  await user.click(await screen.findByRole('button', { name: 'Close the order' }));
  const question = within(await screen.findByRole('dialog', { name: 'Close this unpaid order?' }));
  await user.click(question.getByRole('button', { name: 'Close the order' }));
  await waitFor(() => expect(server.sent(STATUS)).toMatchObject([{ workStatus: 'delivered' }]));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone')).toBeTruthy();
  expect(server.sent(UNDO)).toEqual([{ token: 'taken.back' }]);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('flags are at the top; a form that is not spam leaves quarantine and is accepted for the order', async () => {
  const order = {
    ...ORDER,
    serviceTypes: ['onhold' as const],
    missingForms: ['onhold' as const],
    paymentStatus: 'pending' as const,
    claims: { ...ORDER.claims, paymentStatus: 'completed' },
    reviewReason: 'The browser reported a payment, but this order has none.',
  };
  const submission = anOnHoldSubmission({
    id: 7,
    orderMatch: 'unpaid-order',
    isUnverified: true,
    quarantineReason: 'honeypot',
  });
  const withForm = (changes: object) =>
    aCase({ order, submissions: [{ form: 'onhold', submission: { ...submission, ...changes } }] });
  const { server, user } = mountAdmin('#/case/ORD-10001', {
    [CASE]: withForm({}),
    'POST /api/admin/submissions/:form/:id/release': done('Moved out of quarantine'),
    'POST /api/admin/submissions/:form/:id/accept': done('Form accepted for this order'),
  });
  const flags = await part('Needs review');
  for (const text of [
    'The browser reported a payment',
    'On-hold form. Quarantine: likely spam (filled out a hidden field)',
    'Unverified: the order hasn’t been paid',
  ])
    expect(flags.textContent).toContain(text);
  // Not paid, so that it isn’t missed yet.
  expect(screen.queryByText('Missing the On-Hold Audio form.')).toBeNull();
  server.answer({ [CASE]: withForm({ quarantineReason: null }) });
  await user.click(within(flags).getByRole('button', { name: 'Not spam: On-hold form' }));
  await screen.findByText('Moved out of quarantine');
  await waitFor(() => expect(flags.textContent).not.toContain('Quarantine'));
  // The button was removed, so the focus moves to the view.
  await waitFor(() => expect(document.activeElement?.className).toBe('admin-view'));
  const accepted = { quarantineReason: null, isUnverified: false, orderMatch: 'accepted' };
  server.answer({ [CASE]: withForm(accepted) });
  await user.click(within(flags).getByRole('button', { name: 'Accept for this order: On-hold form' }));
  await screen.findByText('Form accepted for this order');
  await waitFor(() => expect(flags.textContent).not.toContain('Unverified'));
  expect(server.received.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      '/api/admin/submissions/onhold/7/release',
      '/api/admin/submissions/onhold/7/accept',
    ]),
  );
});

test('a request without an order has a page, and a dental one shows its answers', async () => {
  const practiceType = 'orthodontics';
  const submission = aDentalSubmission({ practiceType, surveyQuestions: 'Were you in pain?' });
  const submissions = [{ form: 'dental' as const, submission }];
  mountAdmin('#/case/ORD-10001', { [CASE]: aCase({ order: null, submissions }) });
  await screen.findByText('Request without an order');
  const form = await part('Dental form');
  expect(form.textContent).toContain('Orthodontics');
  const openAt = (text: string) => within(form).getByText(text).closest('details')?.open;
  expect(openAt('Knocked-out tooth: call the doctor on duty')).toBe(true);
  expect(openAt('Were you in pain?')).toBe(false);
});

test('an unknown number and a failed load are reported, and Try again loads the order', async () => {
  const { server, user, goToView } = mountAdmin('#/case/ORD-77777', { [CASE]: refused(404, 'Not found') });
  const unknown = await screen.findByText(/There’s no order or request with the number/);
  expect(within(unknown).getByRole('link', { name: 'Search the orders' })).toBeTruthy();
  server.answer({ [CASE]: NO_RESPONSE });
  goToView('#/case/ORD-10001');
  await screen.findByText('Couldn’t reach the server.');
  server.answer({ [CASE]: aCase() });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: /ORD-10001$/ })).toBeTruthy();
});

test('with the keyboard only: n focuses the note, the palette sets the work status', async () => {
  const { server, user } = mountAdmin('#/case/ORD-10001', {
    ...EMPTY_LISTS,
    [CASE]: aCase(),
    [STATUS]: done('Work status changed'),
  });
  await screen.findByRole('heading', { name: /ORD-10001$/ });
  await user.keyboard('n');
  expect(document.activeElement).toBe(await note());
  await user.keyboard('never');
  expect((await note()).value).toBe('never');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Find an order or action' }), 'in progress');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(server.sent(STATUS)).toEqual([{ workStatus: 'in-progress', workVersion: 0 }]));
});

test('f opens the refund and focuses the amount, and the palette does so again', async () => {
  const { user } = mountAdmin('#/case/ORD-10001', { [CASE]: aCase({ payments: [PAYMENT] }) });
  await part('Payments');
  await user.keyboard('f');
  const amount = await screen.findByLabelText('Amount in US dollars');
  expect(document.activeElement).toBe(amount);
  await user.click(screen.getByLabelText('Reason'));
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Find an order or action' }), 'refund');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(amount));
});

test('a refund of a check records how it was returned', async () => {
  const made = { amount: '49.00', tax: '0.00', status: 'succeeded', way: 'cash' } as const;
  const { server, user } = mountAdmin('#/case/ORD-10001', {
    [CASE]: aCase({ payments: [{ ...PAYMENT, provider: 'by-hand', refundable: '100.00', refunds: [made] }] }),
    [REFUND]: done('Refund of $100.00 recorded'),
  });
  expect((await part('Payments')).textContent).toMatch(/Outside the shop.*\$49\.00 refunded in cash/);
  await user.click(screen.getByRole('button', { name: 'Refund' }));
  // Nothing is filled in, so that one press refunds nothing.
  expect(screen.getByLabelText<HTMLInputElement>(/^Amount/).value).toBe('');
  await user.click(screen.getByRole('button', { name: 'Everything: $100.00' }));
  await user.selectOptions(screen.getByLabelText('How you returned it'), 'Bank transfer');
  await user.type(screen.getByLabelText('Reason'), 'The rest');
  await user.click(screen.getByRole('button', { name: 'Record refund of $100.00' }));
  await waitFor(() =>
    expect(server.sent(REFUND)).toMatchObject([{ amount: 100, reason: 'The rest', way: 'transfer' }]),
  );
});

/** A payment whose refund is open, with a reason. */
async function openRefund(payment: object, answers: Answers = {}) {
  const { server, user } = mountAdmin('#/case/ORD-10001', {
    [CASE]: aCase({ payments: [{ ...PAYMENT, ...payment }] }),
    ...answers,
  });
  await part('Payments');
  await user.click(screen.getByRole('button', { name: 'Refund' }));
  await user.type(screen.getByLabelText(/^Reason/), 'Goodwill');
  const amount = screen.getByLabelText(/^Amount/);
  return { server, user, amount, form: within(amount.closest('form') ?? document.body) };
}

test('what else a refund of everything does is said once that is the amount', async () => {
  const ifWhole = 'A refund of everything also ends the payment of $30.00 per month.';
  const { server, user, amount, form } = await openRefund({ ifWhole });
  await user.click(form.getByRole('button', { name: 'Refund' }));
  expect(server.sent(REFUND)).toEqual([]);
  await user.type(amount, '148.99');
  expect(screen.queryByText(ifWhole)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Everything: $149.00' }));
  expect(screen.getByText(ifWhole)).toBeTruthy();
});

test('an amount is refunded as it was pasted, and one with a comma before the cents is not', async () => {
  const payment = { refundable: '2000.00' };
  const { server, user, amount, form } = await openRefund(payment, { [REFUND]: done('Refunded') });
  for (const [typed, name] of [
    ['1.034,45', 'Refund'],
    ['0x10', 'Refund'],
    ['$1,034.45', 'Refund $1,034.45'],
  ] as const) {
    await user.clear(amount);
    await user.type(amount, typed);
    await user.click(form.getByRole('button', { name }));
    if (name === 'Refund') await form.findByText(/such as 1,234\.50/);
  }
  await screen.findByText('Refunded');
  expect(server.sent(REFUND)).toMatchObject([{ amount: 1_034.45 }]);
});

test('an accountant sees the payments in the wide column, and nothing to work with or refund', async () => {
  mountAdmin('#/case/ORD-10001', { [CASE]: aCase({ payments: [PAYMENT] }) }, { role: 'accountant' });
  expect((await part('Payments')).closest('.case-main')).toBeTruthy();
  expect((await part('Customer')).closest('.case-side')).toBeTruthy();
  expect(screen.getByText(/^Work status:/).textContent).toBe('Work status: New');
  for (const name of ['Refund', 'Add note', 'Delivered', 'Send message'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  for (const name of ['Emails', 'Messages']) expect(screen.queryByRole('region', { name })).toBeNull();
});

test('an unfinished refund and a corrected address are restored, and a finished one is forgotten', async () => {
  const answers = {
    [CASE]: aCase({ payments: [PAYMENT], messages: [AN_EMAIL] }),
    [REFUND]: done('$10.50 refunded'),
    'GET /api/json/notices': {},
    'GET /api/admin/doctor': {},
  };
  const { server, user, goToView } = mountAdmin('#/case/ORD-10001', answers);
  await user.click(await screen.findByRole('button', { name: 'Refund' }));
  const amount = () => screen.findByLabelText<HTMLInputElement>('Amount in US dollars');
  await user.clear(await amount());
  await user.type(await amount(), '10.50');
  await user.type(screen.getByLabelText('Reason'), 'The fonts were late');
  await user.click(screen.getByRole('button', { name: /^Send to a different address/ }));
  await user.clear(screen.getByLabelText('New email address'));
  await user.type(screen.getByLabelText('New email address'), 'ada@new.example');
  goToView('#/settings');
  const password = await screen.findByLabelText('Current password');
  await user.type(password, 'never kept, not even once');
  goToView('#/case/ORD-10001');
  expect((await amount()).value).toBe('10.50');
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('The fonts were late');
  expect(screen.getByLabelText<HTMLInputElement>('New email address').value).toBe('ada@new.example');
  const stored = () => JSON.stringify({ ...localStorage });
  expect(stored()).toContain('The fonts were late');
  expect(stored()).not.toContain('never kept');
  await user.click(screen.getByRole('button', { name: 'Refund $10.50' }));
  await screen.findByText('$10.50 refunded');
  expect(server.sent(REFUND)).toMatchObject([{ amount: 10.5, reason: 'The fonts were late' }]);
  await waitFor(() => expect(screen.queryByLabelText('Reason')).toBeNull());
  expect(stored()).not.toContain('The fonts were late');
});

test('a free order says that nothing was due', async () => {
  mountAdmin('#/case/ORD-10001', {
    [CASE]: aCase({ order: { ...ORDER, initialPayment: '0.00', recurringPayment: '0.00' } }),
  });
  expect((await part('Payments')).textContent).toMatch(/StatusNothing due(?!.*Method)/);
  expect(screen.getByText('Receipt (PDF)')).toBeTruthy();
});

test('what a quote still brings is in the sum that is owed, and said where payments are asked for', async () => {
  const open = aRequest({ state: 'open', amountCents: 79_394 });
  mountAdmin('#/case/ORD-10001', {
    [CASE]: aCase({ order: { ...ORDER, owedCents: 142_994 }, paymentRequests: [open] }),
  });
  const { textContent } = await part('Payment requests');
  expect(textContent).toContain('Still owed: $1,429.94. $793.94 is asked for, and $636.00 isn’t yet.');
});

test('after a full refund the next act is to close the order, and there is none once it is closed', async () => {
  const order = { ...ORDER, isPaidBack: true, dueAt: null };
  const services = [aService({ state: 'closed' })];
  const { server, user } = mountAdmin('#/case/ORD-10001', {
    [CASE]: aCase({ order, services }),
    [STATUS]: done('Work status changed'),
  });
  await screen.findByText('Refunded. Close the order?');
  expect(screen.queryByRole('link', { name: /^(?:Write a message|Deliver version)/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Close the order' }));
  const question = within(await screen.findByRole('dialog', { name: 'Close without a delivered version?' }));
  server.answer({ [CASE]: aCase({ order, services, workStatus: 'closed' }) });
  await user.click(question.getByRole('button', { name: 'Close the order' }));
  await waitFor(() => expect(screen.queryByText('Refunded. Close the order?')).toBeNull());
});

test('an accountant sees the money of an order and none of its work', async () => {
  const timeline = [{ kind: 'payment' as const, at: AT, text: '$297.00 paid', by: null }];
  mountAdmin(
    '#/case/ORD-10001',
    {
      [CASE]: aCase({
        order: { ...ORDER, cameFrom: 'google', businessDescription: 'Bicycles' },
        services: [aService({ promise: 'contact', dueAt: AT })],
        timeline,
      }),
    },
    { role: 'accountant' },
  );
  await part('Payments');
  for (const words of [/contact the customer/, 'Came from', 'Business description'])
    expect(screen.queryByText(words)).toBeNull();
  // There is one kind of event.
  expect(screen.queryByRole('group', { name: 'Show' })).toBeNull();
});
