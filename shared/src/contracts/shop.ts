import * as z from 'zod/mini';
import { ADDON_ID, SERVICE_IDS } from '../catalog/ids.ts';
import { type EndpointTable, call } from './endpoint.ts';
import { emailAddress, isDay, line, numberInQuery, timeText } from './texts.ts';
import { MONEY_EXAMPLE } from './typed-money.ts';

const Item = z.record(z.string(), z.string().check(z.maxLength(5_000)));

/** What differs from the code's, by key: a text, a color, a file with its description, or the items of a list. */
export const Content = z.record(
  z.string().check(z.maxLength(100)),
  z.union([z.string().check(z.maxLength(5_000)), Item, z.array(Item).check(z.maxLength(50))]),
);
export type Content = z.infer<typeof Content>;

/** `discarded`: by the owner, or because a later one replaced it before it was published. */
export type ShopVersionState = z.infer<typeof VersionState>;
const VersionState = z.enum(['draft', 'scheduled', 'publishing', 'published', 'failed', 'discarded']);

const Days = z
  .int('Please enter whole days')
  .check(z.gte(1, 'Please enter 1 to 30'), z.lte(30, 'Please enter 1 to 30'));
const Rounds = z
  .int('Please enter a whole number')
  .check(z.gte(1, 'Please enter 1 to 50'), z.lte(50, 'Please enter 1 to 50'));
/** In cents. */
const Price = z
  .int(MONEY_EXAMPLE)
  .check(z.gte(0, MONEY_EXAMPLE), z.lt(1_000_000_000, 'Please enter less than $10,000,000'));

const ServiceValues = z.object({
  firstPaymentCents: Price,
  monthlyCents: z.nullable(Price),
  yearlyCents: z.nullable(Price),
  state: z.enum(['open', 'paused', 'hidden'], 'Must be open, paused, or hidden'),
  pausedUntil: z.nullable(z.string().check(z.refine(isDay, 'Please enter a date'))),
  pausedText: line(120),
  daysFrom: Days,
  daysTo: Days,
  rounds: z.nullable(Rounds),
});

const AddonValues = z.object({
  id: z.string().check(z.regex(ADDON_ID, 'Must be lowercase letters, digits, and hyphens')),
  name: line(60, 'Please enter a name'),
  description: line(200),
  /** Null for a price that is quoted. */
  priceCents: z.nullable(Price),
  period: z.nullable(z.enum(['month', 'year'], 'Must be null, month, or year')),
  service: z.enum(SERVICE_IDS, 'Unknown service'),
  isActive: z.boolean('Must be true or false'),
});

const Tax = z.object({
  state: z.string().check(z.regex(/^[A-Z]{2}$/, 'Please enter a state, such as MI')),
  name: z.string(),
  percent: z
    .number('Please enter a percentage')
    .check(z.gte(0, 'Please enter 0 to 20'), z.lte(20, 'Please enter 0 to 20')),
});

const isNoHtml = z.regex(/^[^<>]*$/, 'Please leave out < and >');
const fact = (required?: string, longest = 200) => line(longest, required).check(isNoHtml);

/** The facts of the business. The hours are written as in the settings of the server. */
export const BusinessSettings = z.object({
  name: fact('Please enter the name of the business'),
  email: emailAddress('Please enter a valid email address'),
  /** Empty without one, like the address. */
  phone: fact(),
  address: fact(),
  /** Of the business, shown on invoices, such as "EIN 12-3456789". Empty without one. */
  taxId: line(60).check(isNoHtml),
  /** Such as "09:00-17:00" or "09:00-12:00, 13:00-17:00". */
  hours: fact('Please enter the hours'),
  /** Such as "Mon-Fri". */
  days: fact('Please choose at least one day'),
  /** Such as "US, 2026-12-24". */
  holidays: fact('Please enter holidays, or none', 1_000),
  /** Such as "America/New_York". */
  timeZone: fact('Please enter a time zone'),
});
export type BusinessSettings = z.infer<typeof BusinessSettings>;

export const BUSINESS_LABELS: Record<keyof BusinessSettings, string> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  taxId: 'Tax ID',
  hours: 'Business hours',
  days: 'Business days',
  holidays: 'Holidays',
  timeZone: 'Time zone',
};

export const BUSINESS_HELP: Partial<Record<keyof BusinessSettings, string>> = {
  email: 'Notifications and customers’ replies go to this address.',
  phone: 'Optional. Left empty, none is shown.',
  address: 'Optional. Shown on your pages, emails, and invoices.',
  taxId: 'Optional. Shown on invoices, such as EIN 12-3456789.',
  hours: 'Delivery promises count only these hours, such as 09:00-17:00.',
};

/** What the shop sells, what its pages say, and whose it is, in one version. */
export const ShopValues = z.object({
  services: z.object({ website: ServiceValues, voice: ServiceValues, onhold: ServiceValues }),
  /** In display order. */
  addons: z.array(AddonValues).check(z.maxLength(20, 'A shop can have 20 add-ons')),
  taxes: z.array(Tax).check(z.maxLength(60)),
  content: Content,
  /** Null for the settings of the server. */
  business: z.nullable(BusinessSettings),
});
export type ShopValues = z.infer<typeof ShopValues>;

export const ChangeShop = z.object({
  /** The newest version that the caller has read. */
  version: z.int('Version must be a whole number'),
  ...ShopValues.shape,
  /** False saves a draft. */
  publish: z._default(z.boolean('Must be true or false'), false),
  /** Publishes it then. */
  publishAt: z.optional(timeText),
});

const VersionFacts = z.object({
  version: z.int(),
  state: VersionState,
  at: z.string(),
  by: z.string(),
  publishAt: z.nullable(z.string()),
  publishedAt: z.nullable(z.string()),
  failure: z.nullable(z.string()),
});
export type VersionFacts = z.infer<typeof VersionFacts>;

/** The newest version, which may be a draft, and the number of the published one. */
export const ShopResponse = z.object({
  ...ShopValues.shape,
  ...VersionFacts.shape,
  publishedVersion: z.int(),
  /** What the placeholders of the texts stand for. */
  facts: z.record(z.string(), z.string()),
  /** The business as the settings of the server have it. */
  serverBusiness: BusinessSettings,
  /** The business days of the next 12 months on which the business is closed, such as "2026-11-26". */
  closedDays: z.array(z.object({ day: z.string(), name: z.string() })),
});
export type ShopResponse = z.infer<typeof ShopResponse>;

export const ShopVersionsResponse = z.object({
  /** Newest first: at most 20 that were published, and those after them. */
  versions: z.array(
    z.object({
      ...VersionFacts.shape,
      changes: z.array(z.object({ what: z.string(), from: z.string(), to: z.string() })),
    }),
  ),
});

export const shopEndpoints = {
  'GET /api/json/shop': {
    access: 'read',
    summary: 'Returns prices, add-ons, promises, tax rates, texts, and the business in their newest version.',
    response: ShopResponse,
  },
  'POST /api/json/shop': call(
    'manage',
    'Replaces the values of the shop: saves a draft, or publishes them now or at a time.',
    z.object({ version: z.int() }),
    { confirms: true, body: ChangeShop },
  ),
  'POST /api/json/shop/preview': {
    access: 'manage',
    summary: 'Builds a preview of the newest version, and returns its address, which is valid for 7 days.',
    response: z.object({ state: z.enum(['building', 'ready', 'failed']), url: z.string() }),
  },
  'POST /api/json/shop/media/:key': call(
    'manage',
    'Stores a file for the pages, and returns its name for a version. The body is the file, and the key says what it is for.',
    z.object({ file: z.string() }),
    { params: z.object({ key: z.string().check(z.maxLength(100)) }) },
  ),
  'GET /api/json/shop/media/:file': {
    access: 'manage',
    summary: 'Returns a file that was stored for the pages.',
    params: z.object({
      file: z.string().check(z.regex(/^[\da-f]{64}\.(webp|mp4|mp3|vtt)$/, 'file must be a stored name')),
    }),
    responseType: 'application/octet-stream',
  },
  'GET /api/json/shop/versions': {
    access: 'manage',
    summary: 'Returns the last versions of the shop.',
    response: ShopVersionsResponse,
  },
  'POST /api/json/shop/versions/:version': {
    access: 'manage',
    confirms: true,
    summary: 'Publishes an earlier version again, or discards a draft.',
    params: z.object({ version: numberInQuery(/^[1-9]\d{0,9}$/, 'version must be a whole number') }),
    body: z.object({
      action: z.enum(['restore', 'discard'], 'Must be restore or discard'),
      version: ChangeShop.shape.version,
    }),
    response: z.object({ version: z.int() }),
  },
} satisfies EndpointTable;
