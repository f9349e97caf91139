import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { startTestApp, TEST_NOW, type TestApp } from '../../../test/shop/test-app.ts';
import { inTransaction } from '../../db/transaction.ts';
import { createProviderFetch } from '../../money/payments/provider-fetch.ts';
import * as upkeepStore from '../../db/upkeep-store.ts';

const TOKEN = 'a token of twenty-six chars';

const metricShop = () => startTestApp({ env: { metricsToken: TOKEN } });

async function scrape(app: TestApp, authorization = `Bearer ${TOKEN}`) {
  const response = await fetch(`${app.base}/metrics`, { headers: { authorization } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The value of one line, such as `northlight_orders{status="completed"}`. */
function valueOf(text: string, name: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
}

test('without the setting, /metrics is an ordinary missing page', async () => {
  const app = await startTestApp();
  expect((await scrape(app)).status).toBe(404);
});

test.each(['', 'Bearer wrong', TOKEN, `bearer ${TOKEN}`, `Bearer ${TOKEN} `.repeat(50)])(
  'the token is required: %o gets nothing',
  async (authorization) => {
    const app = await metricShop();
    const { status, headers, text } = await scrape(app, authorization);
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(text).not.toContain('northlight_');
  },
);

test('orders, payments, commits and the process are counted', async () => {
  const app = await metricShop();
  await scrape(app);
  await buyWithCard(app, aDraft({ serviceTypes: ['voice'] }));
  await app.post('/api/create-payment-intent', { amount: 149, ...aDraft() });
  const { headers, text } = await scrape(app);
  expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(valueOf(text, 'northlight_orders{status="completed"}')).toBe(1);
  expect(valueOf(text, 'northlight_unsettled_payments{status="open"}')).toBe(1);
  expect(valueOf(text, 'northlight_unsettled_payments{status="processing"}')).toBe(0);
  expect(valueOf(text, 'northlight_orders_to_review')).toBe(0);
  expect(valueOf(text, 'northlight_can_store_orders')).toBe(1);
  expect(valueOf(text, 'northlight_commit_seconds_count')).toBeGreaterThan(2);
  expect(valueOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  expect(text).not.toMatch(/ada|@/i);
});

test('the age of the outbox is that of the oldest message that should have been sent', async () => {
  const app = await metricShop();
  await buyWithCard(app, aDraft({ serviceTypes: ['voice'] }));
  app.wait(90_000);
  const { text } = await scrape(app);
  expect(valueOf(text, 'northlight_outbox_age_seconds')).toBe(90);
  expect(valueOf(text, 'northlight_outbox_due')).toBeGreaterThan(0);
  await app.sentEmails();
  expect(valueOf((await scrape(app)).text, 'northlight_outbox_age_seconds')).toBe(0);
});

test('the last backup and check are times, 0 before the first', async () => {
  const app = await metricShop();
  expect(valueOf((await scrape(app)).text, 'northlight_last_backup_timestamp_seconds')).toBe(0);
  await inTransaction(app.db, () => upkeepStore.record(app.db, 'backup', null, TEST_NOW));
  const { text } = await scrape(app);
  expect(valueOf(text, 'northlight_last_backup_timestamp_seconds')).toBe(TEST_NOW.getTime() / 1_000);
  expect(valueOf(text, 'northlight_last_database_check_timestamp_seconds')).toBe(0);
});

test('provider calls are timed by outcome, and a pause shows', async () => {
  const app = await metricShop();
  await scrape(app);
  let status = 200;
  const server = createServer((_, response) => response.writeHead(status).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const call = createProviderFetch({ name: 'Testpay', mayRetry: () => false });
  const ask = () => call((send) => send(`http://127.0.0.1:${port}`)).catch(() => null);
  await ask();
  status = 500;
  for (let failures = 0; failures < 5; failures += 1) await ask();
  const { text } = await scrape(app);
  const count = (outcome: string) =>
    valueOf(text, `northlight_provider_call_seconds_count{provider="Testpay",outcome="${outcome}"}`);
  expect([count('success'), count('failure')]).toEqual([1, 5]);
  expect(valueOf(text, 'northlight_provider_paused{provider="Testpay"}')).toBe(1);
});

test('an order that cannot be stored shows, and the page still answers', async () => {
  const app = await metricShop();
  app.db.$client.pragma('query_only = ON');
  const { status, text } = await scrape(app);
  expect([status, valueOf(text, 'northlight_can_store_orders')]).toEqual([200, 0]);
});
