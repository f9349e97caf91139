import type { Db } from '../db/client.ts';
import type { QuoteContent } from '../db/schema/quotes.ts';
import * as quoteStore from '../money/quotes/quote-store.ts';
import type { Person } from './find-person.ts';

export const ERASED = 'Erased';

/** What says that there was an exemption from sales tax, but not whose. */
export const withoutCertificate = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value), (name, inner: unknown) => (name === 'exempt' ? ERASED : inner));

/** What was offered and agreed stays for the books, with the country and state, and without who and what was written. */
export function eraseQuote(db: Db, quote: Person['quotes'][number], now: Date): void {
  const { id, customer, versions, state } = quote;
  // A draft was never sent, so nobody needs it.
  if (versions.length === 0) {
    quoteStore.remove(db, id);
    return;
  }
  const erased = {
    ...customer,
    firstName: ERASED,
    lastName: '',
    businessName: ERASED,
    phone: '',
    city: undefined,
    postalCode: undefined,
    address: undefined,
  };
  const unwritten = (content: QuoteContent): QuoteContent => ({
    ...content,
    message: '',
    lines: content.lines.map((line) => ({ ...line, description: '' })),
  });
  const isOpen = state === 'draft' || state === 'sent';
  const change: Partial<typeof quote> = {
    email: '',
    customer: erased,
    nextCustomer: null,
    draft: null,
    declineReason: '',
    state: isOpen ? 'withdrawn' : state,
    versions: withoutCertificate(versions).map(({ content, agreed, ...version }) => ({
      ...version,
      content: unwritten(content),
      agreed: agreed && {
        ...agreed,
        name: ERASED,
        network: '',
        customer: erased,
        content: unwritten(agreed.content),
      },
    })),
    createdAt: new Date(0),
  };
  // Its time of writing makes its link, which opens nothing any more.
  quoteStore.update(db, id, change, now);
}
