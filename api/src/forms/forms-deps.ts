import type { CaseIndex } from '../search/search-index.ts';
import type { Db } from '../db/client.ts';
import type { LiveFeed } from '../live/live-feed.ts';
import type { Log } from '../log.ts';
import type { Newsletter } from '../newsletter/newsletter.ts';
import type { MissDelay } from '../limits/lookup-delay.ts';
import type { OrderStore } from '../orders/order-store.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';
import type { IntakeLinks } from '../orders/intake-links.ts';
import type { StrangerMails } from '../limits/unverified-recipients.ts';
import type { SpamCheck } from './spam-check.ts';
import type { SubmissionStore } from './submission-store.ts';

export type FormsDeps = {
  db: Db;
  log: Log;
  now: () => Date;
  submissionStore: SubmissionStore;
  orderStore: OrderStore;
  outboxStore: OutboxStore;
  caseIndex: CaseIndex;
  liveFeed: LiveFeed;
  spamCheck: SpamCheck;
  strangerMails: StrangerMails;
  intakeLinks: IntakeLinks;
  missDelay: MissDelay;
  /** Where the business reads its mail. */
  businessEmail: string;
  /** Told after a commit that wrote mail. */
  onMailWritten: () => void;
  /** Null where no mailing list is configured. */
  newsletter: Newsletter | null;
};
