import { eq } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_CATALOG } from '@northlight/shared/catalog/default-catalog.ts';
import { SERVICE_IDS } from '@northlight/shared/catalog/ids.ts';
import { formatPrice } from '@northlight/shared/catalog/money.ts';
import { OWN_FACTS, SAMPLE_BUSINESS } from '@northlight/shared/catalog/sample-business.ts';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import { CONTENT } from '@northlight/shared/content/content.ts';
import { hasTerms, type ContentPage, type Item } from '@northlight/shared/content/field.ts';
import type { Sample, SampleGroup } from '@northlight/shared/contracts/samples.ts';
import { BUSINESS_LABELS } from '@northlight/shared/contracts/shop.ts';
import { currentCatalog, currentContent, isPublishing, publishedBusiness } from './catalogs.ts';
import type { Db } from './client.ts';
import { promoCodes } from './schema/sales.ts';
import { readShopSettings } from './shop-settings.ts';

/** The promo code of a new shop. */
export const SAMPLE_PROMO = { code: 'SAVE50', amountOffCents: 5_000 };
const TESTIMONIALS = 'home.testimonials';
/** Pages that an owner should read, and may leave as they came. */
const READ: ReadonlySet<string> = new Set(['privacy', 'terms']);

type Business = Record<(typeof OWN_FACTS)[number], string>;
type Found = Pick<Sample, 'id' | 'group' | 'label' | 'now' | 'section'> & {
  /** It is as it came. */
  isSample: boolean;
  /** It is as *Remove* leaves it. Absent for what is only changed. */
  isRemoved?: boolean;
};

/**
 * What the shop came with and nobody replaced, decided or not, and what was removed. A value is a sample while it equals
 * what the product ships. `serverBusiness` counts until an owner publishes another one.
 */
export function samplesOf(db: Db, serverBusiness: Business): Sample[] {
  const marks = readShopSettings(db).samples;
  return find(db, serverBusiness).flatMap(({ isSample, isRemoved, ...one }): Sample[] => {
    const mark = marks[one.id];
    const hasRemoved = mark?.action === 'remove';
    if (!isSample && !(hasRemoved && isRemoved)) return [];
    // It was removed, and is here: it is about to be published without it, or that failed, or somebody brought it back.
    const until = isPublishing(db) ? 'removing' : 'open';
    const state = !mark ? 'open' : !hasRemoved ? 'kept' : isRemoved ? 'removed' : until;
    const at = mark && state !== 'open' ? new Date(mark.at).toISOString() : null;
    // A shop that somebody owns never shows the phone number or the address of the sample.
    const can = { canKeep: one.group !== 'contact', canRemove: isRemoved !== undefined };
    return [{ ...one, ...can, state, by: at && (mark?.by ?? null), at }];
  });
}

/** Whether an owner has decided about all of these groups. */
export const isDecided = (samples: readonly Sample[], groups: readonly SampleGroup[]): boolean =>
  samples.every(({ group, state }) => !groups.includes(group) || state === 'kept' || state === 'removed');

function find(db: Db, serverBusiness: Business): Found[] {
  const { taxes, services, addons } = currentCatalog(db);
  const content = currentContent(db);
  const business = publishedBusiness(db) ?? serverBusiness;
  const { refundsSecondPayments, endsPaidBack } = readShopSettings(db).rules;
  const { code, amountOffCents } = SAMPLE_PROMO;
  const promo = db.select().from(promoCodes).where(eq(promoCodes.code, code)).get();
  const unlimited = { percentOff: null, serviceIds: null, startsOn: null, endsOn: null, maxUses: null };
  const invented = inventedIn(content[TESTIMONIALS]);
  return [
    {
      id: 'tax',
      group: 'tax',
      label: 'Sales tax',
      section: 'shop',
      now: taxes.map(({ name, percent }) => `${name} ${percent}%`).join(', ') || 'None',
      isSample: isDeepStrictEqual(taxes, DEFAULT_CATALOG.taxes),
      isRemoved: taxes.length === 0,
    },
    {
      id: 'promo',
      group: 'promo',
      label: `Promo code ${code}`,
      section: 'promo-codes',
      now: `${formatPrice(amountOffCents)} off for everyone who enters it`,
      isSample: isDeepStrictEqual(
        { ...promo },
        {
          ...SAMPLE_PROMO,
          ...unlimited,
          maxUsesPerEmail: null,
          isActive: true,
        },
      ),
      isRemoved: promo?.isActive === false,
    },
    ...SERVICE_IDS.map((id): Found => {
      const { firstPaymentCents, monthlyCents, yearlyCents, state } = services[id];
      const shipped = DEFAULT_CATALOG.services[id];
      const prices = [firstPaymentCents, monthlyCents, yearlyCents];
      const recurring = `, then ${formatPrice(monthlyCents ?? 0)} a month or ${formatPrice(yearlyCents ?? 0)} a year`;
      return {
        id: `price.${id}`,
        group: 'prices',
        label: `Price: ${SERVICES[id].name}`,
        section: 'shop',
        now: `${formatPrice(firstPaymentCents)}${monthlyCents === null ? '' : recurring}`,
        isSample:
          state !== 'hidden' &&
          isDeepStrictEqual(prices, [shipped.firstPaymentCents, shipped.monthlyCents, shipped.yearlyCents]),
      };
    }),
    ...addons.map(({ id, name, priceCents, isActive }): Found => ({
      id: `price.${id}`,
      group: 'prices',
      label: `Price: ${name}`,
      section: 'shop',
      now: formatPrice(priceCents ?? 0),
      isSample:
        isActive &&
        priceCents !== null &&
        DEFAULT_CATALOG.addons.some((shipped) => shipped.id === id && shipped.priceCents === priceCents),
    })),
    ...CONTENT.filter((page) => textsIn(page).length > 0).map((page): Found => ({
      id: `texts.${page.id}`,
      group: READ.has(page.id) ? 'reading' : 'texts',
      label: READ.has(page.id) ? page.label : `Texts: ${page.label}`,
      section: 'pages',
      now: page.id === 'terms' ? 'None. Buyers don’t have to accept any' : 'All unchanged',
      isSample: page.id === 'terms' ? !hasTerms(content) : !textsIn(page).some((key) => key in content),
    })),
    {
      id: 'refunds',
      group: 'reading',
      label: 'Refund rules',
      section: 'rules',
      now: 'Unchanged',
      isSample: refundsSecondPayments === undefined && endsPaidBack === undefined,
    },
    {
      id: 'testimonials',
      group: 'testimonials',
      label: 'Testimonials',
      section: 'pages',
      now: `Invented: ${invented.map(({ name }) => name).join(', ')}`,
      isSample: invented.length > 0,
      // The pages leave them out then.
      isRemoved: invented.length > 0,
    },
    ...OWN_FACTS.map((fact): Found => ({
      id: fact,
      group: 'contact',
      label: BUSINESS_LABELS[fact],
      section: 'business',
      now: business[fact] || 'None',
      isSample: business[fact] === SAMPLE_BUSINESS[fact],
      isRemoved: business[fact] === '',
    })),
  ];
}

const entriesIn = ({ sections }: ContentPage) => sections.flatMap(({ fields }) => fields);

/** The keys of a page's texts. Its pictures and colors are nobody's words. */
const textsIn = (page: ContentPage): string[] =>
  entriesIn(page)
    .filter((entry) => !('medium' in entry || 'color' in entry) && entry.key !== TESTIMONIALS)
    .map(({ key }) => key);

/** The people of the home page that do not exist, if it still shows them. */
function inventedIn(own: unknown): readonly Item[] {
  const all = CONTENT.flatMap(entriesIn).flatMap((entry) =>
    'items' in entry && entry.key === TESTIMONIALS ? entry.items : [],
  );
  const shown: readonly Item[] = Array.isArray(own) ? own : all;
  return shown.filter(({ words }) => all.some((one) => one['words'] === words));
}
