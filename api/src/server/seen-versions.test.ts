import { allCalls, endpointOf, type Call } from '@northlight/shared/contracts/endpoints.ts';
import { KEY_END } from '@northlight/shared/contracts/connections.ts';
import { afterAll, expect, test } from 'vitest';
import { colleague } from '../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../../test/fixtures/factories.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tempFolder } from '../../test/fixtures/temp-folder.ts';
import { openConsole } from '../../test/shop/admin-client.ts';
import { shopBody } from '../../test/shop/changed-shop.ts';
import { aQuote } from '../../test/shop/quote-steps.ts';
import { withSeenVersion } from '../../test/shop/seen-version.ts';
import { HOUR_MS } from '../base/units.ts';
import { checkDueAgreements } from '../money/recurring/check-agreement.ts';

type Body = Readonly<Record<string, unknown>>;
type See = Awaited<ReturnType<typeof openConsole>>['see'];
/** What two people save one after the other, both from what they saw before. */
type Case = {
  path: string;
  first: Body;
  second: Body;
  /** What the first one saves at, if that is elsewhere. */
  firstAt?: string;
  /** The body of somebody who has seen the shop as it is, if not just with its version. */
  from?: (see: See, body: Body) => Promise<Body>;
  /** What the calls have of the state that was seen. */
  field?: string;
};

const WEBHOOK = { url: 'https://93.184.216.34/hook', events: ['order.placed'], isOn: true };
const TERMS = {
  amountOffCents: 1_000,
  percentOff: null,
  serviceIds: null,
  startsOn: null,
  endsOn: null,
  maxUses: null,
  maxUsesPerEmail: null,
  isActive: true,
};
const EXEMPT = { action: 'exempt', exemption: { certificate: 'OH-1', until: null, fileId: null } };
const QUOTE = aQuote({ send: false });
const shopAt = (cents: number): Body => ({ services: { website: { firstPaymentCents: cents } } });
const fromShop = async (see: See, changes: Body): Promise<Body> =>
  'action' in changes
    ? { ...changes, version: (await see('/api/json/shop')).version }
    : shopBody((await see('/api/json/shop')) as never, changes, { publish: false });
const KEY = 'a key for the backups of this shop';
const folder = mkdtempSync(join(tmpdir(), 'northlight-place-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const PLACE = { to: folder, key: KEY, keyEnd: KEY.slice(-KEY_END) };
const ORDER = '/api/admin/cases/ORD-10001';
const fromCase =
  (field: string, read: (one: Awaited<ReturnType<See>>) => unknown) =>
  async (see: See, body: Body): Promise<Body> => ({
    ...body,
    [field]: read(await see('/api/json/cases/ORD-10001')),
  });

/** Calls that replace what somebody else may have changed. */
const REPLACES: Partial<Record<Call, readonly Case[]>> = {
  'POST /api/admin/security/settings': [
    {
      path: '/api/admin/security/settings',
      first: { requireSecondFactor: false, confirmRefundsAbove: 50 },
      second: { requireSecondFactor: false, confirmRefundsAbove: 500 },
    },
  ],
  'POST /api/admin/wording': [
    {
      path: '/api/admin/wording',
      first: { replies: [{ name: 'Thanks', text: 'Thank you.' }] },
      second: { replies: [{ name: 'Hello', text: 'Hello.' }] },
    },
    { path: '/api/admin/wording', first: { reminderDays: [2] }, second: { asksForReview: true } },
  ],
  'POST /api/admin/rules': [
    { path: '/api/admin/rules', first: { renewalNoticeDays: 20 }, second: { keptDays: 9 } },
  ],
  'POST /api/admin/notices': [
    {
      path: '/api/admin/notices',
      first: { email: [], desktop: [] },
      second: { email: ['mine'], desktop: [] },
    },
  ],
  'POST /api/admin/profile': [
    {
      path: '/api/admin/profile',
      first: { email: 'ada@studio.example', firstName: 'Ada', lastName: 'First' },
      second: { email: 'ada@studio.example', firstName: 'Ada', lastName: 'Second' },
    },
  ],
  'POST /api/admin/order-views': [
    {
      path: '/api/admin/order-views',
      first: { views: [{ name: 'One', search: 'q=one' }] },
      second: { views: [{ name: 'Two', search: 'q=two' }] },
    },
  ],
  'POST /api/admin/people/:id': [
    { path: '/api/admin/people/2', first: { role: 'accountant' }, second: { firstName: 'Bo' } },
  ],
  'POST /api/admin/promo-codes/:code': [
    {
      path: '/api/admin/promo-codes/SAVE50',
      first: { ...TERMS, isActive: false },
      second: { ...TERMS, maxUses: 5 },
    },
  ],
  'POST /api/admin/webhooks/:id': [
    {
      path: '/api/admin/webhooks/1',
      first: { ...WEBHOOK, isOn: false },
      second: { ...WEBHOOK, url: 'https://93.184.216.35/hook' },
    },
  ],
  'POST /api/admin/customers/:id': [
    {
      path: '/api/admin/customers/1',
      first: { action: 'tags', tags: ['VIP'] },
      second: { action: 'tags', tags: ['Dental'] },
    },
    {
      path: '/api/admin/customers/1',
      first: { action: 'assign', adminId: 1 },
      second: { action: 'assign', adminId: 2 },
    },
  ],
  'POST /api/admin/customers/:id/people': [
    { ...EXEMPT, action: 'exempt', exemption: { ...EXEMPT.exemption, certificate: 'OH-2' } },
    { action: 'access', email: aDraft().email, sees: 'both' },
    { action: 'join', other: 2, exempts: 'this' },
    { action: 'separate', email: aDraft().email, exempts: 'nobody' },
  ].map((second) => ({ path: '/api/admin/customers/1/people', first: EXEMPT, second })),
  'POST /api/admin/cases/:orderNumber/assign': [
    { path: `${ORDER}/assign`, first: { adminId: 1 }, second: { adminId: 2 } },
  ],
  'POST /api/admin/cases/:orderNumber/work-status': [
    {
      path: `${ORDER}/work-status`,
      first: { workStatus: 'in-progress' },
      second: { workStatus: 'waiting' },
      from: fromCase('workVersion', ({ workVersion }) => workVersion),
      field: 'workVersion',
    },
  ],
  'POST /api/admin/cases/:orderNumber/deliveries': [
    {
      path: `${ORDER}/deliveries`,
      first: { service: 'website', note: 'First' },
      second: { service: 'website', note: 'Second' },
      from: fromCase('after', ({ deliveries }) => deliveries?.length ?? 0),
      field: 'after',
    },
  ],
  'POST /api/admin/cases/:orderNumber/recurring': [
    { action: 'change-amount', amount: 50 },
    { action: 'offer-amount', amount: 50, from: '2027-03-01', text: '' },
  ].map((second) => ({
    path: `${ORDER}/recurring`,
    first: { action: 'change-amount', amount: 40 },
    second,
  })),
  'POST /api/json/quotes/:number': ['send', 'renew', 'ask', 'withdraw', 'save'].map((action) => ({
    path: '/api/json/quotes/Q-1001',
    first: { action: 'save', ...QUOTE, message: 'First' },
    second: { action, ...(action === 'save' && { ...QUOTE, message: 'Second' }) },
  })),
  'POST /api/json/shop': [
    { path: '/api/json/shop', first: shopAt(18_700), second: shopAt(19_700), from: fromShop },
  ],
  'POST /api/json/shop/versions/:version': [
    { path: '/api/json/shop/versions/1', second: { action: 'restore' } },
    { path: '/api/json/shop/versions/2', second: { action: 'discard' } },
  ].map((one) => ({ ...one, firstAt: '/api/json/shop', first: shopAt(18_700), from: fromShop })),
  'POST /api/json/connections/:id': ['', 'check', 'confirm', 'disconnect'].map((action) => ({
    path: '/api/json/connections/backups',
    first: PLACE,
    second: action ? { action } : PLACE,
  })),
};

/** Calls that add something, or change one thing that their own key names. They replace nothing that somebody else wrote. */
const REPLACE_NOTHING: readonly Call[] = [
  // Counted or queued.
  'POST /api/page-faults',
  'POST /api/sale-steps',
  'POST /api/order-link',
  'POST /api/orders-link',
  'POST /api/webhooks/stripe',
  'POST /api/webhooks/paypal',
  'POST /api/admin/forgot-password',
  'POST /api/admin/test-order',
  'POST /api/admin/messages/send-again',
  'POST /api/admin/cases/:orderNumber/remind',
  'POST /api/admin/webhooks/:id/test',
  // Read, with a body.
  'POST /api/payment-status',
  'POST /api/paypal-status',
  'POST /api/promo-code',
  'POST /api/json/recovery-sheet',
  'POST /api/admin/invitation',
  'POST /api/admin/imports/check',
  'POST /api/admin/privacy/find',
  'POST /api/json/shop/preview',
  'OPTIONS /api/files',
  'HEAD /api/files/:id',
  // What a visitor’s own checkout, form, or upload holds, by its key.
  'POST /api/create-payment-intent',
  'POST /api/process-paypal',
  'POST /api/checkout',
  'POST /api/demo-payments/card',
  'POST /api/demo-payments/paypal',
  'POST /api/unfinished-checkout',
  'POST /api/unfinished-checkout/resume',
  'POST /api/closed-checkout',
  'POST /api/files',
  'PATCH /api/files/:id',
  'DELETE /api/files/:id',
  'POST /api/submit-order-form',
  'POST /api/submit-voice-agent-form',
  'POST /api/voice-agent-form-submission',
  'POST /api/on-hold-audio-form',
  // What a customer says of what is named: a version, an offer, a form, a message.
  'POST /api/order/review',
  'POST /api/order/messages',
  'POST /api/order/forms/:form/:id/confirm',
  'POST /api/order/answer',
  'POST /api/order/files/:id/remove',
  'POST /api/stop-reminders',
  'POST /api/recurring-payment',
  'POST /api/quote/accept',
  'POST /api/quote/decline',
  'POST /api/quote/messages',
  // Added by the team, by a key or an ID.
  'POST /api/admin/promo-codes',
  'POST /api/admin/webhooks',
  'POST /api/admin/people',
  'POST /api/admin/tokens',
  'POST /api/admin/imports',
  'POST /api/json/quotes',
  'POST /api/json/shop/media/:key',
  'POST /api/admin/cases/:orderNumber/payment-requests',
  'POST /api/admin/cases/:orderNumber/notes',
  'POST /api/admin/cases/:orderNumber/messages',
  'POST /api/admin/cases/:orderNumber/testimonial',
  'POST /api/admin/payments/:id/refund',
  // One thing ends or moves on, once.
  'POST /api/admin/cases/:orderNumber/collect',
  'POST /api/admin/cases/:orderNumber/payment-requests/:id',
  'POST /api/admin/cases/:orderNumber/work/:id/done',
  'POST /api/admin/cases/:orderNumber/live',
  'POST /api/admin/cases/:orderNumber/undo',
  'POST /api/admin/cases/:orderNumber/end-links',
  'POST /api/admin/submissions/:form/:id/accept',
  'POST /api/admin/submissions/:form/:id/release',
  'POST /api/admin/messages/:id/send-again',
  'POST /api/admin/messages/:id/leave-unsent',
  'POST /api/admin/payments/dismiss',
  'POST /api/admin/people/:id/invite',
  'POST /api/admin/tokens/:id/revoke',
  'POST /api/admin/webhooks/:id/secret',
  'POST /api/admin/webhooks/:id/remove',
  'POST /api/admin/webhook-messages/:id/resend',
  'POST /api/admin/imports/:id/undo',
  'POST /api/admin/privacy/erase',
  'POST /api/json/samples',
  'POST /api/json/old-machine',
  // A switch that says which question was asked, and has tests of its own.
  'POST /api/json/live-payments',
  // Both states are on the page of whoever presses it.
  'POST /api/admin/setup',
  'POST /api/admin/connection-news',
  // The caller’s own login, which the password or a factor proves.
  'POST /api/admin/login',
  'POST /api/admin/logout',
  'POST /api/admin/login/passkey',
  'POST /api/admin/login/factor',
  'POST /api/admin/reset-password',
  'POST /api/admin/invitation/accept',
  'POST /api/claim',
  'POST /api/admin/security/confirm/options',
  'POST /api/admin/security/confirm',
  'POST /api/admin/security/ready',
  'POST /api/admin/security/totp/new',
  'POST /api/admin/security/totp',
  'POST /api/admin/security/totp/remove',
  'POST /api/admin/security/passkeys/new',
  'POST /api/admin/security/passkeys',
  'POST /api/admin/security/passkeys/:id/remove',
  'POST /api/admin/security/recovery-codes',
  'POST /api/admin/security/sessions/end-others',
  'POST /api/admin/security/sessions/:id/end',
];

test('each call that changes something says what its caller saw, or replaces nothing', () => {
  const changes = allCalls.filter((call) => !call.startsWith('GET '));
  expect([...Object.keys(REPLACES), ...REPLACE_NOTHING].toSorted()).toEqual(changes.toSorted());
});

/** Whatever the calls are about: an order with a recurring payment, two customers, a quote, a webhook, and a draft of the shop. */
async function aFullShop() {
  const shop = await openConsole({ env: { dataDir: tempFolder() } });
  const { app, act, cookie, see } = shop;
  await colleague(app);
  await buyWithCard(app, aDraft({ serviceTypes: ['website'] }));
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'], email: 'bo@elsewhere.example' }));
  app.wait(HOUR_MS);
  while ((await checkDueAgreements(app.context)) > 0);
  await act('/api/json/quotes', QUOTE);
  await act('/api/admin/webhooks', WEBHOOK);
  await act('/api/json/shop', await fromShop(see, shopAt(17_700)));
  return { ...shop, cookie };
}

test.each(Object.entries(REPLACES).flatMap(([call, cases]) => cases.map((one) => [call, one] as const)))(
  '%s refuses what was made from an older version, and what doesn’t say from which (%#)',
  async (call, { path, first, firstAt = path, second, from, field = 'version' }) => {
    expect(endpointOf(call as Call).body).toBeDefined();
    const { app, act, see, cookie } = await aFullShop();
    const get = (shown: string) => app.get(shown, cookie);
    const seen = (at: string, body: Body) =>
      from ? from(see, body) : (withSeenVersion(at, body, get) as Promise<Body>);
    const [one, other] = [await seen(firstAt, first), await seen(path, second)];
    const { [field]: _seen, ...unsaid } = other;
    const missing = await fetch(app.base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...cookie },
      body: JSON.stringify(unsaid),
    });
    const { fields } = Object(await missing.json());
    expect([missing.status, Object.keys(fields)]).toEqual([400, [field]]);
    const saved = await act(firstAt, one);
    expect([saved.status, saved.body.message]).toEqual([200, saved.body.message]);
    const stored = (await get('/api/json/audit')).body.entries.length;
    expect((await act(path, other)).status).toBe(409);
    expect((await get('/api/json/audit')).body.entries).toHaveLength(stored);
  },
);
