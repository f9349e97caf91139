import { expect, test } from 'vitest';
import { addAdmin, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';

const WORDING = '/api/json/wording';
const SAVE = '/api/admin/wording';
const NUMBER = 'ORD-10001';
const reply = { name: 'Thanks', text: 'Hi {name} of {business}: {order}, {due}. {link} {nothing}' };

async function openShop() {
  const console = await openConsole();
  const buy = () => buyWithCard(console.app, aDraft({ serviceTypes: ['website'] }));
  const daysOf = (kind: string) =>
    rows
      .outbox(console.app.db)
      .filter((row) => row.kind === kind)
      .map(({ payload }) => (payload as { day: number }).day);
  return { ...console, buy, daysOf };
}

test('a reply is filled in for an order, and otherwise stays as it is written', async () => {
  const { app, see, act, buy } = await openShop();
  await buy();
  expect((await act(SAVE, { replies: [reply] })).body.message).toBe('Saved');
  expect((await see(WORDING)).replies).toEqual([reply]);
  const [filled] = (await see(`${WORDING}?orderNumber=${NUMBER}`)).replies;
  expect(filled.text).toMatch(
    /^Hi Ada of Marlow Bicycles: ORD-10001, as soon as possible\. https?:\/\/[^ ]+\/order\?order=ORD-10001&key=[\w-]{22} \{nothing\}$/,
  );
  const { searchParams } = new URL(filled.text.match(/http\S+/)[0]);
  expect((await app.get(`/api/order?${searchParams}`)).status).toBe(200);
  expect((await see(`${WORDING}?orderNumber=ORD-10002`)).success).toBe(false);
});

test('fields of a message are filled in for its order only if the sender asks for it', async () => {
  const { see, act, buy } = await openShop();
  await buy();
  const text = 'Hi {name}, about {order}.';
  for (const fillsFields of [true, false]) {
    const message = { key: crypto.randomUUID(), text, fillsFields };
    expect((await act(`/api/admin/cases/${NUMBER}/messages`, message)).status).toBe(200);
    // Sent again after a lost answer.
    await act(`/api/admin/cases/${NUMBER}/messages`, message);
  }
  const { conversation } = await see(`/api/json/cases/${NUMBER}`);
  expect(conversation.map((message: { text: string }) => message.text)).toEqual([
    'Hi Ada, about ORD-10001.',
    text,
  ]);
});

test('reminders go out on the days of the settings, sorted and once each, and an empty list sends none', async () => {
  const { app, see, act, buy, daysOf } = await openShop();
  expect((await see(WORDING)).reminderDays).toEqual([1, 3, 7]);
  await act(SAVE, { replies: [reply] });
  await act(SAVE, { reminderDays: [10, 2, 10] });
  expect(await see(WORDING)).toMatchObject({ reminderDays: [2, 10], replies: [reply] });
  await buy();
  expect(daysOf('form-reminder')).toEqual([2, 10]);
  const ask = { amount: '50.00', reason: 'A page' };
  await act(`/api/admin/cases/${NUMBER}/payment-requests`, ask);
  expect(daysOf('payment-request')).toEqual([0, 2, 10]);
  expect((await act(SAVE, { reminderDays: [] })).status).toBe(200);
  await buy();
  expect(daysOf('form-reminder')).toEqual([2, 10]);
  app.clock.now = new Date(app.clock.now.getTime() + 10.5 * 24 * 60 * 60_000);
  const last = (await app.sentEmails()).filter(({ text }) => text.includes('This is our last reminder'));
  expect(last.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('we still need'),
      expect.stringContaining('Reminder: $50'),
    ]),
  );
  expect(last).toHaveLength(2);
});

test('what can not be used is refused, and staff use replies without changing them', async () => {
  const { app, act, see } = await openShop();
  const refused: [object, string][] = [
    [{ reminderDays: [0] }, 'reminderDays.0'],
    [{ reminderDays: [61] }, 'reminderDays.0'],
    [{ reminderDays: [1.5] }, 'reminderDays.0'],
    [{ reminderDays: [1, 2, 3, 4, 5, 6] }, 'reminderDays'],
    [{ replies: [{ name: '', text: 'x' }] }, 'replies.0.name'],
    [{ replies: [{ name: 'x', text: ' ' }] }, 'replies.0.text'],
    [{ replies: Array.from({ length: 51 }, () => reply) }, 'replies'],
  ];
  for (const [body, field] of refused) {
    const { status, body: answer } = await act(SAVE, body);
    expect([status, Object.keys(answer.fields)], JSON.stringify(body)).toEqual([400, [field]]);
  }
  await addAdmin(app, { username: 'sam', password: 'a quiet north window', role: 'staff' });
  const sam = await loggedIn(app, { username: 'sam', password: 'a quiet north window' });
  expect((await app.get(WORDING, sam)).status).toBe(200);
  expect((await app.post(SAVE, { replies: [] }, sam)).status).toBe(403);
  expect((await see('/api/json/audit')).entries[0].text).not.toBe('Changed the ready replies');
  await act(SAVE, { replies: [reply] });
  expect((await see('/api/json/audit')).entries[0].text).toBe('Changed the ready replies');
});
