import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { onTestFinished } from 'vitest';
import { createApp } from '../../src/app.ts';
import { createContext } from '../../src/context.ts';
import { openDatabase, type Db } from '../../src/db/client.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { rememberPages } from '../../src/middleware/remember-pages.ts';
import type { Env } from '../../src/env.ts';
import { createLog, type Log } from '../../src/log.ts';
import { createSendMessage } from '../../src/email/send-message.ts';
import type { Email } from '../../src/email/transport.ts';
import { createOutboxWorker } from '../../src/outbox/outbox-worker.ts';
import { processEvents } from '../../src/checkout/webhooks/process-event.ts';
import { createPasswords, type Passwords } from '../../src/session/passwords.ts';
import { checkAnswers } from './check-answers.ts';

export const TEST_NOW = new Date('2026-11-21T10:00:00.000Z');

/** Makes password hashing cheap, because tests check many passwords. */
const CHEAP = { memoryKib: 64, passes: 1 };

let migrated: Buffer | undefined;

/** A new in-memory database. Migrations run once, and each test gets a copy. */
export function testDatabase(): Db {
  if (!migrated) {
    const template = openDatabase(':memory:');
    migrateDatabase(template);
    migrated = template.$client.serialize();
    template.$client.close();
  }
  return openDatabase(migrated);
}

export function testEnv(changes: Partial<Env> = {}): Env {
  return {
    port: 0,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    dataDir: tmpdir(),
    secret: 'a secret of thirty-two characters',
    admin: { username: 'admin', password: undefined },
    payments: { mode: 'demo' },
    refundsSecondPayments: true,
    taxesRecurring: false,
    renewalNoticeDays: 30,
    smtpUrl: undefined,
    mailchimp: undefined,
    mailFrom: '"Northlight Studio" <hello@northlight.example>',
    business: {
      name: 'Northlight Studio',
      email: 'hello@northlight.example',
      phone: '(555) 014-2280',
      address: '214 North Light Lane',
    },
    backup: { to: null, key: undefined, keep: { hours: 24, days: 30 } },
    trustProxyHops: 0,
    isRateLimited: false,
    metricsToken: undefined,
    logLevel: 'silent',
    isStartedByNpx: false,
    isDevelopment: false,
    ...changes,
  };
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

/**
 * The real server on a free port with a real database, until the test ends. Time does not pass unless the
 * test moves `clock`.
 */
export async function startTestApp(
  options: { env?: Partial<Env>; siteRoot?: string; db?: Db; passwords?: Passwords; log?: Log } = {},
) {
  const env = testEnv(options.env);
  const db = options.db ?? testDatabase();
  const log = options.log ?? createLog(env.logLevel);
  const clock = { now: TEST_NOW };
  const now = () => clock.now;
  const passwords = options.passwords ?? createPasswords(CHEAP);
  const emails: Email[] = [];
  const context = createContext({ db, settings: env, log, now, passwords });
  const { app, router } = createApp(context, options.siteRoot ?? '/nowhere');
  checkAnswers(app);
  const server = createServer(rememberPages(app.callback()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}`;

  const transport = {
    send: async (email: Email) => `Taken as number ${emails.push(email)}`,
    close: async () => {},
  };
  const outbox = createOutboxWorker(context, createSendMessage(context, transport));
  onTestFinished(async () => {
    await outbox.stop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    db.$client.close();
  });

  const answer = async (response: Response) => ({
    status: response.status,
    headers: response.headers,
    // Untyped, so that tests can read any field. `checkAnswers` checks responses against their schemas.
    body: JSON.parse((await response.text()) || 'null'),
  });
  return {
    base,
    db,
    clock,
    passwords,
    router,
    context,
    /** Processes the events that webhooks delivered. */
    processEvents: async () => void (await processEvents(context)),
    /** Sends what is due in the outbox, and returns all emails to buyers so far. */
    sentEmails: async () => {
      await outbox.drain();
      return emails.filter(({ to }) => to !== env.business.email);
    },
    /** Sends what is due in the outbox, and returns all emails to the business so far. */
    businessEmails: async () => {
      await outbox.drain();
      return emails.filter(({ to }) => to === env.business.email);
    },
    get: async (path: string, headers: Record<string, string> = {}) =>
      answer(await fetch(base + path, { headers })),
    post: async (path: string, body: unknown, headers: Record<string, string> = {}) =>
      answer(
        await fetch(base + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        }),
      ),
  };
}
