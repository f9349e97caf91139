import { isbot } from 'isbot';
import type { AppContext } from '../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { countStep } from './count-step.ts';
import { readFunnel } from './read-funnel.ts';

export function funnelRoutes(mount: Mount, context: AppContext): void {
  mount('POST /api/sale-steps', async ({ body, ctx }) => {
    if (!isbot(ctx.get('user-agent'))) await inTransaction(context.db, () => countStep(context, body));
    ctx.status = 204;
  });

  mount('GET /api/json/funnel', ({ query }) => readFunnel(context, Number(query.days)));
}
