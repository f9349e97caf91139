import { isbot } from 'isbot';
import type { AppContext } from '../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { countStep } from './count-step.ts';
import { SERVICE_IDS, type ServiceId } from '@northlight/shared/catalog/ids.ts';
import { cameFromWords, type FunnelResponse, SALE_STEPS } from '@northlight/shared/contracts/funnel.ts';
import { daysBefore } from '../../base/business-hours.ts';
import * as funnelStore from './funnel-store.ts';

export function funnelRoutes(mount: Mount, context: AppContext): void {
  mount('POST /api/sale-steps', async ({ body, ctx }) => {
    if (!isbot(ctx.get('user-agent'))) await inTransaction(context.db, () => countStep(context, body));
    ctx.status = 204;
  });

  mount('GET /api/json/funnel', ({ query }) => readFunnel(context, Number(query.days)));
}

const MAX_SOURCES = 12;

type Figures = { counts: number[]; cents: number };
const noFigures = (): Figures => ({ counts: SALE_STEPS.map(() => 0), cents: 0 });

/** How far visits of the last days got, in all, by service, and by where they came from. */
export function readFunnel({ db, now, settings }: AppContext, days: number): FunnelResponse {
  const all = noFigures();
  const byService = Object.fromEntries(SERVICE_IDS.map((id) => [id, noFigures()])) as Record<
    ServiceId,
    Figures
  >;
  const names = new Map(funnelStore.labels(db).map(({ id, ...labels }) => [id, cameFromWords(labels)]));
  const byName = new Map<string, Figures>();
  for (const row of funnelStore.since(db, daysBefore(settings.hours, now(), days - 1))) {
    const name = names.get(row.campaignId) ?? '';
    const campaign = byName.get(name) ?? noFigures();
    byName.set(name, campaign);
    for (const figures of row.service === '' ? [all, campaign] : [byService[row.service]]) {
      const step = SALE_STEPS.indexOf(row.step);
      figures.counts[step] = (figures.counts[step] ?? 0) + row.count;
      figures.cents += row.cents;
    }
  }
  const campaigns = [...byName].toSorted(
    ([, a], [, b]) => b.cents - a.cents || (b.counts[0] ?? 0) - (a.counts[0] ?? 0),
  );
  return {
    success: true,
    all: all.counts,
    byService: Object.fromEntries(
      SERVICE_IDS.map((id) => [id, byService[id].counts]),
    ) as FunnelResponse['byService'],
    campaigns: campaigns.slice(0, MAX_SOURCES).map(([name, figures]) => ({ name, ...figures })),
    more: Math.max(0, campaigns.length - MAX_SOURCES),
  };
}
