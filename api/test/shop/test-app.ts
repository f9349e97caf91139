import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { createApp } from '../../src/server/app.ts';
import { createContext } from '../../src/server/context.ts';
import { type Db, openDatabase } from '../../src/db/client.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { isPlainAddress } from '../../src/http/middleware/page-address.ts';
import { createPageCache } from '../../src/http/middleware/page-cache.ts';
import { type Env, parseEnv } from '../../src/base/settings/env.ts';
import { createLog, type Log } from '../../src/base/log.ts';
import { createSendMessage } from '../../src/email/send-message.ts';
import type { Email } from '../../src/email/transport.ts';
import type { Dial } from '../../src/messages/webhooks/post-webhook.ts';
import { createWebhookQueue } from '../../src/messages/webhooks/webhook-queue.ts';
import { createOutboxWorker } from '../../src/messages/outbox/outbox-queue.ts';
import { processEvents } from '../../src/money/provider-events/process-event.ts';
import { indexNext } from '../../src/db/search/search-queue.ts';
import { createPasswords, type Passwords } from '../../src/people/session/passwords.ts';
import { checkResponses } from './check-responses.ts';
import { checkTallies } from './check-tallies.ts';
import { withSeenVersion } from './seen-version.ts';

/** Not at a whole second, as real clocks never are; providers answer in whole seconds. */
export const TEST_NOW = new Date('2026-11-21T10:00:00.437Z');

/** Set to a whole second, it stands a little later. */
function untidyClock() {
  let time = TEST_NOW;
  return {
    get now() {
      return time;
    },
    set now(wish) {
      time = wish.getMilliseconds() === 0 ? new Date(wish.getTime() + TEST_NOW.getMilliseconds()) : wish;
    },
  };
}

/** Makes password hashing cheap, because tests check many passwords. Many may wait, because machines are busy. */
const CHEAP = { memoryKib: 64, passes: 1 };

/** At night, the tallies of 100,000 orders are counted, too. */
const CLOSING_MS = 300_000;

let migrated: Buffer | undefined;

/** The file of a new database. Migrations run once, and each test gets a copy. */
function newDatabase(): Buffer {
  if (!migrated) {
    const template = openDatabase(':memory:');
    migrateDatabase(template);
    migrated = template.$client.serialize();
    template.$client.close();
  }
  return migrated;
}

/** A new in-memory database. */
export const testDatabase = (): Db => openDatabase(newDatabase());

/** A new database on the disk, as a shop has it in its data folder. */
export function databaseIn(folder: string): Db {
  const file = join(folder, 'northlight.db');
  writeFileSync(file, newDatabase());
  return openDatabase(file);
}

export const testEnv = (changes: Partial<Env> = {}): Env => ({
  ...parseEnv({
    PORT: '0',
    BUSINESS_ADDRESS: '214 North Light Lane',
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
  }),
  publicUrl: 'http://localhost:3000',
  dataDir: tmpdir(),
  secret: 'a secret of thirty-two characters',
  ...changes,
});

/** A log that keeps its lines, as text and as what they say. */
export function logLines(level = 'info') {
  const lines: string[] = [];
  return {
    log: pino({ base: undefined, level }, { write: (line: string) => void lines.push(line) }),
    text: () => lines.join(''),
    entries: () => lines.map((line) => JSON.parse(line)),
  };
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

/** The real server with a real database, until the test ends. Only `clock` moves time. */
export async function startTestApp(
  options: {
    env?: Partial<Env>;
    siteRoot?: string;
    db?: Db;
    passwords?: Passwords;
    log?: Log;
    dial?: Dial;
    /** Called with each email at the moment it is sent. */
    onEmail?: ((email: Email) => void) | undefined;
  } = {},
) {
  const env = testEnv(options.env);
  const db = options.db ?? testDatabase();
  const log = options.log ?? createLog(env.logLevel);
  const clock = untidyClock();
  const now = () => clock.now;
  const passwords = options.passwords ?? createPasswords(CHEAP, 100);
  const emails: Email[] = [];
  const context = createContext({ db, settings: env, log, now, passwords });
  const { app, router, switchSite, switchPreview } = createApp(context, options.siteRoot ?? '/nowhere');
  checkResponses(app);
  const listener = createPageCache(app.callback(), log, isPlainAddress(context.settings));
  const server = createServer(listener);
  // A test that computes for seconds would find its connections closed.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}`;

  const transport = {
    send: async (email: Email) => {
      options.onEmail?.(email);
      return `Taken as number ${emails.push(email)}`;
    },
    close: async () => {},
  };
  const outbox = createOutboxWorker(context, createSendMessage(context, transport), [
    createWebhookQueue(context, options.dial),
  ]);
  onTestFinished(async () => {
    await outbox.stop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    // Some tests restart the shop with the same database.
    if (db.$client.open) checkTallies(db);
    db.$client.close();
  }, CLOSING_MS);

  const answer = async (response: Response) => ({
    status: response.status,
    headers: response.headers,
    // Untyped, so that tests can read any field. `checkResponses` checks responses against their schemas.
    body: JSON.parse((await response.text()) || 'null'),
  });
  return {
    base,
    db,
    clock,
    /** Time passes. */
    wait: (milliseconds: number): void => {
      clock.now = new Date(clock.now.getTime() + milliseconds);
    },
    passwords,
    router,
    context,
    switchSite: (build: string) => {
      switchSite(build);
      listener.forget();
    },
    switchPreview,
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
    /** Sends what is due again and again until the test ends, as the worker does, for calls that wait for an email. */
    sendEmails: (): void => {
      const timer = setInterval(() => void outbox.drain(), 20);
      onTestFinished(() => clearInterval(timer));
    },
    get: async (path: string, headers: Record<string, string> = {}) => {
      // As the server does within a second. Some tests make storing impossible.
      while ((await indexNext(db).catch(() => [])).length > 0);
      return answer(await fetch(base + path, { headers }));
    },
    post: async (path: string, body: unknown, headers: Record<string, string> = {}) =>
      answer(
        await fetch(base + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(
            await withSeenVersion(path, body, async (seen) => answer(await fetch(base + seen, { headers }))),
          ),
        }),
      ),
  };
}
