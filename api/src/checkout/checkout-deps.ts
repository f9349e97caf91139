import type { PaymentMode, PaymentModeAnswer } from '@northlight/shared/contracts/shop/checkout.ts';
import type { CaseIndex } from '../search/search-index.ts';
import type { Db } from '../db/client.ts';
import type { LiveFeed } from '../live/live-feed.ts';
import type { Log } from '../log.ts';
import type { IntakeLinks } from '../orders/intake-links.ts';
import type { StrangerMails } from '../limits/unverified-recipients.ts';
import type { OrderStore } from '../orders/order-store.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';
import type { PaymentStore } from '../payments/payment-store.ts';
import type { Providers } from '../payments/provider.ts';
import type { DraftStore } from './draft-store.ts';
import type { RefundStore } from '../payments/refund-store.ts';
import type { CardTesting } from '../limits/card-failures.ts';
import type { Locks } from './checkout-locks.ts';
import type { PromoStore } from './promo-store.ts';

export type CheckoutDeps = {
  db: Db;
  log: Log;
  now: () => Date;
  paymentMode: PaymentMode;
  /** What the checkout page may offer. */
  offer: PaymentModeAnswer;
  cardTesting: CardTesting;
  providers: Providers;
  caseIndex: CaseIndex;
  draftStore: DraftStore;
  intakeLinks: IntakeLinks;
  orderStore: OrderStore;
  outboxStore: OutboxStore;
  paymentStore: PaymentStore;
  promoStore: PromoStore;
  liveFeed: LiveFeed;
  locks: Locks;
  strangerMails: StrangerMails;
  refundStore: RefundStore;
  /** Money for a checkout that was paid already goes back by itself. */
  refundsSecondPayments: boolean;
  /** Where the business reads its mail. */
  businessEmail: string;
  /** Told after a commit that wrote mail. */
  onMailWritten: () => void;
};
