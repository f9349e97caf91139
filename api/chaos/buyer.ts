import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type {
  AddonDraft,
  CheckoutDraftInput,
  CheckoutInput,
  OrderConfirmation,
} from '@northlight/shared/contracts/checkout.ts';
import type { QuoteResponse } from '@northlight/shared/contracts/quotes.ts';
import { DAY_MS } from '../src/base/units.ts';
import type { Db } from '../src/db/client.ts';
import { quotePageOf } from '../src/money/quotes/quote-key.ts';
import * as quoteStore from '../src/money/quotes/quote-store.ts';
import { aCheckout, aDraft } from '../test/fixtures/factories.ts';
import { seededRandom } from '../seed/seeded-random.ts';
import type { LiveShop } from './live-shop.ts';

/** What can go wrong between a browser and the shop, as probabilities from 0 to 1. */
export type Luck = { random: () => number; lostAnswers: number; doubleClicks: number; departures: number };

export type Scene = {
  shop: LiveShop;
  luck: Luck;
  counts: { requests: number; answersLost: number; doubleClicks: number; tries: number; departures: number };
  /** Called before every step. */
  onStep: () => void;
};

export type Buyer = {
  draft: CheckoutDraftInput;
  /** The payment of an accepted quote, instead of the draft. */
  accepted: AddonDraft | null;
  intentId: string | null;
  /** From the page that was opened first. */
  firstIntentId: string | null;
  paypalOrderId: string | null;
  /** The orders that the shop confirmed to the browser. */
  told: OrderConfirmation[];
  hasLeft: boolean;
};

export const createCounts = (): Scene['counts'] => ({
  requests: 0,
  tries: 0,
  answersLost: 0,
  doubleClicks: 0,
  departures: 0,
});

/** Nothing fails between the browser and the shop, and no buyer gives up. */
export function calmScene(shop: LiveShop): Scene {
  const luck = { random: seededRandom(1), lostAnswers: 0, doubleClicks: 0, departures: 0 };
  return { shop, luck, counts: createCounts(), onStep: () => {} };
}

/** PayPal refused the payment, or the price changed. */
const REFUSALS: ReadonlySet<number> = new Set([402, 409]);
const TRIES = 8;
const PATIENCE_MS = 30_000;

export function createBuyer(nth: number, random: () => number): Buyer {
  const isFromMichigan = random() < 0.3;
  const luck = random();
  const draft = aDraft({
    email: `buyer-${nth}@chaos.example`,
    // On-hold alone does not recur.
    serviceTypes: luck < 0.4 ? ['onhold'] : luck < 0.8 ? ['website'] : ['website', 'onhold'],
    isYearly: random() < 0.5,
    ...(isFromMichigan && { state: 'MI', postalCode: '48104' }),
  });
  return {
    draft,
    accepted: null,
    intentId: null,
    firstIntentId: null,
    paypalOrderId: null,
    told: [],
    hasLeft: false,
  };
}

/** Null if the buyer gave up or the payment was refused. Any other 4xx is a bug of the test or the shop. */
async function ask<Answer>(scene: Scene, buyer: Buyer, path: string, body: object): Promise<Answer | null> {
  const { luck, counts, shop } = scene;
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (tries > 0) {
      await delay(50 + luck.random() * 250);
      await shop.isOpen();
    }
    scene.onStep();
    const isDoubleClick = luck.random() < luck.doubleClicks;
    if (isDoubleClick) counts.doubleClicks += 1;
    const send = () => post(scene, path, body);
    const [answer] = await Promise.all([send(), ...(isDoubleClick ? [send()] : [])]);
    counts.tries += 1;
    if (!answer || answer.status >= 500) continue;
    if (REFUSALS.has(answer.status)) return null;
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${answer.text}`);
    if (luck.random() >= luck.lostAnswers) return JSON.parse(answer.text) as Answer;
    counts.answersLost += 1;
  }
  buyer.hasLeft = true;
  counts.departures += 1;
  return null;
}

/** Returns null if there was no response. */
async function post({ shop, counts }: Scene, path: string, body: object) {
  counts.requests += 1;
  try {
    const response = await fetch(shop.base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return null;
  }
}

type Start = { paymentIntentId?: string; paypalOrderId?: string; order?: OrderConfirmation };

/** Makes the calls of the checkout page. */
export async function begin(scene: Scene, buyer: Buyer, method: 'card' | 'paypal'): Promise<void> {
  const path = method === 'card' ? '/api/create-payment-intent' : '/api/process-paypal';
  const start = await ask<Start>(scene, buyer, path, { amount: 149, ...(buyer.accepted ?? buyer.draft) });
  if (start?.order) buyer.told.push(start.order);
  if (start?.paymentIntentId) {
    buyer.intentId = start.paymentIntentId;
    buyer.firstIntentId ??= start.paymentIntentId;
  }
  if (start?.paypalOrderId) buyer.paypalOrderId = start.paypalOrderId;
}

/** The studio has sent this buyer a quote with a monthly price, who accepts it on its page. */
export async function accept(scene: Scene, buyer: Buyer): Promise<void> {
  const { dataDir } = scene.shop;
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8');
  const { email = '' } = buyer.draft;
  const settings = { publicUrl: scene.shop.base, secret };
  const link = scene.shop.withRecords(
    (db) =>
      new URL(
        quotePageOf(
          { db, settings },
          db.transaction(() => aSentQuote(db, email)),
        ),
      ),
  );
  const [quote, key] = [link.searchParams.get('quote') ?? '', link.searchParams.get('key') ?? ''];
  const body = { quote, key, name: 'Ada Marlow', total: '450.00', version: 1 };
  const answer = await ask<QuoteResponse>(scene, buyer, '/api/quote/accept', body);
  if (!answer?.payment) return;
  const { checkoutId } = answer.payment;
  buyer.draft = { ...buyer.draft, checkoutId };
  buyer.accepted = { checkoutId, link: { order: quote, key } };
}

function aSentQuote(db: Db, email: string) {
  const now = new Date();
  const line = { description: '', quantity: 1, isOptional: false, service: 'website' } as const;
  const content = {
    lines: [
      { ...line, name: 'Online store', amountCents: 45_000, period: null },
      { ...line, name: 'Care', amountCents: 4_000, period: 'month' as const },
    ],
    discountCents: 0,
    duePercent: 100,
    message: '',
    validDays: 14,
  };
  const validUntil = new Date(now.getTime() + 14 * DAY_MS);
  const version = { content, sentAt: now.toISOString(), validUntil: validUntil.toISOString(), agreed: null };
  const customer = { firstName: 'Ada', lastName: 'Marlow', businessName: '', phone: '', country: 'US' };
  return quoteStore.insert(db, {
    state: 'sent',
    email,
    customer,
    versions: [version],
    validUntil,
    totalCents: 45_000,
    createdAt: now,
    updatedAt: now,
  });
}

export async function comeBack(scene: Scene, buyer: Buyer, method: 'card' | 'paypal'): Promise<void> {
  const { draft, accepted, intentId, paypalOrderId } = buyer;
  const id = method === 'card' ? intentId : paypalOrderId;
  if (!id) return;
  const claims: Partial<CheckoutInput> =
    method === 'card' ? { paymentIntentId: id } : { paymentMethod: 'paypal', paypalOrderId: id };
  const answer = await ask<{ order: OrderConfirmation }>(
    scene,
    buyer,
    '/api/checkout',
    accepted ? { paymentMethod: 'credit-card', ...accepted, ...claims } : aCheckout(draft, claims),
  );
  if (answer) buyer.told.push(answer.order);
}
