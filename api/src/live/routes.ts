import { PassThrough } from 'node:stream';
import type { Router } from '@koa/router';
import { LIVE_PATH } from '@northlight/shared/contracts/admin/live.ts';
import { tooManyRequests } from '../errors.ts';
import { isStillLoggedIn } from '../session/session.ts';
import type { AppContext } from '../context.ts';

/** Proxies and browsers drop silent connections. */
const HEARTBEAT_MS = 20_000;
const MAX_STREAMS = 50;
const TRY_AGAIN_SECONDS = 30;

export function liveRoutes(router: Router, context: AppContext, heartbeatMs = HEARTBEAT_MS): void {
  router.get(LIVE_PATH, (ctx) => {
    if (context.liveFeed.count() >= MAX_STREAMS) throw tooManyRequests(TRY_AGAIN_SECONDS);
    const stream = new PassThrough();
    // An ended session receives nothing more.
    const say = (text: string) => {
      if (isStillLoggedIn(ctx, context)) stream.write(text);
      else stream.end();
    };
    const unsubscribe = context.liveFeed.subscribe({
      hear: (event) => say(`data: ${JSON.stringify(event)}\n\n`),
      end: () => stream.end(),
    });
    const heartbeat = setInterval(() => say(': still here\n\n'), heartbeatMs);
    stream.once('close', () => {
      clearInterval(heartbeat);
      unsubscribe();
    });
    ctx.type = 'text/event-stream';
    // Tells a proxy in front not to buffer.
    ctx.set('X-Accel-Buffering', 'no');
    stream.write('retry: 2000\n\n');
    ctx.body = stream;
  });
}
