import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { startBackups } from '../operations/backups/backup-worker.ts';
import { deleteLeftWork, takeDataFolder } from '../db/folder-lock.ts';
import { buildMissing, rebuildPages } from '../operations/shop/publish.ts';
import { createSiteBuilder } from '../operations/shop/site-builder.ts';
import { createContext } from './context.ts';
import { createApp } from './app.ts';
import { drainable } from './drain.ts';
import { startPreviews } from '../work/files/previews.ts';
import { startInbox } from '../work/inbox/mailbox.ts';
import { currentBuild, keepTidy } from '../http/middleware/site-builds.ts';
import { isPlainAddress } from '../http/middleware/page-address.ts';
import { createPageCache } from '../http/middleware/page-cache.ts';
import { type Env, readEnv } from '../base/settings/env.ts';
import { SettingsError } from '../base/settings/variables.ts';
import { createLog, type Log } from '../base/log.ts';
import { createSendMessage } from '../email/send-message.ts';
import { currentTransport } from '../email/current-transport.ts';
import { startWorkers } from './workers.ts';
import { whenNpxEnds } from './npx-watch.ts';
import { damaged, isQuicklyChecked, openShopDatabase } from '../operations/open-database.ts';
import { keepMark } from '../db/order-number-mark.ts';
import { projectRoot } from '../base/paths.ts';
import { createWebhookQueue } from '../messages/webhooks/webhook-queue.ts';
import { onChanges } from '../db/changes.ts';
import { createOutboxWorker } from '../messages/outbox/outbox-queue.ts';
import { createFirstAdmin, unclaimed } from '../people/session/first-admin.ts';
import { firstPasswordFile } from '../people/session/first-password.ts';
import { createPasswords } from '../people/session/passwords.ts';
import { checkDatabase, startDatabaseChecks } from '../operations/upkeep/database-checks.ts';

const siteBuilds = join(projectRoot, 'site/dist');
/** systemd counts what it passes from here. */
const PASSED_SOCKET = { fd: 3 };
const STOP_WITHIN_MS = 8_000;
const EMAIL_WITHIN_MS = 3_000;
const AFTER_CLAIM_MS = 60_000;

try {
  await serve(readEnv());
} catch (error) {
  console.error(`Northlight cannot start. ${errorText(error)}`);
  process.exit(1);
}

async function serve(env: Env): Promise<void> {
  // Customers' data is only for the server's own account, in any folder.
  process.umask(0o077);
  const log = createLog(env.logLevel);
  // Node itself would print the error with everything that it carries.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'ended by an unexpected error');
    process.exit(1);
  });
  const folder = takeFolder(env);
  deleteLeftWork(env.dataDir);
  const db = openShopDatabase(env);
  keepMark(db, env.dataDir);
  const now = () => new Date();
  const passwords = createPasswords();
  const context = createContext({ db, settings: env, log, now, passwords });
  const firstAdmin = createFirstAdmin(context);
  const build = currentBuild(siteBuilds);
  const { app, switchSite, switchPreview } = createApp(context, build);
  const listener = createPageCache(app.callback(), log, isPlainAddress(context.settings));
  const switchTo = (next: string) => {
    switchSite(next);
    listener.forget();
  };
  if (build) context.siteBuilder = createSiteBuilder({ builds: siteBuilds, switchTo, switchPreview }, log);
  // Links to it stay valid after a restart.
  const preview = currentBuild(siteBuilds, 'preview');
  if (existsSync(preview)) switchPreview(preview);
  const server = createServer(listener);
  const drain = drainable(server, isPassedASocket());
  // Its password was hashed meanwhile. Before listening, so that no early login is refused.
  await firstAdmin;
  await listen(server, env);
  if (build) {
    buildMissing(context, build);
    keepTidy(build, (error) => log.warn({ err: error }, 'could not delete old builds of the site'));
  }

  const transport = currentTransport(context);
  const outboxWorker = createOutboxWorker(context, createSendMessage(context, transport), [
    createWebhookQueue(context),
  ]);
  outboxWorker.wake();
  const workers = startWorkers(context);
  const databaseChecks = startDatabaseChecks(context);
  const backups = startBackups(context);
  const previews = startPreviews(context);
  let claimed: NodeJS.Timeout | undefined;
  onChanges(db, ({ workers: woken }) => {
    if (woken.has('outbox')) outboxWorker.wake();
    if (woken.has('previews')) previews.wake();
    if (woken.has('connections')) rebuildPages(context);
    // Whoever claims the shop mostly publishes its business right after that, which should not wait for another build.
    else if (woken.has('shop')) {
      clearTimeout(claimed);
      claimed = setTimeout(rebuildPages, AFTER_CLAIM_MS, context).unref();
    }
    if (woken.has('connections')) {
      // Pages say what the payment form may load.
      listener.forget();
      backups.wake();
      readInbox();
    }
  });
  let inbox: ReturnType<typeof startInbox> = null;
  let read: unknown;
  const readInbox = () => {
    const { inbox: now, consents } = context.settings;
    // A renewed refresh token is still the same login.
    const login = [now, { ...consents.replies, refreshToken: '' }];
    if (inbox && isDeepStrictEqual(read, login)) return;
    void inbox?.stop();
    read = login;
    inbox = startInbox(context);
  };
  readInbox();

  const startCheck = new AbortController();
  const stop = async (): Promise<void> => {
    process.exitCode = 0;
    folder.leave();
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    context.isStopping = true;
    context.siteBuilder?.stop();
    startCheck.abort();
    context.liveFeed.close();
    const closed = drain();
    const emailStopped = outboxWorker.stop();
    // A client that never finishes its request must not block the port.
    await Promise.race([
      Promise.all([
        closed,
        emailStopped,
        workers.stop(),
        databaseChecks.stop(),
        backups.stop(),
        previews.stop(),
        inbox?.stop(),
      ]),
      delay(STOP_WITHIN_MS / 2),
    ]);
    server.closeAllConnections();
    await closed;
    // An email that was sent but not recorded would be sent again.
    await Promise.race([emailStopped, delay(EMAIL_WITHIN_MS)]);
    await transport.close();
    db.$client.close();
    process.exit(0);
  };
  if (env.isStartedByNpx) whenNpxEnds(stop);
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  // Last, because whoever reads the greeting may send a signal at once.
  greet(context);
  if (!isQuicklyChecked(db.$client.name)) await refuseDamaged(db.$client.name, log, startCheck.signal);
}

/** Two servers on one database would each send every email and start every charge. */
function takeFolder({ dataDir, publicUrl }: Env): ReturnType<typeof takeDataFolder> {
  try {
    return takeDataFolder(dataDir, `The server at ${publicUrl}`);
  } catch (error) {
    throw new SettingsError(errorText(error), { cause: error });
  }
}

/** A large file is checked while the server already answers, so a restart stays short. */
async function refuseDamaged(file: string, log: Log, ending: AbortSignal): Promise<void> {
  const problem = await checkDatabase(file, 'quick_check', ending).catch((error: unknown) => {
    if (!ending.aborted)
      log.warn({ err: error }, 'the database could not be checked; the daily check tries again');
    return null;
  });
  if (problem) throw damaged(file, problem);
}

function listen(server: Server, { port, host }: Env): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `Port ${port} is already in use. Stop the other program, or set PORT to another number.`,
        EACCES: `This account cannot use port ${port}. Set PORT to a number above 1023.`,
        EADDRNOTAVAIL: `HOST ${host} is not an address on this machine. Set HOST to 127.0.0.1 or 0.0.0.0.`,
        ENOTFOUND: `HOST ${host} is not an address on this machine. Set HOST to 127.0.0.1 or 0.0.0.0.`,
      };
      reject(new SettingsError(reasons[error.code ?? ''] ?? error.message));
    });
    const onListening = () => resolve();
    if (isPassedASocket()) server.listen(PASSED_SOCKET, onListening);
    else server.listen(port, host, onListening);
  });
}

/** systemd listens itself and passes its socket, so that connections wait while the server restarts. */
function isPassedASocket(): boolean {
  return process.env['LISTEN_PID'] === String(process.pid) && process.env['LISTEN_FDS'] === '1';
}

function greet(context: ReturnType<typeof createContext>): void {
  const { settings: env, log } = context;
  console.log(
    `Northlight is running at ${env.publicUrl} (payments: ${env.payments.mode}, data: ${env.dataDir})`,
  );
  const first = unclaimed(context);
  if (first)
    console.log(
      `This shop has no owner yet. Claim it at ${env.publicUrl}/admin-login#claim=${first.code}\nClaim code: ${first.code}`,
    );
  const passwordFile = firstPasswordFile(env.dataDir);
  if (existsSync(passwordFile)) {
    console.log(
      `Log in at ${env.publicUrl}/admin with the username and password in ${passwordFile}. The file is deleted when you change the password in Settings.`,
    );
  }
  if (!env.isRateLimited)
    log.warn('RATE_LIMIT is off, so nothing limits requests. Use this only for load tests.');
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
