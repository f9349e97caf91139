import type { Mount } from '../../http/endpoints/mount.ts';
import { hasRight } from '@northlight/shared/contracts/rights.ts';
import { noticesOf } from '../../messages/notices.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import { lesserRole } from '../../people/session/token-store.ts';
import { adminIdOf, isStillLoggedIn } from '../../people/session/session.ts';
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
        const adminId = adminIdOf(ctx);
        // The person's role may have changed since, and a token can have fewer rights.
        const role = lesserRole(
          ctx.session?.role ?? 'accountant',
          adminStore.byId(context.db, adminId)?.role ?? 'accountant',
        );
        if (event.kind === 'submission' && !hasRight(role, 'work')) return null;
        const { desktop } = noticesOf(context.db, adminId);
        return desktop.includes(event.kind === 'order' ? 'orders' : 'forms')
          ? event
          : { ...event, isQuiet: true };
      },
      () => isStillLoggedIn(ctx, context),
    ),
  );
}
