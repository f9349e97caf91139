import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_CATALOG } from '@northlight/shared/catalog/default-catalog.ts';
import { DEFAULT_KEPT, KEPT_NAMES, type Kept } from '@northlight/shared/catalog/retention.ts';
import { SAMPLE_BUSINESS, withoutSample } from '@northlight/shared/catalog/sample-business.ts';
import type { Catalog } from '@northlight/shared/catalog/catalog.ts';
import type { Content } from '@northlight/shared/content/field.ts';
import type { BusinessSettings } from '@northlight/shared/contracts/shop.ts';

const dotEnv = fileURLToPath(new URL('../../.env', import.meta.url));
if (existsSync(dotEnv)) process.loadEnvFile(dotEnv);

const dataDir = resolve(
  fileURLToPath(new URL('../..', import.meta.url)),
  process.env['DATA_DIR'] || './data',
);

type ShopFile = {
  catalog?: Catalog;
  content?: Content;
  business?: BusinessSettings | null;
  publicUrl?: string;
  youtubeUrl?: string;
  taxesRecurring?: boolean;
  isClaimed?: boolean;
  isLive?: boolean;
  hasOwnTestimonials?: boolean;
} & Partial<Kept>;

/** The published version of the shop, or one that is being published or previewed. The server writes the file. */
const shopFile = join(dataDir, process.env['SHOP_FILE'] || 'shop.json');
const shopText = existsSync(shopFile) ? readFileSync(shopFile, 'utf8') : '';
const shop: ShopFile = shopText ? JSON.parse(shopText) : {};

/** Tells the server which version the pages were built from. */
export const builtFrom = createHash('sha256').update(shopText).digest('hex');

const business = withoutSample(
  shop.business ?? {
    name: process.env['BUSINESS_NAME'] || SAMPLE_BUSINESS.name,
    email: process.env['BUSINESS_EMAIL'] || SAMPLE_BUSINESS.email,
    phone: process.env['BUSINESS_PHONE'] || SAMPLE_BUSINESS.phone,
    address: process.env['BUSINESS_ADDRESS'] || SAMPLE_BUSINESS.address,
  },
  shop.isClaimed ?? false,
);

/** The settings printed into the pages. Changing one rebuilds the site. */
export const siteSettings = {
  publicUrl: process.env['PUBLIC_URL'] || shop.publicUrl || `http://localhost:${process.env['PORT'] || 3000}`,
  businessName: business.name,
  businessEmail: business.email,
  /** Empty without one, as is the address. */
  businessPhone: business.phone,
  businessAddress: business.address,
  catalog: shop.catalog ?? DEFAULT_CATALOG,
  taxesRecurring: process.env['RECURRING_TAX']
    ? process.env['RECURRING_TAX'] === 'on'
    : (shop.taxesRecurring ?? false),
  /** The YouTube address of the demo video, if there is one. */
  youtubeUrl: youtubeUrl(process.env['YOUTUBE_URL'] || shop.youtubeUrl),
  /** How long data is kept. */
  kept: Object.fromEntries(KEPT_NAMES.map((name) => [name, shop[name] ?? DEFAULT_KEPT[name]])) as Kept,
  /** The texts that the owner changed. */
  content: shop.content ?? {},
  /** Where the server keeps the owner's files, by hash. See `api/src/operations/shop/media.ts`. */
  mediaFolder: join(dataDir, 'media/files'),
  /** Real money is taken. The server says so where it is not by its keys alone, such as by the switch of the dashboard. */
  isLive:
    shop.isLive ??
    (process.env['PAYMENTS']
      ? process.env['PAYMENTS'] === 'live'
      : Boolean(process.env['STRIPE_SECRET_KEY'] || process.env['PAYPAL_CLIENT_ID'])),
  /** An owner removed the invented ones. */
  hasOwnTestimonials: shop.hasOwnTestimonials ?? false,
  /** A build for the dashboard, which shows texts in it while they are edited. */
  isPreview: process.env['SITE_PREVIEW'] === '1',
};

/** Throws when the setting is not a usable link. */
function youtubeUrl(setting: string | undefined): string | undefined {
  if (!setting) return undefined;
  if (URL.canParse(setting) && new URL(setting).protocol === 'https:') return setting;
  throw new Error('YOUTUBE_URL must be an address such as https://www.youtube.com/watch?v=...');
}
