import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { stripeEvent } from './records.ts';
import { startFakeStripe } from './fake-stripe.ts';

/** A shop that receives events and responds with the given statuses, then with 200. */
async function openShop(answers: number[] = []) {
  const received: { type: string; signature: string; body: string }[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { type }: { type: string } = JSON.parse(body);
      received.push({ type, signature: String(request.headers['stripe-signature']), body });
      response.writeHead(answers.shift() ?? 200).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const fake = await startFakeStripe({ webhookUrl: `http://127.0.0.1:${port}/hook` });
  Object.assign(fake.webhooks.settings, { retryMs: 1 });
  onTestFinished(async () => {
    await fake.close();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  });
  const emit = (...types: string[]) => {
    for (const type of types) fake.webhooks.happened(stripeEvent(type, { id: type }));
  };
  return { fake, emit, received, types: () => received.map(({ type }) => type) };
}

test('events are signed and repeated until accepted', async () => {
  const { fake, emit, received } = await openShop([500, 404, 200]);
  emit('one');
  await fake.webhooks.idle();
  expect(fake.webhooks.deliveries.map(({ status }) => status)).toEqual([500, 404, 200]);
  for (const { signature, body } of received) {
    const at = Number(/^t=(\d+)/.exec(signature)?.[1]);
    expect(signature).toBe(fake.sign(body, at));
  }
});

test('events can be repeated, held back and reordered', async () => {
  const { fake, emit, types } = await openShop();
  fake.webhooks.settings.copies = 2;
  emit('one');
  await fake.webhooks.idle();
  expect(types()).toEqual(['one', 'one']);
  fake.webhooks.settings.copies = 1;
  fake.webhooks.hold();
  emit('two', 'three');
  await fake.webhooks.idle();
  expect(types()).toHaveLength(2);
  Object.assign(fake.webhooks.settings, { attempts: 1 });
  fake.webhooks.release((events) => events.slice(1));
  await fake.webhooks.idle();
  expect(types()).toEqual(['one', 'one', 'three']);
});

test('the same seed causes the same errors, at about the requested rate', async () => {
  const { fake } = await openShop();
  const row = () => {
    fake.faults.byChance(0.3, 42);
    return Array.from({ length: 1_000 }, () => fake.faults.draw('GET /', true));
  };
  const first = row();
  expect(row()).toEqual(first);
  expect(first.filter(Boolean).length).toBeGreaterThan(250);
  expect(first.filter(Boolean).length).toBeLessThan(350);
  fake.faults.calm();
  expect(fake.faults.draw('GET /', true)).toBeUndefined();
});

test('with the publishable key and the client secret, a browser can pay and sees only what it may', async () => {
  const { fake } = await openShop();
  const ask = async (path: string, fields: Record<string, string>) => {
    const response = await fetch(`${fake.base}/v1/payment_intents${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const made = await ask('', { key: fake.secretKey, amount: '5000', currency: 'usd' });
  const { id, client_secret } = made.body as { id: string; client_secret: string };
  const card = {
    key: fake.publishableKey,
    client_secret,
    'payment_method_data[card][number]': '4242424242424242',
  };
  expect((await ask(`/${id}/confirm`, { ...card, client_secret: 'guessed' })).status).toBe(404);
  expect((await ask(`/${id}/cancel`, card)).status).toBe(401);
  expect((await ask('', { key: fake.publishableKey, amount: '5000', currency: 'usd' })).status).toBe(404);
  const paid = await ask(`/${id}/confirm`, card);
  expect(paid).toMatchObject({ status: 200, body: { status: 'succeeded' } });
  expect(paid.body).not.toHaveProperty('metadata');
});

test('undocumented parameters are rejected', async () => {
  const { fake } = await openShop();
  const response = await fetch(`${fake.base}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${fake.secretKey}` },
    body: new URLSearchParams({ amount: '5000', currency: 'usd', made_up: '1' }),
  });
  expect(await response.json()).toMatchObject({ error: { code: 'parameter_unknown' } });
});
