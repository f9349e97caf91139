import { onChanges } from '../db/changes.ts';
import { waitsForOldMachine } from '../db/shop-settings.ts';
import { inBackground } from '../db/transaction.ts';
import { indexNext, SEARCH_BATCH } from '../db/search/search-queue.ts';
import { startPoller, type Poller } from '../base/poller.ts';
import { processEvents } from '../money/provider-events/process-event.ts';
import { sweepPayments } from '../money/provider-events/sweep.ts';
import { checkDueAgreements } from '../money/recurring/check-agreement.ts';
import { dropOldCheckouts } from '../money/unfinished-checkouts/routes.ts';
import { cleanMedia } from '../operations/shop/media.ts';
import { publishNext, type ShopContext } from '../operations/shop/publish.ts';
import { readVersions } from '../pages/overview/newer-version.ts';
import { countOpenInvitations } from '../people/team/invitations.ts';
import { watchConnections } from '../operations/connections/check-again.ts';
import { deleteLeftExports } from '../privacy/export-person.ts';
import { deleteOld } from '../privacy/retention.ts';
import { cleanUp } from '../work/files/clean-up.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../base/units.ts';

type Worker = {
  everyMs: number;
  /** Resolves to true when there may be more to do. */
  work: (context: ShopContext) => Promise<unknown>;
  /** It calls others, so it waits in a shop that was restored while the old machine may still run. */
  waits?: boolean;
  /** No page waits for it. */
  isInBackground?: boolean;
  /** For the log. */
  failure: string;
};

/**
 * What the server does by itself: at the start, on a timer, and when woken. Backups, database checks, and previews,
 * which run in processes of their own, stand in their folders; so does the outbox.
 */
const WORKERS = {
  events: {
    everyMs: 2 * SECOND_MS,
    work: async (context) => (await processEvents(context)).mayBeMore,
    waits: true,
    failure: 'could not read webhook events; will retry',
  },
  recurring: {
    everyMs: 5 * SECOND_MS,
    work: async (context) => (await checkDueAgreements(context)) > 0,
    waits: true,
    isInBackground: true,
    failure: 'could not read recurring payments; will retry',
  },
  sweep: {
    everyMs: 15 * SECOND_MS,
    work: async (context) => void (await sweepPayments(context)),
    waits: true,
    failure: 'could not read open payments; will retry',
  },
  search: {
    everyMs: 250,
    work: async ({ db, liveFeed }) => {
      const indexed = await indexNext(db);
      // A search that was read right after the order did not find it.
      for (const orderNumber of indexed) liveFeed.publish({ kind: 'change', orderNumber });
      return indexed.length === SEARCH_BATCH;
    },
    isInBackground: true,
    failure: 'could not write search words; will retry',
  },
  shop: {
    everyMs: 15 * SECOND_MS,
    work: publishNext,
    failure: 'could not read the versions of the shop; will retry',
  },
  invitations: {
    everyMs: 60 * SECOND_MS,
    work: countOpenInvitations,
    failure: 'could not count the age of invitations',
  },
  files: {
    everyMs: HOUR_MS,
    work: async (context) => {
      await cleanUp(context);
      await cleanMedia(context);
    },
    failure: 'could not delete files that are no longer needed',
  },
  unfinishedCheckouts: {
    everyMs: HOUR_MS,
    work: dropOldCheckouts,
    failure: 'could not delete old checkouts; will retry',
  },
  connections: {
    everyMs: 15 * SECOND_MS,
    work: watchConnections,
    waits: true,
    failure: 'could not check the connections; will retry',
  },
  versions: {
    everyMs: DAY_MS,
    work: (context) => readVersions(context),
    failure: 'could not read the feed of versions; will retry',
  },
  retention: {
    everyMs: DAY_MS,
    work: async (context) => {
      await deleteLeftExports(context.settings.dataDir, context.now());
      return deleteOld(context);
    },
    failure: 'could not delete data whose retention period is over',
  },
} satisfies Record<string, Worker>;

export function startWorker(context: ShopContext, name: keyof typeof WORKERS): Poller {
  const { everyMs, work, failure, waits, isInBackground }: Worker = WORKERS[name];
  let hasFailed = false;
  return startPoller(
    everyMs,
    async () => {
      if (waits && waitsForOldMachine(context.db)) return false;
      const done = isInBackground ? inBackground(() => work(context)) : work(context);
      const mayBeMore = (await done) === true;
      hasFailed = false;
      return mayBeMore;
    },
    (error) => {
      // Once, because a full disk would fill the log as well.
      if (!hasFailed) context.log.error({ err: error }, failure);
      hasFailed = true;
    },
  );
}

/** Starts all of them, and sets what wakes them. */
export function startWorkers(context: ShopContext): { stop: () => Promise<unknown> } {
  const names = Object.keys(WORKERS) as (keyof typeof WORKERS)[];
  const pollers = new Map<string, Poller>(names.map((name) => [name, startWorker(context, name)]));
  onChanges(context.db, ({ workers }) => workers.forEach((name) => pollers.get(name)?.wake()));
  return { stop: () => Promise.all([...pollers.values()].map((poller) => poller.stop())) };
}
