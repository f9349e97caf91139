import * as z from 'zod/mini';
import type { Catalog } from '../catalog/catalog.ts';
import { ADDON_ID, SERVICE_IDS } from '../catalog/ids.ts';
import type { EndpointTable } from './endpoint.ts';
import { isDay, line, numberInQuery } from './texts.ts';
import { TypedMoney } from './typed-money.ts';

const Item = z.record(z.string(), z.string().check(z.maxLength(5_000)));

/** What differs from the code's, by key: a text, a color, a file with its description, or the items of a list. */
export const Content = z.record(
  z.string().check(z.maxLength(100)),
  z.union([z.string().check(z.maxLength(5_000)), Item, z.array(Item).check(z.maxLength(50))]),
);
export type Content = z.infer<typeof Content>;

/** The values of one version of the shop. */
export type ShopValues = Omit<Catalog, 'version'> & { content: Content };

/** `discarded`: by the owner, or because a later one replaced it before it was published. */
export type ShopVersionState = z.infer<typeof VersionState>;
const VersionState = z.enum(['draft', 'scheduled', 'publishing', 'published', 'failed', 'discarded']);

const STATES = ['open', 'paused', 'hidden'] as const;
const Days = z
  .int('Please enter whole days')
  .check(z.gte(1, 'Please enter 1 to 30'), z.lte(30, 'Please enter 1 to 30'));
const Day = z.nullable(z.string().check(z.refine(isDay, 'Please enter a date')));

const Rounds = z
  .int('Please enter a whole number')
  .check(z.gte(1, 'Please enter 1 to 50'), z.lte(50, 'Please enter 1 to 50'));

const ServiceChange = z.strictObject({
  firstPayment: z.optional(TypedMoney),
  monthly: z.optional(z.nullable(TypedMoney)),
  yearly: z.optional(z.nullable(TypedMoney)),
  state: z.optional(z.enum(STATES, 'Must be open, paused, or hidden')),
  pausedUntil: z.optional(Day),
  pausedText: z.optional(line(120)),
  daysFrom: z.optional(Days),
  daysTo: z.optional(Days),
  rounds: z.optional(z.nullable(Rounds)),
});

const AddonChange = z.strictObject({
  id: z.string().check(z.regex(ADDON_ID, 'Must be lowercase letters, digits, and hyphens')),
  name: z.optional(line(60, 'Please enter a name')),
  description: z.optional(line(200)),
  /** Null for a price that is quoted. */
  price: z.optional(z.nullable(TypedMoney)),
  period: z.optional(z.nullable(z.enum(['month', 'year'], 'Must be null, month, or year'))),
  service: z.optional(z.enum(SERVICE_IDS, 'Unknown service')),
  isActive: z.optional(z.boolean('Must be true or false')),
});

const TaxChange = z.strictObject({
  state: z.string().check(z.regex(/^[A-Z]{2}$/, 'Please enter a state, such as MI')),
  percent: z
    .number('Please enter a percentage')
    .check(z.gte(0, 'Please enter 0 to 20'), z.lte(20, 'Please enter 0 to 20')),
});

/** Only what changes. Add-ons are matched by ID; the order of a complete list becomes theirs. */
export const ShopChanges = z.strictObject({
  services: z.optional(
    z.strictObject({
      website: z.optional(ServiceChange),
      voice: z.optional(ServiceChange),
      onhold: z.optional(ServiceChange),
    }),
  ),
  addons: z.optional(z.array(AddonChange).check(z.maxLength(20, 'A shop can have 20 add-ons'))),
  /** All of them. */
  taxes: z.optional(z.array(TaxChange).check(z.maxLength(60))),
  /** A text of null is the code's again. */
  content: z.optional(z.record(z.string(), z.nullable(Content.def.valueType))),
});
export type ShopChanges = z.infer<typeof ShopChanges>;
export type ShopChangesInput = z.input<typeof ShopChanges>;

export const ChangeShop = z.object({
  /** The newest version that the caller has read. */
  version: z.int('Version must be a whole number'),
  changes: ShopChanges,
  /** False saves a draft. */
  publish: z._default(z.boolean('Must be true or false'), false),
  /** Publishes it then. */
  publishAt: z.optional(z.iso.datetime('Must be a time such as 2026-12-24T09:00:00Z')),
});

/** What the shop sells and says. Money is text, such as "149.00". */
export const Shop = z.object({
  services: z.record(
    z.enum(SERVICE_IDS),
    z.object({
      firstPayment: z.string(),
      monthly: z.nullable(z.string()),
      yearly: z.nullable(z.string()),
      state: z.enum(STATES),
      pausedUntil: z.nullable(z.string()),
      pausedText: z.string(),
      daysFrom: z.int(),
      daysTo: z.int(),
      rounds: z.nullable(z.int()),
    }),
  ),
  addons: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      price: z.nullable(z.string()),
      period: z.nullable(z.enum(['month', 'year'])),
      service: z.enum(SERVICE_IDS),
      isActive: z.boolean(),
    }),
  ),
  taxes: z.array(z.object({ state: z.string(), name: z.string(), percent: z.number() })),
  content: Content,
});
export type Shop = z.infer<typeof Shop>;

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
  ...Shop.shape,
  ...VersionFacts.shape,
  publishedVersion: z.int(),
  /** What the placeholders of the texts stand for. */
  facts: z.record(z.string(), z.string()),
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
    summary: 'Returns prices, add-ons, promises, tax rates, and texts in their newest version.',
    response: ShopResponse,
  },
  'POST /api/json/shop': {
    access: 'manage',
    confirms: true,
    summary: 'Changes the shop: saves a draft, or publishes it now or at a time.',
    body: ChangeShop,
    response: z.object({ version: z.int() }),
  },
  'POST /api/json/shop/preview': {
    access: 'manage',
    summary: 'Builds a preview of the newest version, and returns its address, which is valid for 7 days.',
    response: z.object({ state: z.enum(['building', 'ready', 'failed']), url: z.string() }),
  },
  'POST /api/json/shop/media/:key': {
    access: 'manage',
    summary:
      'Stores a file for the pages, and returns its name for a version. The body is the file, and the key says what it is for.',
    params: z.object({ key: z.string().check(z.maxLength(100)) }),
    response: z.object({ file: z.string() }),
  },
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
    body: z.object({ action: z.enum(['restore', 'discard'], 'Must be restore or discard') }),
    response: z.object({ version: z.int() }),
  },
} satisfies EndpointTable;
