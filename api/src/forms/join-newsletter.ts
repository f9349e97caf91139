import type { MailchimpStatus } from '@northlight/shared/contracts/forms.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Newsletter } from '../newsletter/newsletter.ts';
import { remedyOf } from '../outbox/not-sent.ts';
import type { FormsDeps } from './forms-deps.ts';
import type { Saved } from './save-submission.ts';
import type { ListedTable, VoiceRow, WebsiteRow } from './submission-store.ts';

type Row = WebsiteRow | VoiceRow;
export type Joiner = { firstName: string; lastName: string; tag: string };

/** The request itself asks Mailchimp first; the outbox comes only when that has failed or the server has died. */
const HANDS_OFF_MS = 60_000;
const FIRST_RETRY_MS = 5_000;

/** What looks like a program's form goes the usual way for its sender, and nowhere else; its resend as well. */
const NOT_ASKED: MailchimpStatus = 'subscribed';

export type NewsletterJoining = ReturnType<typeof createNewsletterJoining>;

/** The way of a form's sender to the mailing list (D20). Whatever goes wrong here, the form stands. */
export function createNewsletterJoining(deps: FormsDeps) {
  const { newsletter } = deps;
  const inFlight = new Map<string, Promise<MailchimpStatus>>();

  return {
    /** Belongs into the transaction that stores the form. */
    remember: (row: Row, joiner: Joiner): void => {
      if (!newsletter) return;
      const now = deps.now();
      deps.outboxStore.add(
        {
          kind: 'newsletter',
          key: keyOf(row, joiner),
          orderNumber: row.orderNumber,
          recipient: row.email,
          payload: joiner,
        },
        now,
        new Date(now.getTime() + HANDS_OFF_MS),
      );
    },

    /** Asks Mailchimp within its 3 seconds. A resend hears what the first call heard (D18). */
    join: async <R extends Row>(
      table: ListedTable<R>,
      { row, isRepeat, isSuspect }: Saved<R>,
      joiner: Joiner,
    ): Promise<MailchimpStatus> => {
      if (!newsletter) return 'not_configured';
      if (isSuspect) return NOT_ASKED;
      const key = keyOf(row, joiner);
      if (isRepeat) return row.mailchimpStatus ?? (await inFlight.get(key)) ?? NOT_ASKED;
      const asking = ask(deps, newsletter, row, joiner).then(async (status) => {
        await inTransaction(deps.db, () => table.recordMailchimpStatus(row.id, status));
        return status;
      });
      inFlight.set(key, asking);
      return asking.finally(() => inFlight.delete(key));
    },
  };
}

async function ask(
  { outboxStore, now, log }: FormsDeps,
  newsletter: Newsletter,
  row: Row,
  joiner: Joiner,
): Promise<MailchimpStatus> {
  const key = keyOf(row, joiner);
  try {
    const status = await newsletter.subscribe({ email: row.email, ...joiner });
    await outboxStore.record(key, { status: 'sent', mail: null }, now());
    return status;
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown.message : String(thrown);
    const isFinal = remedyOf(thrown) === 'final';
    log.warn({ orderNumber: row.orderNumber, reason: error, isFinal }, 'mailing list signup failed');
    const nextAttemptAt = new Date(now().getTime() + FIRST_RETRY_MS);
    await outboxStore.record(
      key,
      isFinal ? { status: 'given-up', error } : { status: 'waiting', error, nextAttemptAt, attempts: 1 },
      now(),
    );
    return 'failed';
  }
}

const keyOf = (row: Row, { tag }: Joiner): string => `newsletter:${tag}:${row.orderNumber}:${row.id}`;
