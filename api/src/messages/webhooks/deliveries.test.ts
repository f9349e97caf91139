import { expect, onTestFinished, test } from 'vitest';
import { dialOf, startReceiver } from '../../../test/fixtures/webhook-receiver.ts';
import { webhookShop } from '../../../test/shop/webhook-shop.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { deleteOld } from '../../privacy/retention.ts';
import { createWebhookQueue } from './webhook-queue.ts';
import * as webhookStore from './webhook-store.ts';

async function told(answer?: Parameters<typeof startReceiver>[0]) {
  const shop = await webhookShop();
  const { receiver, id } = await shop.receive(answer);
  await shop.tellAndSend();
  return { ...shop, shop, receiver, id };
}

test('the log has what was sent, the answer, and how long it took', async () => {
  const { log, receiver } = await told((_, response) => response.writeHead(202).end('thanks\0'));
  expect(await log()).toEqual([
    expect.objectContaining({
      event: 'website.live',
      body: receiver.seen[0]?.body,
      status: 'sent',
      attempts: 1,
      lastError: null,
      answerStatus: 202,
      answerText: 'thanks',
      answerMs: expect.any(Number),
      triedAt: expect.any(String),
      nextAttemptAt: null,
    }),
  ]);
});

test('a failure is retried with growing waits, with the same ID, until it is accepted', async () => {
  let isDown = true;
  const { shop, receiver, log, webhook } = await told((_, response) =>
    response.writeHead(isDown ? 500 : 204).end(),
  );
  expect(await log()).toMatchObject([
    {
      status: 'waiting',
      attempts: 1,
      answerStatus: 500,
      lastError: 'The address responded with status 500.',
    },
  ]);
  expect(await webhook()).toMatchObject({ failingSince: expect.any(String), isFailing: false });
  for (const [seconds, attempts] of [
    [4, 1],
    [1, 2],
    [10, 3],
    [20, 4],
  ] as const) {
    await shop.waitAndSend(seconds);
    expect(receiver.seen).toHaveLength(attempts);
  }
  isDown = false;
  await shop.waitAndSend(40);
  expect(await log()).toMatchObject([{ status: 'sent', attempts: 5, answerStatus: 204, lastError: null }]);
  expect(new Set(receiver.seen.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect((await webhook()).failingSince).toBeNull();
});

test('after a day it is given up, and the settings say since when', async () => {
  const { shop, receiver, log, webhook, act, see, id } = await told((_, response) =>
    response.writeHead(503).end(),
  );
  for (let hour = 0; hour < 26; hour += 1) {
    await shop.waitAndSend(60 * 60);
  }
  const [entry] = await log();
  expect(entry).toMatchObject({ status: 'given-up', answerStatus: 503, nextAttemptAt: null });
  expect(await webhook()).toMatchObject({ isFailing: true });
  const { failingWebhooks } = await see('/api/json/overview');
  expect(failingWebhooks).toEqual([{ host: new URL(receiver.url).host, since: expect.any(String) }]);
  const tries = receiver.seen.length;
  await shop.waitAndSend(48 * 60 * 60);
  expect(receiver.seen).toHaveLength(tries);
  expect((await act(`/api/admin/webhook-messages/${entry.id}/resend`)).body.message).toBe('Sending it again');
  await shop.send();
  expect(receiver.seen).toHaveLength(tries + 1);
  await act(`/api/admin/webhooks/${id}`, { url: receiver.url, events: ['website.live'], isOn: false });
  expect((await act(`/api/admin/webhook-messages/${entry.id}/resend`)).body.message).toContain('is off');
});

test('410 turns the webhook off', async () => {
  const { shop, webhook, log, receiver } = await told((_, response) => response.writeHead(410).end());
  expect(await webhook()).toMatchObject({ isOn: false });
  expect(await log()).toMatchObject([
    { status: 'given-up', lastError: expect.stringContaining('410 (Gone)') },
  ]);
  await shop.tellAndSend(2);
  expect(receiver.seen).toHaveLength(1);
});

test('of a huge answer only the beginning is read', async () => {
  let sent = 0;
  const { log } = await told((_, response) => {
    const piece = 'x'.repeat(100_000);
    const more = () => {
      while (!response.destroyed && response.write(piece)) sent += piece.length;
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  });
  expect(await log()).toMatchObject([{ status: 'sent', answerText: 'x'.repeat(1_000) }]);
  expect(sent).toBeLessThan(30_000_000);
});

test('a receiver that says nothing is left after a while, and holds up nobody', async () => {
  const shop = await webhookShop();
  const { receiver: silent } = await shop.receive(() => {}, ['website.live']);
  for (let id = 0; id < 5; id += 1) await shop.tell(id);
  const { receiver: good } = await shop.receive(undefined, ['website.live']);
  await shop.tellAndSend(9);
  expect(silent.seen).toHaveLength(1);
  expect(good.seen).toHaveLength(1);
  const log: { lastError: string | null; attempts: number }[] = await shop.log(1);
  expect(log.map(({ lastError }) => lastError).filter(Boolean)).toEqual(['No response within 10 seconds.']);
  expect(log.map(({ attempts }) => attempts).toSorted()).toEqual([0, 0, 0, 0, 0, 1]);
});

test('a receiver gets one message at a time, in order, and a slow one holds up nobody', async () => {
  const shop = await webhookShop();
  const order: string[] = [];
  const slow = await startReceiver((_, response) => {
    order.push('slow begins');
    setTimeout(() => {
      order.push('slow ends');
      response.end();
    }, 100);
  });
  const good = await startReceiver((_, response) => {
    order.push('good');
    response.end();
  });
  await shop.add(slow.url, ['website.live']);
  await shop.tell(1, 'ORD-1');
  await shop.tell(2, 'ORD-2');
  await shop.add(good.url, ['website.live']);
  await shop.tell(3, 'ORD-3');
  await shop.send();
  expect(order.filter((step) => step !== 'good')).toEqual(
    [1, 2, 3].flatMap(() => ['slow begins', 'slow ends']),
  );
  expect(order.indexOf('good')).toBeLessThan(order.lastIndexOf('slow begins'));
  const numbers = slow.seen.map(({ body }) => JSON.parse(body).data.orderNumber);
  expect(numbers).toEqual(['ORD-1', 'ORD-2', 'ORD-3']);
});

test('a connection that nobody takes is said in words', async () => {
  const shop = await webhookShop();
  await shop.add('https://localhost:1/');
  await shop.tellAndSend();
  expect(await shop.log()).toMatchObject([{ lastError: 'Nothing is responding at this address.' }]);
});

test('a certificate that nobody vouches for is refused', async () => {
  const { ca: _, ...dial } = dialOf();
  const shop = await webhookShop({ dial });
  const { receiver } = await shop.receive();
  await shop.tellAndSend();
  expect(receiver.seen).toEqual([]);
  expect(await shop.log()).toMatchObject([{ lastError: expect.stringContaining('SELF_SIGNED') }]);
});

test('a name that leads into a private network is refused when it connects, also when it changed', async () => {
  let addresses = ['127.0.0.1'];
  const shop = await webhookShop({ dial: dialOf(() => addresses) });
  const { receiver } = await shop.receive();
  await shop.tellAndSend(0);
  expect(receiver.seen).toHaveLength(1);
  for (const [index, found] of [
    ['10.0.0.1'],
    ['127.0.0.1', '169.254.169.254'],
    ['::1'],
    ['::ffff:7f00:1'],
  ].entries()) {
    addresses = found;
    await shop.tellAndSend(index + 1);
    const [entry] = await shop.log();
    expect(entry).toMatchObject({
      status: 'given-up',
      answerStatus: null,
      lastError: expect.stringContaining('private network'),
    });
  }
  expect(receiver.seen).toHaveLength(1);
});

test('the address is checked at every try of a message, also when an administrator sends it again', async () => {
  let addresses = ['127.0.0.1'];
  const shop = await webhookShop({ dial: dialOf(() => addresses) });
  const { receiver } = await shop.receive((_, response) => response.writeHead(503).end());
  await shop.tellAndSend();
  await shop.waitAndSend(5);
  expect(receiver.seen).toHaveLength(2);
  addresses = ['10.0.0.1'];
  await shop.waitAndSend(10);
  const refused = { status: 'given-up', lastError: expect.stringContaining('private network') };
  expect(await shop.log()).toMatchObject([{ ...refused, attempts: 3 }]);
  addresses = ['192.168.0.1'];
  const [{ id }] = await shop.log();
  await shop.act(`/api/admin/webhook-messages/${id}/resend`);
  await shop.send();
  expect(await shop.log()).toMatchObject([refused]);
  expect(receiver.seen).toHaveLength(2);
});

test('the server that customers get reaches no receiver on its own machine', async () => {
  const { app, act, see } = await openConsole();
  const receiver = await startReceiver();
  await act('/api/admin/webhooks', { url: receiver.url, events: ['website.live'], isOn: true });
  await act('/api/admin/webhooks/1/test', {});
  await app.sentEmails();
  expect(receiver.seen).toEqual([]);
  expect((await see('/api/json/webhooks/1/log')).entries).toMatchObject([
    { status: 'given-up', lastError: expect.stringContaining('private network') },
  ]);
});

test('an end between commit and sending, or while sending, loses nothing', async () => {
  const shop = await webhookShop();
  const { receiver } = await shop.receive();
  await shop.tell(1);
  // Another process, which ends with the first message in hand.
  const { app } = shop;
  const leaseUntil = new Date(app.clock.now.getTime() + 6 * 60_000);
  expect(await webhookStore.queueOf(app.db, 1).lease(app.clock.now, leaseUntil)).toBeDefined();
  await shop.tell(2);
  const restarted = createWebhookQueue(app.context, dialOf());
  onTestFinished(() => restarted.stop());
  await restarted.drain();
  expect(receiver.seen).toHaveLength(1);
  shop.wait(6 * 60);
  await restarted.drain();
  expect(receiver.seen).toHaveLength(2);
  expect(await shop.log()).toMatchObject([{ status: 'sent' }, { status: 'sent', attempts: 2 }]);
});

test('the log is kept for 30 days', async () => {
  const { shop, log, app } = await told();
  shop.wait(30 * 24 * 60 * 60);
  await deleteOld(app.context);
  expect(await log()).toHaveLength(1);
  shop.wait(1);
  await deleteOld(app.context);
  expect(await log()).toEqual([]);
});

test('a long log comes in pages', async () => {
  const { shop, see } = await told();
  for (let id = 2; id <= 60; id += 1) await shop.tell(id);
  const first = await see('/api/json/webhooks/1/log');
  expect(first.entries).toHaveLength(50);
  const second = await see(`/api/json/webhooks/1/log?before=${first.next}`);
  expect(second).toMatchObject({ entries: { length: 10 }, next: null });
});
