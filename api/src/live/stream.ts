import { PassThrough } from 'node:stream';
import type { Context } from 'koa';
import type { LiveEvent } from '@northlight/shared/contracts/admin/live.ts';
import { tooManyRequests } from '../errors.ts';
import type { LiveFeed } from './live-feed.ts';

/** Proxies and browsers drop silent connections. */
const HEARTBEAT_MS = 20_000;
const TRY_AGAIN_SECONDS = 30;

export type Streams = ReturnType<typeof createStreams>;

/** Event streams of one kind of reader: at most `most` at a time, and `mostOfOne` of a reader with a name. */
export function createStreams(
  liveFeed: LiveFeed,
  { most, mostOfOne = most }: { most: number; mostOfOne?: number },
  heartbeatMs = HEARTBEAT_MS,
) {
  const open: string[] = [];
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
      const ofReader = open.filter((name) => name === reader).length;
      if (open.length >= most || ofReader >= mostOfOne) throw tooManyRequests(TRY_AGAIN_SECONDS);
      open.push(reader);
      const stream = new PassThrough();
      const say = (text: string) => {
        if (mayRead()) stream.write(text);
        else stream.end();
      };
      const unsubscribe = liveFeed.subscribe({
        hear: (event) => {
          const own = forReader(event);
          if (own) say(`data: ${JSON.stringify(own)}\n\n`);
        },
        end: () => stream.end(),
      });
      const heartbeat = setInterval(() => say(': still here\n\n'), heartbeatMs);
      stream.once('close', () => {
        open.splice(open.indexOf(reader), 1);
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
