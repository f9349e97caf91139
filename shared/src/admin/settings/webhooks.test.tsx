import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { webhookEvents, type LogEntry, type Webhook } from '../../contracts/webhooks.ts';
import { refused, type Answers } from '../../contracts/test/fake-server.ts';
import { mountAdmin } from '../test/mount-admin.tsx';

const WEBHOOKS = 'GET /api/json/webhooks';
const ADD = 'POST /api/admin/webhooks';
const SAVE = 'POST /api/admin/webhooks/:id';
const TEST = 'POST /api/admin/webhooks/:id/test';
const NEW_SECRET = 'POST /api/admin/webhooks/:id/secret';
const REMOVE = 'POST /api/admin/webhooks/:id/remove';
const LOG = 'GET /api/json/webhooks/:id/log';
const RESEND = 'POST /api/admin/webhook-messages/:id/resend';
const done = { message: 'Saved' };
const NO_ADDRESS = 'Please enter a URL that starts with https:// and has no username, password, or #';

const aWebhook = (changes: Partial<Webhook> = {}) => ({
  id: 7,
  version: 'v1',
  url: 'https://hooks.example/shop',
  events: [...webhookEvents],
  isOn: true,
  ...changes,
});
const listed = (...webhooks: Partial<Webhook>[]) => ({ webhooks });
const open = (webhooks: Partial<Webhook>[], answers: Answers) =>
  mountAdmin('#/settings/webhooks', { [WEBHOOKS]: listed(...webhooks), ...answers });
const aDelivery = (changes: Partial<LogEntry> = {}): Partial<LogEntry> => ({
  id: 31,
  event: 'order.placed',
  orderNumber: 'ORD-10001',
  body: '{"event":"order.placed"}',
  status: 'given-up',
  attempts: 3,
  lastError: 'The server answered 500.',
  answerStatus: 500,
  answerText: 'Oops',
  answerMs: 12,
  triedAt: '2026-11-24T09:30:00.000Z',
  ...changes,
});
const log = (entries: Partial<LogEntry>[], next: number | null = null) => ({ entries, next });
const addForm = async () => within(await screen.findByRole('region', { name: 'Add a webhook' }));

test('a new webhook is checked at its URL and its events, sent, and its secret is shown once', async () => {
  const { server, user } = open([], { [ADD]: { ...done, id: 7, secret: 'whsec_abc' } });
  const form = await addForm();
  const url = form.getByLabelText<HTMLInputElement>('URL');
  await user.type(url, 'http://hooks.example');
  expect(form.getAllByRole('checkbox')).toHaveLength(1);
  await user.click(form.getByLabelText('All events'));
  for (const box of form.getAllByRole('checkbox').slice(1)) await user.click(box);
  await user.click(form.getByRole('button', { name: 'Add the webhook' }));
  await form.findByText(NO_ADDRESS);
  expect(form.getByText('Please choose at least one event')).toBeTruthy();
  expect(document.activeElement).toBe(url);
  expect(server.sent(ADD)).toEqual([]);

  await user.clear(url);
  await user.type(url, 'https://hooks.example/shop');
  await user.click(form.getByLabelText('A refund is made'));
  await user.click(form.getByRole('button', { name: 'Add the webhook' }));
  const secret = within(await screen.findByRole('region', { name: 'The secret for hooks.example' }));
  expect(secret.getByText('whsec_abc')).toBeTruthy();
  expect(server.sent(ADD)).toEqual([
    { url: 'https://hooks.example/shop', events: ['refund.created'], isOn: true },
  ]);
  await waitFor(() => expect(url.value).toBe(''));
  expect(form.getByLabelText<HTMLInputElement>('All events').checked).toBe(true);
  await user.click(secret.getByRole('button', { name: 'I’ve saved it' }));
  expect(screen.queryByText('whsec_abc')).toBeNull();
});

test('all events are sent unless some are chosen, and choosing all again forgets the choice', async () => {
  const { server, user } = open([], { [ADD]: { ...done, id: 7, secret: 'whsec_abc' } });
  const form = await addForm();
  await user.type(form.getByLabelText('URL'), 'https://hooks.example/shop');
  const all = form.getByLabelText('All events');
  await user.click(all);
  await user.click(form.getByLabelText('A refund is made'));
  await user.click(all);
  expect(form.queryByLabelText('A refund is made')).toBeNull();
  await user.click(form.getByRole('button', { name: 'Add the webhook' }));
  await screen.findByText('whsec_abc');
  expect(server.sent(ADD)).toEqual([
    { url: 'https://hooks.example/shop', events: [...webhookEvents], isOn: true },
  ]);
});

test('a webhook says what it sends and since when it fails', async () => {
  mountAdmin('#/settings/webhooks', {
    [WEBHOOKS]: listed(
      aWebhook({ failingSince: '2026-11-20T09:00:00.000Z', isFailing: true }),
      aWebhook({ id: 8, url: 'https://other.example/', events: ['order.placed'], isOn: false }),
    ),
  });
  await screen.findByText('https://hooks.example/shop');
  const [first, second] = screen.getAllByRole('listitem');
  expect(first?.textContent).toContain('On · All events');
  expect(first?.textContent).toMatch(/Failing since Nov \d+, .*See the log for details\./);
  expect(second?.textContent).toContain('Off · 1 event');
  expect(second?.textContent).not.toContain('Failing since');
  expect(screen.queryByRole('button', { name: 'Send test event: other.example' })).toBeNull();
});

test('a webhook is edited, and after a refusal the form stays open', async () => {
  const { server, user } = open([aWebhook({ events: ['order.placed', 'refund.created'] })], {
    [SAVE]: refused(503, 'The disk is full.'),
  });
  const edit = await screen.findByRole('button', { name: 'Edit: hooks.example' });
  await user.click(edit);
  expect(edit.getAttribute('aria-expanded')).toBe('true');
  const row = within(screen.getByRole('listitem'));
  expect(row.getByLabelText<HTMLInputElement>('URL').value).toBe('https://hooks.example/shop');
  expect(row.getByLabelText<HTMLInputElement>('A refund is made').checked).toBe(true);
  expect(row.getByLabelText<HTMLInputElement>('A form comes in').checked).toBe(false);
  await user.click(row.getByLabelText('A refund is made'));
  await user.click(row.getByRole('button', { name: 'Save the webhook' }));
  await screen.findByText('The disk is full.');
  server.answer({ [SAVE]: done });
  await user.click(row.getByRole('button', { name: 'Save the webhook' }));
  await waitFor(() => expect(row.queryByRole('button', { name: 'Save the webhook' })).toBeNull());
  expect(server.sent(SAVE).at(-1)).toEqual({
    url: 'https://hooks.example/shop',
    events: ['order.placed'],
    isOn: true,
    version: 'v1',
  });
});

test('a webhook is turned off with its URL and events unchanged', async () => {
  const { server, user } = open([aWebhook({ events: ['order.placed'] })], { [SAVE]: done });
  const off = await screen.findByRole('button', { name: 'Turn off: hooks.example' });
  server.answer({ [WEBHOOKS]: listed(aWebhook({ events: ['order.placed'], isOn: false })) });
  await user.click(off);
  expect(await screen.findByRole('button', { name: 'Turn on: hooks.example' })).toBeTruthy();
  expect(server.sent(SAVE)).toEqual([
    { url: 'https://hooks.example/shop', events: ['order.placed'], isOn: false, version: 'v1' },
  ]);
});

test('a test event opens the log, which says what was sent and what came back', async () => {
  const { server, user } = open([aWebhook()], {
    [TEST]: { message: 'Test event sent' },
    [LOG]: log([aDelivery({ event: 'test', orderNumber: null }), aDelivery({ id: 30 })]),
    [RESEND]: refused(409, 'It was already sent.'),
  });
  await user.click(await screen.findByRole('button', { name: 'Send test event: hooks.example' }));
  await screen.findByText('Test event sent');
  const [newest, older] = await screen.findAllByRole('group');
  expect(newest?.textContent).toContain('Test event');
  expect(older?.textContent).toContain('An order comes in ORD-10001');
  for (const text of [
    'Failed',
    'The server answered 500.',
    'Tried 3 times, last Nov ',
    'Response: 500 (12 ms)',
    'Oops',
  ])
    expect(older?.textContent).toContain(text);
  expect(older?.textContent).not.toContain('Next try');
  await user.click(within(older ?? document.body).getByText('Resend'));
  await screen.findByText('It was already sent.');
  expect(server.received.find(({ call }) => call === RESEND)?.path).toBe(
    '/api/admin/webhook-messages/30/resend',
  );
});

test('the log has pages, and a webhook that is off resends nothing', async () => {
  const { server, user } = open([aWebhook({ isOn: false })], {
    [LOG]: ({ query }) => (query['before'] ? log([aDelivery({ id: 2 })]) : log([aDelivery()], 31)),
  });
  await user.click(await screen.findByRole('button', { name: 'Log: hooks.example' }));
  const older = await screen.findByRole('button', { name: 'Older' });
  expect(screen.queryByRole('button', { name: 'Newest' })).toBeNull();
  expect(screen.queryByText('Resend')).toBeNull();
  await user.click(older);
  await user.click(await screen.findByRole('button', { name: 'Newest' }));
  expect(await screen.findByRole('button', { name: 'Older' })).toBeTruthy();
  expect(server.asked(LOG).slice(0, 2)).toEqual([{}, { before: '31' }]);
});

test('a new secret is shown once', async () => {
  const { server, user } = open([aWebhook()], { [NEW_SECRET]: { ...done, id: 7, secret: 'whsec_new' } });
  await user.click(await screen.findByRole('button', { name: 'New secret: hooks.example' }));
  const secret = within(await screen.findByRole('region', { name: 'The secret for hooks.example' }));
  expect(secret.getByText('whsec_new')).toBeTruthy();
  expect(server.sent(NEW_SECRET)).toHaveLength(1);
});

test('a webhook is removed only after a question', async () => {
  const { server, user } = open([aWebhook()], { [REMOVE]: { message: 'Removed' } });
  const remove = await screen.findByRole('button', { name: 'Remove: hooks.example' });
  await user.click(remove);
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.sent(REMOVE)).toEqual([]);
  await user.click(remove);
  server.answer({ [WEBHOOKS]: listed() });
  await user.click(await screen.findByRole('button', { name: 'Remove the webhook' }));
  await screen.findByText('Removed');
  await waitFor(() => expect(screen.queryByText('https://hooks.example/shop')).toBeNull());
  expect(server.sent(REMOVE)).toHaveLength(1);
});
