import { versionOf } from '../../base/seen-version.ts';
import type { BusinessSettings, ShopVersionState, VersionFacts } from '@northlight/shared/contracts/shop.ts';
import { withoutSample } from '@northlight/shared/catalog/sample-business.ts';
import { hasRight } from '@northlight/shared/contracts/rights.ts';
import { contentFacts } from '@northlight/shared/content/facts.ts';
import { closedDays, dayIn } from '../../base/business-hours.ts';
import { badInput, notFound, conflict, badField } from '../../base/errors.ts';
import { recordDetail } from '../../db/audit-log.ts';
import { currentCatalog } from '../../db/catalogs.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { isClaimed } from '../../people/session/first-admin.ts';
import { adminIdOf } from '../../people/session/session.ts';
import { previewKey } from '../../http/middleware/preview-site.ts';
import { businessOf } from './business.ts';
import { lostMedia, mediaRoutes } from './media.ts';
import { createPreview, type ShopContext, rebuildPages } from './publish.ts';
import { differences, problemsOf } from './shop-values.ts';
import * as store from './version-store.ts';
import type { NamedVersion, VersionRow } from './version-store.ts';
import { markUsed, reviewOf } from '../../work/fulfillment/reviews.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { RULE_VARIABLES, type Rules } from '@northlight/shared/contracts/rules.ts';
import { onServer, rulesOf } from '../../db/rules.ts';
import { readShopSettings, saveShopSettings } from '../../db/shop-settings.ts';

const changedMeanwhile = ({ by }: NamedVersion) =>
  conflict(
    'shop_changed',
    `${by || 'Someone'} changed the shop while you were editing. Your changes are still here. Check theirs, then save again.`,
  );

/** Prices, add-ons, promises, tax rates, and texts, in versions. */
export function shopRoutes(mount: Mount, context: ShopContext): void {
  const { db, settings, serverBusiness, now } = context;
  mediaRoutes(mount, context);

  mount('GET /api/json/shop', ({ ctx }) => {
    const publishedVersion = currentCatalog(db).version;
    // Drafts are for those who publish them.
    const mayManage = hasRight(ctx.session?.role, 'manage');
    const row = mayManage ? store.newest(db) : store.byId(db, publishedVersion);
    if (!row) throw notFound();
    const own = (facts: BusinessSettings) => withoutSample(facts, isClaimed(context));
    const business = own(row.values.business ?? serverBusiness);
    return {
      ...row.values,
      business: row.values.business && business,
      ...factsOf(row),
      publishedVersion,
      facts: contentFacts(business, row.values, settings),
      serverBusiness: own(serverBusiness),
      closedDays: closedDays(businessOf(settings, business, true).hours, now()),
    };
  });

  mount('POST /api/json/shop', async ({ body, ctx }) => {
    const { version, publish, publishAt, ...values } = body;
    const publishTime = publishAt === undefined ? undefined : new Date(publishAt);
    if (publishTime && publishTime <= now())
      throw badField('publishAt', 'Please choose a time in the future');
    const state: ShopVersionState = publishTime ? 'scheduled' : publish ? 'publishing' : 'draft';
    const row = await inTransaction(db, () => {
      const before = store.newest(db);
      if (before.id !== version) throw changedMeanwhile(before);
      const problems = problemsOf(values, given(context, before));
      for (const key of lostMedia(settings.dataDir, values.content))
        problems[`content.${key}`] ??= ['This file is no longer here. Please add it again.'];
      const [first] = Object.values(problems);
      if (first?.[0]) throw badInput(first[0], problems);
      recordDetail({ ...recorded(before, values, serverBusiness), state });
      const createdAt = now();
      const next = { values, state, adminId: adminIdOf(ctx), createdAt };
      return store.add(db, { ...next, ...(publishTime && { publishAt: publishTime }) });
    });
    return { version: row.id };
  });

  mount('POST /api/admin/cases/:orderNumber/testimonial', async ({ params: { orderNumber }, ctx }) => {
    await useAsTestimonial(context, orderNumber, adminIdOf(ctx));
    return { success: true, message: 'Added to the draft. Publish it in Settings, Pages.' };
  });

  const preview = createPreview(context);
  mount('POST /api/json/shop/preview', ({ ctx }) => ({
    state: preview(store.newest(db)),
    url: `/preview?key=${previewKey(settings.secret, now(), adminIdOf(ctx))}`,
  }));

  mount('GET /api/json/shop/versions', () => {
    const rows = store.list(db);
    return {
      versions: rows.map((row, index) => {
        const before = rows[index + 1];
        return {
          ...factsOf(row),
          changes: before ? differences(before.values, row.values, serverBusiness) : [],
        };
      }),
    };
  });

  mount('POST /api/json/shop/versions/:version', async ({ params, body, ctx }) => {
    const row = await inTransaction(db, () => {
      const chosen = store.byId(db, params.version);
      const before = store.newest(db);
      if (before.id !== body.version) throw changedMeanwhile(before);
      if (!chosen || chosen.state === 'discarded') throw notFound();
      if (body.action === 'discard') {
        if (chosen.id !== before.id || chosen.state === 'published' || chosen.state === 'publishing')
          throw changedMeanwhile(before);
        recordDetail({ version: chosen.id });
        store.update(db, chosen.id, { state: 'discarded' });
        return store.newest(db);
      }
      if (chosen.state !== 'published') throw notFound();
      recordDetail({ version: chosen.id, ...recorded(before, chosen.values, serverBusiness) });
      const createdAt = now();
      return store.add(db, {
        values: chosen.values,
        state: 'publishing',
        adminId: adminIdOf(ctx),
        createdAt,
      });
    });
    return { version: row.id };
  });
}

/** What the audit log keeps: old and new, by what they are. */
function recorded(
  { values }: VersionRow,
  next: VersionRow['values'],
  serverBusiness: ShopContext['serverBusiness'],
): { from: object; to: object } {
  const all = differences(values, next, serverBusiness);
  return {
    from: Object.fromEntries(all.map(({ what, from }) => [what, from])),
    to: Object.fromEntries(all.map(({ what, to }) => [what, to])),
  };
}

const given = ({ settings, serverBusiness, now }: ShopContext, { values }: VersionRow) => ({
  before: values,
  today: dayIn(settings.hours, now()),
  serverBusiness,
});

const factsOf = (row: NamedVersion): VersionFacts => ({
  version: row.id,
  state: row.state,
  at: row.createdAt.toISOString(),
  by: row.by,
  publishAt: row.publishAt?.toISOString() ?? null,
  publishedAt: row.publishedAt?.toISOString() ?? null,
  failure: row.failure,
});

const KEY = 'home.testimonials';

const isUnderWay = () =>
  conflict(
    'shop_changed',
    'Changes of the shop are scheduled. Publish or discard them first, at the end of Settings, Shop.',
  );

/**
 * Adds a customer's review to the testimonials in the draft of the shop, once. Throws a 404 without a review that may
 * be shown, a 409 while a version waits to be published, and a 400 if the page can't show it.
 */
async function useAsTestimonial(context: ShopContext, orderNumber: string, adminId: number): Promise<void> {
  const { db, now } = context;
  await inTransaction(db, () => {
    const order = orderStore.byNumber(db, orderNumber);
    const review = order && reviewOf(db, order.caseId);
    if (!order || !review?.mayShow) throw notFound();
    if (review.usedAt) return;
    const before = store.newest(db);
    if (before.state === 'scheduled' || before.state === 'publishing') throw isUnderWay();
    // The first one takes the place of the samples.
    const own = before.values.content[KEY];
    const items = Array.isArray(own) ? own : [];
    const added = { words: review.text, name: review.name, business: order.businessName || review.name };
    const content = { ...before.values.content, [KEY]: [...items, added] };
    const values = { ...before.values, content };
    const [problem] = Object.values(problemsOf(values, given(context, before)));
    if (problem?.[0]) throw badInput(problem[0]);
    store.add(db, { values, state: 'draft', adminId, createdAt: now() });
    markUsed(db, order.caseId, now());
  });
}

export function rulesRoutes(mount: Mount, context: ShopContext): void {
  const { db, settings, now } = context;
  mount('GET /api/json/rules', () => {
    const rules = rulesOf(settings, db);
    return { success: true, ...rules, version: versionOf(rules), onServer: onServer(settings) };
  });

  mount(
    'POST /api/admin/rules',
    async ({ body: { version: _version, ...body }, ctx }) => {
      const fixed = onServer(settings).find((name) => body[name] !== undefined);
      if (fixed) throw badField(fixed, `${RULE_VARIABLES[fixed]} is set on the server, which is stronger.`);
      await inTransaction(db, () => {
        const before: Partial<Rules> = rulesOf(settings, db);
        const from = Object.fromEntries(Object.keys(body).map((name) => [name, before[name as keyof Rules]]));
        recordDetail({ from, to: body });
        const rules = { ...readShopSettings(db).rules, ...body };
        saveShopSettings(db, { rules }, adminIdOf(ctx), now());
      });
      // Whoever holds the settings reads what counts now.
      Object.assign(settings, rulesOf(settings, db));
      rebuildPages(context);
      return { success: true, message: 'Saved' };
    },
    () => versionOf(rulesOf(settings, db)),
  );
}
