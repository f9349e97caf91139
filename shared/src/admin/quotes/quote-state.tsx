import type { ListedQuote } from '../../contracts/quotes.ts';
import { QUOTE_LABELS } from './quote-labels.ts';

export function QuoteState({ state, seenAt }: Pick<ListedQuote, 'state' | 'seenAt'>) {
  return (
    <span className="status-label" data-quote={state}>
      {state === 'sent' && seenAt ? 'Seen' : QUOTE_LABELS[state]}
    </span>
  );
}
