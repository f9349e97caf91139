import { subscribe } from 'node:diagnostics_channel';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AppContext } from '../../money/context.ts';
import { onCommit } from '../../db/transaction.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import { type ProviderCall, providerCalls } from '../../money/payments/breaker.ts';
import * as upkeepStore from '../../db/upkeep-store.ts';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { countWhere } from '../../db/prepared.ts';
import { payments } from '../../db/schema/payments.ts';
import { readTallies } from '../../db/tallies.ts';

const COMMIT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const CALL_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8];

/** All metrics of this process. docs/monitoring.md explains them and has the alerts. */
export function createMetrics(context: AppContext): Registry {
  const { db, now } = context;
  const register = new Registry();
  // Among others, how late the event loop runs.
  collectDefaultMetrics({ register });
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        this.set(await read());
      },
    });
  const gauges = (name: string, help: string, label: string, read: () => [value: string, count: number][]) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [register],
      collect() {
        this.reset();
        for (const [value, count] of read()) this.set({ [label]: value }, count);
      },
    });

  gauge('northlight_can_store_orders', '1 if an order can be stored right now, otherwise 0', async () =>
    (await context.whyNoOrders()) === null ? 1 : 0,
  );
  gauges('northlight_orders', 'Orders by payment status', 'status', () => ordersByPaymentStatus(db));
  gauges('northlight_unsettled_payments', 'Payments whose outcome is not known, by status', 'status', () =>
    unsettledPayments(db),
  );
  gauge('northlight_orders_to_review', 'Unpaid orders that are flagged for the administrator', () =>
    ordersToReview(db),
  );
  const messages = () => outboxStore.counts(db, now(), now());
  gauge(
    'northlight_outbox_due',
    'Emails and mailing list calls that should have been sent by now',
    () => messages().late,
  );
  gauge(
    'northlight_outbox_failed',
    'Emails and mailing list calls that were given up',
    () => messages().givenUp,
  );
  gauge('northlight_outbox_age_seconds', 'How long the oldest due message has waited', () => {
    const dueAt = outboxStore.oldestDue(db)?.getTime() ?? Infinity;
    return Math.max(0, now().getTime() - dueAt) / 1_000;
  });
  for (const task of ['backup', 'database check'] as const) {
    gauge(
      `northlight_last_${task.replace(' ', '_')}_timestamp_seconds`,
      `Time of the last successful ${task}, 0 if there was none`,
      () => (upkeepStore.read(db, task)?.succeededAt?.getTime() ?? 0) / 1_000,
    );
  }

  const commits = new Histogram({
    name: 'northlight_commit_seconds',
    help: 'How long the database took to store a commit, including the disk',
    buckets: COMMIT_SECONDS,
    registers: [register],
  });
  onCommit(db, (ms) => commits.observe(ms / 1_000));

  const calls = new Histogram({
    name: 'northlight_provider_call_seconds',
    help: 'How long calls to Stripe and PayPal took, retries included',
    labelNames: ['provider', 'outcome'],
    buckets: CALL_SECONDS,
    registers: [register],
  });
  const pausedUntil = new Map<string, number>();
  gauges(
    'northlight_provider_paused',
    '1 while calls are paused because the provider keeps failing',
    'provider',
    () => [...pausedUntil].map(([name, until]) => [name, performance.now() < until ? 1 : 0]),
  );
  subscribe(providerCalls.name, (message) => {
    const call = message as ProviderCall;
    calls.observe({ provider: call.name, outcome: call.isFailure ? 'failure' : 'success' }, call.ms / 1_000);
    pausedUntil.set(call.name, call.pausedUntil);
  });
  return register;
}

// Reads no orders, so that a scrape does not slow down a shop with many of them.

const ordersByPaymentStatus = (db: Db): [status: string, count: number][] => [
  ...readTallies(db, 'orders by payment'),
];

function unsettledPayments(db: Db): [status: string, count: number][] {
  return ['open', 'processing'].map((status) => [
    status,
    // The index contains only these two, and is used only for this condition.
    countWhere(db, payments, sql`status IN ('open', 'processing') AND +status = ${status}`),
  ]);
}

const ordersToReview = (db: Db): number => readTallies(db, 'orders').get('to review') ?? 0;
