import { ModeMark } from '../list/table-parts.tsx';
import { formatUsd, textToCents } from '../../catalog/money.ts';
import type { ListedQuote } from '../../contracts/quotes.ts';
import type { Options } from '../list/filters.tsx';
import type { QuoteState } from '../../contracts/lists.ts';

export const QUOTE_LABELS: Record<QuoteState, string> = {
  draft: 'Draft',
  sent: 'Sent',
  accepted: 'Accepted',
  declined: 'Declined',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
  replaced: 'Replaced',
};

export const QUOTE_FILTERS: Options = [
  ['', 'Any state'],
  ['waiting', 'Waiting for you'],
  ['open', 'Open'],
  ['expiring', 'Expires within 3 days'],
  ['draft', 'Draft'],
  ['accepted', 'Accepted'],
  ['lost', 'Declined or expired'],
  ['declined', 'Declined'],
  ['expired', 'Expired'],
  ['withdrawn', 'Withdrawn'],
  ['replaced', 'Has more than one version'],
];

export const customerOf = ({ businessName, firstName, lastName, email }: ListedQuote): string =>
  businessName || `${firstName} ${lastName}`.trim() || email;

/** "from $1,200.00" while the customer can still add optional lines. */
export const totalWords = ({ isFrom, total }: Pick<ListedQuote, 'isFrom' | 'total'>): string =>
  `${isFrom ? 'from ' : ''}${formatUsd(textToCents(total))}`;

type Waits = Pick<
  ListedQuote,
  'state' | 'hasDraft' | 'asksOwner' | 'isWaiting' | 'isPaid' | 'finalPayment' | 'dueNow'
>;

/** What the studio or the customer has to do next, or null. To those who don't work on quotes, it is only a fact. */
export function waitsFor(quote: Waits, mayWork: boolean): string | null {
  const { state, hasDraft, asksOwner, isWaiting, isPaid, finalPayment, dueNow } = quote;
  if (isWaiting && !mayWork) return 'The studio';
  if (asksOwner) return 'An owner to send it';
  if (state === 'draft') return 'Send it';
  if (hasDraft) return 'Send the new version';
  if (isWaiting) return 'Answer the question';
  if (state === 'sent') return 'The customer’s answer';
  if (finalPayment)
    return finalPayment === 'draft' && mayWork ? 'Send the final payment' : 'The final payment';
  return state === 'accepted' && !isPaid && dueNow !== '0.00' ? 'The payment' : null;
}

export function QuoteState({ state, seenAt, mode }: Pick<ListedQuote, 'state' | 'seenAt' | 'mode'>) {
  return (
    <>
      <span className="status-label" data-quote={state}>
        {state === 'sent' && seenAt ? 'Seen' : QUOTE_LABELS[state]}
      </span>{' '}
      <ModeMark mode={mode} />
    </>
  );
}
