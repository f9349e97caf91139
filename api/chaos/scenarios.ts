import { setTimeout as delay } from 'node:timers/promises';
import { PaypalFault } from '../test/paypal/http.ts';
import { StripeRefusal } from '../test/stripe/http.ts';
import { accept, begin, comeBack, type Buyer, type Scene } from './buyer.ts';

export type Step = (scene: Scene, buyer: Buyer) => Promise<void>;
export type Walk = {
  name: string;
  share: number;
  steps: Step[];
};

const beginCard: Step = (scene, buyer) => begin(scene, buyer, 'card');
const beginPaypal: Step = (scene, buyer) => begin(scene, buyer, 'paypal');
const backWithCard: Step = (scene, buyer) => comeBack(scene, buyer, 'card');
const backFromPaypal: Step = (scene, buyer) => comeBack(scene, buyer, 'paypal');

/** The buyer acts on the provider's page. The page shows refusals such as "paid already" or "canceled". */
const atProvider =
  (act: (scene: Scene, buyer: Buyer) => unknown): Step =>
  async (scene, buyer) => {
    scene.onStep();
    try {
      act(scene, buyer);
    } catch (error) {
      if (!(error instanceof StripeRefusal) && !(error instanceof PaypalFault)) throw error;
    }
  };
const card = (means: 'succeeds' | 'declined' | 'no funds' | '3-D Secure' | 'debit') =>
  atProvider(({ shop }, { intentId }) => intentId && shop.stripe.confirm(intentId, means));
const approves = (purse: 'pays' | 'is refused' | 'pays slowly' = 'pays') =>
  atProvider(({ shop }, { paypalOrderId }) => paypalOrderId && shop.paypal.approve(paypalOrderId, purse));
const cancels = atProvider(
  ({ shop }, { paypalOrderId }) => paypalOrderId && shop.paypal.cancel(paypalOrderId),
);
const authenticates = atProvider(
  ({ shop }, { intentId }) => intentId && shop.stripe.authenticate(intentId, true),
);
const debitArrives = atProvider(
  ({ shop }, { intentId }) => intentId && shop.stripe.settleDebit(intentId, true),
);
const slowPurseArrives = atProvider(({ shop }, { paypalOrderId }) => {
  const [pending] = paypalOrderId ? shop.paypal.records.capturesOf(paypalOrderId) : [];
  if (paypalOrderId && pending?.status === 'PENDING') shop.paypal.settleCapture(paypalOrderId, true);
});

/** Waits long enough that an event sometimes arrives first. */
const dawdles: Step = async ({ luck }) => void (await delay(luck.random() * 400));
const findsCode: Step = async (_scene, buyer) => {
  buyer.draft = { ...buyer.draft, promoCode: 'SAVE50' };
};
/** Switches to another page of the same checkout that does not know about later changes. */
const turnsToFirstPage: Step = async (_scene, buyer) => {
  buyer.intentId = buyer.firstIntentId;
};
/** Two pages of the same checkout act at the same time. */
const together =
  (...steps: Step[]): Step =>
  async (scene, buyer) =>
    void (await Promise.all(steps.map((step) => step(scene, buyer))));

const payByCard = card('succeeds');

export const WALKS: readonly Walk[] = [
  { name: 'a card', share: 14, steps: [beginCard, payByCard, backWithCard] },
  { name: 'a card, dawdling', share: 6, steps: [beginCard, payByCard, dawdles, backWithCard] },
  { name: 'a card, and the browser dies', share: 8, steps: [beginCard, payByCard] },
  { name: 'a card, and back twice', share: 4, steps: [beginCard, payByCard, backWithCard, backWithCard] },
  {
    name: 'a decline, then a card',
    share: 6,
    steps: [beginCard, card('declined'), beginCard, card('no funds'), payByCard, backWithCard],
  },
  {
    name: '3-D Secure',
    share: 5,
    steps: [beginCard, card('3-D Secure'), dawdles, authenticates, backWithCard],
  },
  { name: 'a debit', share: 3, steps: [beginCard, card('debit'), backWithCard, dawdles, debitArrives] },
  { name: 'nothing paid', share: 4, steps: [beginCard, beginPaypal, cancels] },
  {
    name: 'back before it is paid',
    share: 4,
    steps: [beginCard, backWithCard, payByCard, dawdles, backWithCard],
  },
  { name: 'Back and again', share: 5, steps: [beginCard, beginCard, payByCard, beginCard, backWithCard] },
  {
    name: 'Back, and a code',
    share: 4,
    steps: [beginCard, findsCode, beginCard, payByCard, backWithCard],
  },
  {
    name: 'a code, and the old price in an old tab',
    share: 3,
    steps: [beginCard, findsCode, beginCard, turnsToFirstPage, payByCard, dawdles, backWithCard],
  },
  { name: 'a quote, by card', share: 6, steps: [accept, beginCard, payByCard, backWithCard] },
  {
    name: 'a quote in two windows, and the browsers die',
    share: 4,
    steps: [accept, together(beginCard, beginPaypal), together(payByCard, approves())],
  },
  { name: 'PayPal', share: 12, steps: [beginPaypal, approves(), backFromPaypal] },
  { name: 'PayPal, dawdling', share: 4, steps: [beginPaypal, approves(), dawdles, backFromPaypal] },
  { name: 'PayPal, and the browser dies', share: 6, steps: [beginPaypal, approves()] },
  {
    name: 'PayPal refused, then approved',
    share: 4,
    steps: [beginPaypal, approves('is refused'), backFromPaypal, beginPaypal, approves(), backFromPaypal],
  },
  {
    name: 'PayPal slowly',
    share: 3,
    steps: [beginPaypal, approves('pays slowly'), backFromPaypal, dawdles, slowPurseArrives],
  },
  {
    name: 'PayPal, Back, and again',
    share: 4,
    steps: [beginPaypal, approves(), beginPaypal, approves(), backFromPaypal],
  },
  {
    name: 'PayPal cancelled, then a card',
    share: 4,
    steps: [beginPaypal, cancels, beginCard, payByCard, backWithCard],
  },
  {
    name: 'two tabs, both pay',
    share: 8,
    steps: [
      together(beginCard, beginPaypal),
      together(payByCard, approves()),
      together(backWithCard, backFromPaypal),
    ],
  },
  {
    name: 'two tabs, one after the other',
    share: 4,
    steps: [beginPaypal, beginCard, approves(), backFromPaypal, payByCard, backWithCard],
  },
];

/** Draws a scenario at random, weighted by its share. */
export function drawWalk(random: () => number): Walk {
  let left = random() * WALKS.reduce((sum, { share }) => sum + share, 0);
  for (const walk of WALKS) {
    left -= walk.share;
    if (left < 0) return walk;
  }
  throw new Error('The shares do not add up.');
}

export async function take(walk: Walk, scene: Scene, buyer: Buyer): Promise<void> {
  const { luck, counts } = scene;
  for (const step of walk.steps) {
    if (buyer.hasLeft) return;
    if (luck.random() < luck.departures) {
      counts.departures += 1;
      return;
    }
    await step(scene, buyer);
  }
}
