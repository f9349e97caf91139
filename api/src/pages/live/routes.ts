import type { Mount } from '../../http/endpoints/mount.ts';
import { hasRight } from '@northlight/shared/contracts/rights.ts';
import { noticesOf } from '../../messages/notices.ts';
import { adminIdOf } from '../../people/session/session.ts';
import type { AppContext } from '../../money/context.ts';
import { PassThrough } from 'node:stream';
import type { Context } from 'koa';
import type { LiveEvent } from '@northlight/shared/contracts/live.ts';
import { tooManyRequests } from '../../base/errors.ts';
import { clientNetwork } from '../../http/limits/rate-limit.ts';
import type { LiveFeed } from '../../messages/live-feed.ts';

const MAX_STREAMS = 50;

export function liveRoutes(mount: Mount, context: AppContext, heartbeatMs?: number): void {
  const streams = createStreams(context.liveFeed, { most: MAX_STREAMS }, heartbeatMs);
  // An ended session receives nothing more.
  mount('GET /api/admin/live', ({ ctx }) =>
    streams.answer(
      ctx,
      (event) => {
        if (event.kind === 'change') return event;
        // The person's role may have changed since.
        if (event.kind === 'submission' && !hasRight(ctx.callerNow?.()?.role, 'work')) return null;
        const { desktop } = noticesOf(context.db, adminIdOf(ctx));
        return desktop.includes(event.kind === 'order' ? 'orders' : 'forms')
          ? event
          : { ...event, isQuiet: true };
      },
      () => ctx.callerNow?.()?.mustAddFactor === false,
    ),
  );
}

/** Proxies and browsers drop silent connections. */
const HEARTBEAT_MS = 20_000;
const TRY_AGAIN_SECONDS = 30;

type Open = { reader: string; network: string; end: () => void };

/**
 * Event streams of one kind of reader: at most `most` at a time, and `mostOfOne` of a reader with a name. When all are taken,
 * a newcomer gets the oldest one of the network, or else of the reader, that has more of them.
 */
export function createStreams(
  liveFeed: LiveFeed,
  { most, mostOfOne = most }: { most: number; mostOfOne?: number },
  heartbeatMs = HEARTBEAT_MS,
) {
  const open = new Set<Open>();
  return {
    /**
     * Answers with a stream of the events, as long as the reader may read. `forReader` returns what the reader
     * gets of an event; null for nothing. A client that is refused asks at intervals instead.
     */
    answer: (
      ctx: Context,
      forReader: (event: LiveEvent) => LiveEvent | null,
      mayRead: () => boolean,
      reader = '',
    ): void => {
      const own = { reader, network: clientNetwork(ctx.ip), end: () => void stream.end() };
      const ofReader = [...open].filter((one) => one.reader === reader).length;
      const dropped =
        open.size < most ? null : (oldestOfMost(open, 'network', own) ?? oldestOfMost(open, 'reader', own));
      if (dropped === undefined || ofReader >= mostOfOne) throw tooManyRequests(TRY_AGAIN_SECONDS);
      if (dropped) open.delete(dropped);
      dropped?.end();
      open.add(own);
      const stream = new PassThrough();
      const unsubscribe = liveFeed.subscribe({
        hear: (event) => {
          if (!mayRead()) return void stream.end();
          const seen = forReader(event);
          if (seen) stream.write(`data: ${JSON.stringify(seen)}\n\n`);
        },
        end: () => stream.end(),
      });
      const heartbeat = setInterval(() => {
        if (mayRead()) stream.write(': still here\n\n');
        else stream.end();
      }, heartbeatMs);
      stream.once('close', () => {
        open.delete(own);
        clearInterval(heartbeat);
        unsubscribe();
      });
      ctx.type = 'text/event-stream';
      // Tells a proxy in front not to buffer.
      ctx.set('X-Accel-Buffering', 'no');
      stream.write('retry: 2000\n\n');
      ctx.body = stream;
    },
  };
}

/** Of whoever has more than `own` would have with one more. Whoever is dropped comes back, and must not drop others in turn. */
function oldestOfMost(open: ReadonlySet<Open>, key: 'network' | 'reader', own: Open): Open | undefined {
  const groups = Map.groupBy(open, (one) => one[key]);
  const most = [...groups.values()].reduce((a, b) => (b.length > a.length ? b : a));
  return most.length > (groups.get(own[key])?.length ?? 0) + 1 ? most[0] : undefined;
}
