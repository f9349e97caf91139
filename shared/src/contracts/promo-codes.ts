import * as z from 'zod/mini';
import { SERVICE_IDS } from '../catalog/ids.ts';
import { CheckoutId } from './checkout.ts';
import { type EndpointTable, act, success, call, seenVersion, shownVersion } from './endpoint.ts';
import { line, oneLine } from './texts.ts';

/** `checkoutId` names the checkout that may already hold a use of the code. */
export const PromoCode = z.object({
  promoCode: line(40, 'Please enter a promo code'),
  checkoutId: z.optional(CheckoutId),
});

/** A wrong code is not an error. */
export const PromoCodeResponse = z.discriminatedUnion('valid', [
  z.object({
    valid: z.literal(true),
    code: z.string(),
    /** In US dollars; 0 with `percentOff`. */
    amountOff: z.number(),
    percentOff: z.optional(z.int()),
    /** The only services that it reduces. */
    serviceIds: z.optional(z.array(z.enum(SERVICE_IDS))),
  }),
  /** `message` says why a code that exists cannot be used. */
  z.object({ valid: z.literal(false), message: z.optional(z.string()) }),
]);
export type PromoCodeResponse = z.infer<typeof PromoCodeResponse>;

const Code = z
  .string('Please enter a code')
  .check(
    oneLine(),
    z.toUpperCase(),
    z.regex(/^[A-Z0-9][A-Z0-9_-]{1,39}$/, 'Use 2 to 40 letters and digits, such as SPRING25'),
  );

const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text) === true;
const Day = z.nullable(z.string('Please enter a date').check(z.refine(isDate, 'Please enter a date')));
const WHOLE = 'Please enter a whole number, 1 or higher';
const Limit = z.nullable(
  z.int(WHOLE).check(z.gte(1, WHOLE), z.lte(1_000_000, 'Please enter a smaller number')),
);
const AMOUNT = 'Please enter an amount from $0.01 to $99,999';
const PERCENT = 'Please enter a whole number from 1 to 100';

const shape = {
  /** Either an amount in cents or a percentage. The other one is null. */
  amountOffCents: z.nullable(z.int(AMOUNT).check(z.gte(1, AMOUNT), z.lte(9_999_900, AMOUNT))),
  percentOff: z.nullable(z.int(PERCENT).check(z.gte(1, PERCENT), z.lte(100, PERCENT))),
  /** Null for all services. */
  serviceIds: z.nullable(
    z.array(z.enum(SERVICE_IDS)).check(z.minLength(1, 'Please choose at least one service'), z.maxLength(3)),
  ),
  /** Dates in the studio's time zone, both included. Null for no limit. */
  startsOn: Day,
  endsOn: Day,
  maxUses: Limit,
  maxUsesPerEmail: Limit,
  isActive: z.boolean(),
};

type Terms = Pick<
  z.infer<z.ZodMiniObject<typeof shape>>,
  'amountOffCents' | 'percentOff' | 'startsOn' | 'endsOn'
>;
const checks = [
  z.refine<Terms>(({ amountOffCents, percentOff }) => (amountOffCents === null) !== (percentOff === null), {
    path: ['amountOffCents'],
    message: 'Please enter either an amount or a percentage',
  }),
  z.refine<Terms>(({ startsOn, endsOn }) => startsOn === null || endsOn === null || startsOn <= endsOn, {
    path: ['endsOn'],
    message: 'The last day can’t be before the first day',
  }),
] as const;

export const ByPromoCode = z.object({ code: Code });
export const NewPromoCode = z.object({ code: Code, ...shape }).check(...checks);
export type NewPromoCode = z.infer<typeof NewPromoCode>;
/** The code itself never changes, because orders and links name it. */
export const ChangePromoCode = z.object({ ...shape, version: seenVersion }).check(...checks);
export type ChangePromoCode = z.infer<typeof ChangePromoCode>;

export const PromoCodesResponse = success({
  /** The page that a link with a code opens. */
  linkTo: z.string(),
  /** Today in the studio's time zone. */
  today: z.string(),
  codes: z.array(
    z.object({
      code: z.string(),
      ...shape,
      version: shownVersion,
      uses: z.int(),
      discountCents: z.int(),
      /** What the first payments of its orders brought in. */
      receivedCents: z.int(),
    }),
  ),
});
export type PromoCodesResponse = z.infer<typeof PromoCodesResponse>;
export type ListedPromoCode = PromoCodesResponse['codes'][number];

export const promoCodeEndpoints = {
  'POST /api/promo-code': call('public', 'Checks a promo code.', PromoCodeResponse, {
    limits: [{ name: 'promo-code', perMinute: 30 }],
    body: PromoCode,
  }),
  'GET /api/json/promo-codes': {
    access: 'manage',
    summary: 'Lists the promo codes with their use and revenue.',
    response: PromoCodesResponse,
  },
  'POST /api/admin/promo-codes': act('manage', 'Creates a promo code.', {
    confirms: true,
    body: NewPromoCode,
  }),
  'POST /api/admin/promo-codes/:code': act(
    'manage',
    'Changes the terms of a promo code, or turns it on or off.',
    { confirms: true, params: ByPromoCode, body: ChangePromoCode },
  ),
} satisfies EndpointTable;
