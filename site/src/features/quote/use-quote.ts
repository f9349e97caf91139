import type { QuoteResponse } from '@northlight/shared/contracts/quotes.ts';
import { call } from '../../lib/api-client.ts';
import { type LinkedPage, useLinkedPage } from '../../lib/use-linked-page.ts';

export type QuoteLink = { quote: string; key: string };
export type LoadedQuote = LinkedPage<QuoteLink, QuoteResponse>;

function linkInAddress(): QuoteLink {
  const query = new URLSearchParams(location.search);
  return { quote: query.get('quote')?.trim() ?? '', key: query.get('key') ?? '' };
}

const SOURCE = {
  linkInAddress,
  live: '/api/quote/live',
  load: (link: QuoteLink) => (link.quote && link.key ? call('GET /api/quote', { query: link }) : null),
};

/** The quote of the link in the address. */
export const useQuote = (): LoadedQuote => useLinkedPage<QuoteLink, QuoteResponse>(SOURCE);
