import type { Db } from '../db/client.ts';
import type { SubmissionStore } from '../forms/submission-store.ts';
import type { OrderStore } from '../orders/order-store.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';
import type { PaymentStore } from '../payments/payment-store.ts';
import type { RefundStore } from '../payments/refund-store.ts';
import type { LiveFeed } from '../live/live-feed.ts';
import type { LetterDeps } from '../mail/email-context.ts';
import type { CaseIndex } from '../search/search-index.ts';
import type { CaseStore } from './case-store.ts';

export type CasesDeps = {
  db: Db;
  now: () => Date;
  orderStore: OrderStore;
  paymentStore: PaymentStore;
  refundStore: RefundStore;
  submissionStore: SubmissionStore;
  outboxStore: OutboxStore;
  caseStore: CaseStore;
  caseIndex: CaseIndex;
  /** For what a mail that has not left would say. */
  letters: LetterDeps;
  liveFeed: LiveFeed;
  /** Told after a commit that wrote mail. */
  onMailWritten: () => void;
};
