import { setTimeout as delay } from 'node:timers/promises';
import type {
  CheckoutDraftInput,
  CheckoutInput,
  OrderConfirmation,
} from '@northlight/shared/contracts/checkout.ts';
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
    intentId: null,
    firstIntentId: null,
    paypalOrderId: null,
    told: [],
    hasLeft: false,
  };
}

/**
 * Returns null if the buyer gave up or the payment was refused. Any other 4xx response is a bug in the test
 * or in the shop.
 */
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
  const start = await ask<Start>(scene, buyer, path, { amount: 149, ...buyer.draft });
  if (start?.order) buyer.told.push(start.order);
  if (start?.paymentIntentId) {
    buyer.intentId = start.paymentIntentId;
    buyer.firstIntentId ??= start.paymentIntentId;
  }
  if (start?.paypalOrderId) buyer.paypalOrderId = start.paypalOrderId;
}

export async function comeBack(scene: Scene, buyer: Buyer, method: 'card' | 'paypal'): Promise<void> {
  const { draft, intentId, paypalOrderId } = buyer;
  const id = method === 'card' ? intentId : paypalOrderId;
  if (!id) return;
  const claims: Partial<CheckoutInput> =
    method === 'card' ? { paymentIntentId: id } : { paymentMethod: 'paypal', paypalOrderId: id };
  const answer = await ask<{ order: OrderConfirmation }>(
    scene,
    buyer,
    '/api/checkout',
    aCheckout(draft, claims),
  );
  if (answer) buyer.told.push(answer.order);
}
