import type { Mount } from '../../http/endpoints/mount.ts';
import { hasRight } from '@northlight/shared/contracts/rights.ts';
import { noticesOf } from '../../messages/notices.ts';
import { adminIdOf } from '../../people/session/session.ts';
import type { AppContext } from '../../money/context.ts';
import { createStreams } from './stream.ts';

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
