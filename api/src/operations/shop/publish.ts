import { KEPT_NAMES } from '@northlight/shared/catalog/retention.ts';
import type { Env } from '../../base/settings/env.ts';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_CATALOG } from '@northlight/shared/catalog/default-catalog.ts';
import { SERVICE_IDS } from '@northlight/shared/catalog/ids.ts';
import type { BusinessSettings, ShopValues } from '@northlight/shared/contracts/shop.ts';
import { dayIn } from '../../base/business-hours.ts';
import { currentCatalog } from '../../db/catalogs.ts';
import { readShopSettings } from '../../db/shop-settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isRealMoney } from '../../base/settings/payment-settings.ts';
import { isClaimed } from '../../people/session/first-admin.ts';
import type { AppContext } from '../../money/context.ts';
import { wasEnded } from '../../base/run-script.ts';
import type { SiteBuilder } from './site-builder.ts';
import { publishReason } from './publish-reason.ts';
import * as store from './version-store.ts';
import type { VersionRow } from './version-store.ts';

/** What the site's build reads. See `site/build/site-settings.ts`. */
const FILE = 'shop.json';
const NEXT_FILE = 'shop-next.json';
const PREVIEW_FILE = 'shop-preview.json';
/** Each build says in it of which of these it was made. */
const BUILT_FROM = '.built-from';

type Settings = Pick<ShopContext, 'db' | 'settings' | 'serverEnv'>;

export type ShopContext = AppContext & {
  /** Without a site that is served, there is none. */
  siteBuilder?: SiteBuilder;
  /** The settings of the server, without what owners saved in the dashboard. */
  serverEnv: Env;
  /** What counts until the owner publishes other values. */
  serverBusiness: BusinessSettings;
};

/** For the next build of the site. */
export function writeShopFile(context: Settings): void {
  const { db } = context;
  const row = store.byId(db, currentCatalog(db).version);
  writeValues(context, FILE, row?.adminId === null ? undefined : row);
  printed.set(context.settings, JSON.stringify(printedSettings(context)));
}

/** The settings that pages print, where owners saved others than the server has, and whether the sample may be shown. */
const printedSettings = (context: Settings, hasBusiness = false) => {
  const { settings, serverEnv } = context;
  const { samples } = readShopSettings(context.db);
  const isLive = isRealMoney(settings.payments);
  const names = ['publicUrl', 'taxesRecurring', 'youtubeUrl', ...KEPT_NAMES] as const;
  return {
    ...Object.fromEntries(
      names.flatMap((name) => (settings[name] === serverEnv[name] ? [] : [[name, settings[name]]])),
    ),
    // With a business of its own, it is about to be.
    ...((hasBusiness || isClaimed(context)) && { isClaimed: true }),
    ...(samples['testimonials']?.action === 'remove' && { hasOwnTestimonials: true }),
    // By its own keys, the site's build thinks so.
    ...(isLive !== (serverEnv.payments.mode === 'live') && { isLive }),
  };
};

const printed = new WeakMap<Env, string>();

/** Builds the pages anew if they print a setting that was changed. They stay as they are meanwhile. */
export function rebuildPages(context: ShopContext): void {
  const now = JSON.stringify(printedSettings(context));
  if (printed.get(context.settings) === now) return;
  printed.set(context.settings, now);
  writeShopFile(context);
  // A failure is logged.
  context.siteBuilder?.build().catch(() => {});
}

/**
 * Builds the pages anew if the build that is served was made of other values than the published ones, as after a restore.
 * A failure is logged, and the next start tries again.
 */
export function buildMissing({ settings, siteBuilder }: ShopContext, served: string): void {
  const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  const published = createHash('sha256')
    .update(textOf(join(settings.dataDir, FILE)))
    .digest('hex');
  if (textOf(join(served, BUILT_FROM)) !== published) siteBuilder?.build().catch(() => {});
}

/** The published values, and what pages print of the settings that owners saved. */
function writeValues(context: Settings, name: string, row: VersionRow | undefined): void {
  const { content, business, ...catalog } = row?.values ?? {};
  const shop = {
    ...(row && { catalog: { version: row.id, ...catalog }, content, business }),
    ...printedSettings(context, Boolean(business)),
  };
  const file = join(context.settings.dataDir, name);
  if (Object.keys(shop).length === 0) return rmSync(file, { force: true });
  writeFileSync(`${file}.part`, JSON.stringify(shop));
  renameSync(`${file}.part`, file);
}

/**
 * Publishes the next version that is due: builds its pages, then switches to them and their prices at once. A build that
 * fails changes nothing. Returns whether there was one.
 */
export async function publishNext(context: ShopContext): Promise<boolean> {
  const { db, now, siteBuilder, log } = context;
  await endPauses(context);
  const row = store.nextToPublish(db, now());
  if (!row) return false;
  if (!(await inTransaction(db, () => store.begin(db, row.id)))) return true;
  writeValues(context, NEXT_FILE, row);
  try {
    await siteBuilder?.build({ shopFile: NEXT_FILE, beforeSwitch: () => markPublished(context, row.id) });
    if (!siteBuilder) await markPublished(context, row.id);
  } catch (error) {
    // It stays as it is, and the next start or round goes on with it.
    if (context.isStopping || wasEnded(error)) return false;
    log.error({ err: error }, 'could not publish a version of the shop');
    const failure = publishReason(error);
    await inTransaction(db, () => store.update(db, row.id, { state: 'failed', failure }));
  }
  context.liveFeed.publish({ kind: 'change', orderNumber: null });
  return true;
}

export type PreviewState = 'building' | 'ready' | 'failed';

/** Returns what builds a preview of a version, unless it is the last one built, and says how far it is. */
export function createPreview(context: ShopContext): (row: VersionRow) => PreviewState {
  const { liveFeed, log } = context;
  let last: { id: number; state: PreviewState } | undefined;
  return (row) => {
    if (last?.id === row.id) return last.state;
    if (!context.siteBuilder) return 'failed';
    const preview = { id: row.id, state: 'building' as PreviewState };
    last = preview;
    const write = () => {
      writeValues(context, PREVIEW_FILE, row);
      return PREVIEW_FILE;
    };
    const end = (state: PreviewState) => {
      preview.state = state;
      liveFeed.publish({ kind: 'change', orderNumber: null });
    };
    context.siteBuilder.preview(write).then(
      () => end('ready'),
      (error: unknown) => {
        log.error({ err: error }, 'could not build a preview of the shop');
        end('failed');
      },
    );
    return 'building';
  };
}

async function markPublished(context: ShopContext, id: number): Promise<void> {
  const { db, now, settings } = context;
  await inTransaction(db, () => {
    store.update(db, id, { state: 'published', publishedAt: now(), failure: null });
    // The new pages print them already.
    printed.set(settings, JSON.stringify(printedSettings(context)));
  });
  const next = join(settings.dataDir, NEXT_FILE);
  if (existsSync(next)) renameSync(next, join(settings.dataDir, FILE));
}

/** Opens the services whose pause is over. A version that is open, or failed, gets the same change. */
async function endPauses(context: ShopContext): Promise<void> {
  const { db, now, settings } = context;
  const today = dayIn(settings.hours, now());
  const current = store.byId(db, currentCatalog(db).version);
  if (!current || !isOver(current.values, today)) return;
  await inTransaction(db, () => {
    const open = store.newest(db);
    const { adminId } = current;
    const createdAt = now();
    // One that is being published comes first. What failed today would fail again.
    const failedToday = open.state === 'failed' && dayIn(settings.hours, open.createdAt) === today;
    if (open.state === 'publishing' || failedToday) return;
    store.add(db, { values: opened(current.values, today), state: 'publishing', adminId, createdAt });
    if (open.state !== 'published') {
      const { values, state, publishAt, failure, adminId: by } = open;
      store.add(db, { values: opened(values, today), state, publishAt, failure, adminId: by, createdAt });
    }
  });
}

const isOver = ({ services }: ShopValues, today: string): boolean =>
  SERVICE_IDS.some((id) => hasEnded(services[id], today));

const hasEnded = ({ state, pausedUntil }: ShopValues['services']['website'], today: string): boolean =>
  state === 'paused' && pausedUntil !== null && pausedUntil <= today;

function opened(values: ShopValues, today: string): ShopValues {
  const { state, pausedUntil, pausedText } = DEFAULT_CATALOG.services.website;
  const services = { ...values.services };
  for (const id of SERVICE_IDS)
    if (hasEnded(services[id], today)) services[id] = { ...services[id], state, pausedUntil, pausedText };
  return { ...values, services };
}
