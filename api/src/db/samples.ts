import { eq } from 'drizzle-orm';
import { DEFAULT_CATALOG } from '@northlight/shared/catalog/default-catalog.ts';
import { SERVICE_IDS } from '@northlight/shared/catalog/ids.ts';
import { formatPrice } from '@northlight/shared/catalog/money.ts';
import { OWN_FACTS, SAMPLE_BUSINESS } from '@northlight/shared/catalog/sample-business.ts';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import { CONTENT } from '@northlight/shared/content/content.ts';
import { hasTerms, type ContentPage, type Item } from '@northlight/shared/content/field.ts';
import type { Sample, SampleGroup } from '@northlight/shared/contracts/samples.ts';
import { BUSINESS_LABELS } from '@northlight/shared/contracts/shop.ts';
import { isDeepStrictEqual } from 'node:util';
import { currentCatalog, currentContent, isPublishing, publishedBusiness } from './catalogs.ts';
import type { Db } from './client.ts';
import { promoCodes } from './schema/sales.ts';
import { readShopSettings } from './shop-settings.ts';

/** The promo code of a new shop. */
export const SAMPLE_PROMO = { code: 'SAVE50', amountOffCents: 5_000 };
export const TESTIMONIALS = 'home.testimonials';
/** Their texts are read, and may stay. */
const READ: ReadonlySet<string> = new Set(['privacy', 'terms']);

type Found = Pick<Sample, 'id' | 'group' | 'label' | 'now' | 'section'> &
  Partial<Pick<Sample, 'canKeep' | 'canRemove'>> & {
    /** It is as it came. */
    isSample: boolean;
    /** It is as *Remove* leaves it. */
    isRemoved?: boolean;
  };

/**
 * What the shop came with and nobody replaced, decided or not, and what was removed. A value is a sample while it equals
 * what the product ships. `serverBusiness` counts until an owner publishes another one.
 */
export function samplesOf(db: Db, serverBusiness: Record<(typeof OWN_FACTS)[number], string>): Sample[] {
  const marks = readShopSettings(db).samples;
  const found = [
    taxOf(db),
    promoOf(db),
    ...pricesOf(db),
    ...textsOf(db),
    testimonialsOf(db),
    ...contactOf(db, serverBusiness),
    ...toRead(db),
  ];
  return found.flatMap(({ isSample, isRemoved = false, ...one }): Sample[] => {
    const mark = marks[one.id];
    const hasRemoved = mark?.action === 'remove';
    if (!isSample && !(hasRemoved && isRemoved)) return [];
    // It was removed, and is here: it is about to be published without it, or that failed, or somebody brought it back.
    const state = !mark
      ? 'open'
      : !hasRemoved
        ? 'kept'
        : isRemoved
          ? 'removed'
          : isPublishing(db)
            ? 'removing'
            : 'open';
    const at = mark && state !== 'open' ? new Date(mark.at).toISOString() : null;
    return [{ canKeep: true, canRemove: false, ...one, state, by: at && (mark?.by ?? null), at }];
  });
}

/** Whether an owner has decided about all of these groups. */
export const isDecided = (samples: readonly Sample[], groups: readonly SampleGroup[]): boolean =>
  samples.every(({ group, state }) => !groups.includes(group) || state === 'kept' || state === 'removed');

function taxOf(db: Db): Found {
  const { taxes } = currentCatalog(db);
  return {
    id: 'tax',
    group: 'tax',
    label: 'Sales tax',
    now: taxes.map(({ name, percent }) => `${name} ${percent}%`).join(', ') || 'None',
    section: 'shop',
    canRemove: true,
    isSample: isDeepStrictEqual(taxes, DEFAULT_CATALOG.taxes),
    isRemoved: taxes.length === 0,
  };
}

function promoOf(db: Db): Found {
  const { code, amountOffCents } = SAMPLE_PROMO;
  const row = db.select().from(promoCodes).where(eq(promoCodes.code, code)).get();
  const { isActive, ...terms } = row ?? { isActive: false };
  const limits = { percentOff: null, serviceIds: null, startsOn: null, endsOn: null };
  const shipped = { code, amountOffCents, ...limits, maxUses: null, maxUsesPerEmail: null };
  return {
    id: 'promo',
    group: 'promo',
    label: `Promo code ${code}`,
    now: `${formatPrice(amountOffCents)} off for everybody who enters it`,
    section: 'promo-codes',
    canRemove: true,
    isSample: isActive && isDeepStrictEqual({ ...terms }, shipped),
    isRemoved: row?.isActive === false,
  };
}

function pricesOf(db: Db): Found[] {
  const { services, addons } = currentCatalog(db);
  const price = { group: 'prices', section: 'shop' } as const;
  const ofServices = SERVICE_IDS.map((id): Found => {
    const { firstPaymentCents, monthlyCents, yearlyCents, state } = services[id];
    const shipped = DEFAULT_CATALOG.services[id];
    const recurring =
      monthlyCents !== null && yearlyCents !== null
        ? `, then ${formatPrice(monthlyCents)} a month or ${formatPrice(yearlyCents)} a year`
        : '';
    return {
      ...price,
      id: `price.${id}`,
      label: `Price: ${SERVICES[id].name}`,
      now: `${formatPrice(firstPaymentCents)}${recurring}`,
      isSample:
        state !== 'hidden' &&
        firstPaymentCents === shipped.firstPaymentCents &&
        monthlyCents === shipped.monthlyCents &&
        yearlyCents === shipped.yearlyCents,
    };
  });
  const ofAddons = addons.flatMap(({ id, name, priceCents, isActive }): Found[] => {
    const shipped = DEFAULT_CATALOG.addons.find((addon) => addon.id === id);
    if (!shipped || priceCents === null) return [];
    const isSample = isActive && priceCents === shipped.priceCents;
    return [{ ...price, id: `price.${id}`, label: `Price: ${name}`, now: formatPrice(priceCents), isSample }];
  });
  return [...ofServices, ...ofAddons];
}

/** The keys of a page's texts. Its pictures and colors are nobody's words. */
const textsIn = ({ sections }: ContentPage): string[] =>
  sections
    .flatMap(({ fields }) => fields)
    .filter((entry) => !('medium' in entry || 'color' in entry) && entry.key !== TESTIMONIALS)
    .map(({ key }) => key);

function textsOf(db: Db): Found[] {
  const content = currentContent(db);
  return CONTENT.filter((page) => textsIn(page).length > 0).map((page) => ({
    id: `texts.${page.id}`,
    group: READ.has(page.id) ? 'reading' : 'texts',
    label: READ.has(page.id) ? page.label : `Texts: ${page.label}`,
    now: page.id === 'terms' ? 'None. Buyers accept no terms' : 'All of them are as they came',
    section: 'pages',
    isSample: page.id === 'terms' ? !hasTerms(content) : !textsIn(page).some((key) => key in content),
  }));
}

/** The invented people of the home page. */
const INVENTED: readonly Item[] = CONTENT.flatMap(({ sections }) =>
  sections.flatMap(({ fields }) =>
    fields.flatMap((entry) => ('items' in entry && entry.key === TESTIMONIALS ? entry.items : [])),
  ),
);

function testimonialsOf(db: Db): Found {
  const own = currentContent(db)[TESTIMONIALS];
  const shown: readonly Item[] = Array.isArray(own) ? own : INVENTED;
  const invented = shown.filter(({ words }) => INVENTED.some((one) => one['words'] === words));
  return {
    id: 'testimonials',
    group: 'testimonials',
    label: 'Testimonials',
    now: `Invented: ${invented.map(({ name }) => name).join(', ')}`,
    section: 'pages',
    canRemove: true,
    isSample: invented.length > 0,
    isRemoved: invented.length > 0,
  };
}

const contactOf = (db: Db, serverBusiness: Parameters<typeof samplesOf>[1]): Found[] =>
  OWN_FACTS.map((fact) => {
    const now = (publishedBusiness(db) ?? serverBusiness)[fact];
    return {
      id: fact,
      group: 'contact',
      label: BUSINESS_LABELS[fact],
      now: now || 'None',
      section: 'business',
      // A shop that somebody owns never shows it.
      canKeep: false,
      canRemove: true,
      isSample: now === SAMPLE_BUSINESS[fact],
      isRemoved: now === '',
    };
  });

/** The rules of refunds. Terms and the privacy page are texts. */
function toRead(db: Db): Found[] {
  const { refundsSecondPayments, endsPaidBack } = readShopSettings(db).rules;
  return [
    {
      id: 'refunds',
      group: 'reading',
      label: 'Refund rules',
      now: 'As they came',
      section: 'rules',
      isSample: refundsSecondPayments === undefined && endsPaidBack === undefined,
    },
  ];
}
