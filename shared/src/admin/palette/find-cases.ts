import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatUsd } from '../../catalog/money.ts';
import { DENTAL_FORM_TYPE } from '../../contracts/forms/dental-form.ts';
import { pathPattern } from '../../contracts/call-path.ts';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import { useMay } from '../base/session.queries.ts';
import type { ListCall } from '../base/query-panel.tsx';

/** An order, a form, a quote, an invoice or a credit note, or a customer, whose number is its ID. */
export type FoundCase = {
  orderNumber: string;
  name: string;
  business: string;
  kind?: 'quote' | 'customer' | 'document';
};
type Orders = ResponseOf<'GET /api/json/orders'>;
type WebsiteForms = ResponseOf<'GET /api/json/form-submissions'>;
type VoiceForms = ResponseOf<'GET /api/json/voice-agent-submissions'>;
type Quotes = Pick<ResponseOf<'GET /api/json/quotes'>, 'quotes'>;
type Customers = Pick<ResponseOf<'GET /api/json/customers'>, 'customers'>;
type Books = Pick<ResponseOf<'GET /api/json/invoices'>, 'invoices'>;
type OnHoldForms = ResponseOf<'GET /api/json/on-hold-submissions'>;

const ROWS_PER_LIST = '5';
const MAX_RESULTS = 8;
const STALE_MS = 10_000;
export const DEBOUNCE_MS = 200;

/** Orders, customers, forms, quotes, and invoices that match the typed words. Each order number appears once, and orders come first. */
export function useFoundCases(typed: string) {
  const mayWork = useMay('work');
  const seesRevenue = useMay('revenue');
  const q = useDebounced(typed, DEBOUNCE_MS).trim();
  const ask = (call: ListCall | 'GET /api/json/quotes' | 'GET /api/json/invoices', isAllowed = true) => ({
    queryKey: [pathPattern(call), { q, limit: ROWS_PER_LIST }] as const,
    enabled: isAllowed && q !== '',
    staleTime: STALE_MS,
  });
  return useQueries({
    queries: [
      ask('GET /api/json/orders'),
      // Accountants can't open these.
      ask('GET /api/json/form-submissions', mayWork),
      ask('GET /api/json/voice-agent-submissions', mayWork),
      ask('GET /api/json/on-hold-submissions', mayWork),
      ask('GET /api/json/quotes'),
      ask('GET /api/json/customers'),
      ask('GET /api/json/invoices', seesRevenue),
    ],
    combine: ([orders, website, voice, onHold, quotes, customers, books]) => ({
      isSearching: [orders, website, voice, onHold, quotes, customers, books].some(
        ({ isFetching }) => isFetching,
      ),
      error:
        [orders, website, voice, onHold, quotes, customers, books].find(({ error }) => error)?.error ?? null,
      cases: mergeCases(
        orders.data as Orders | undefined,
        website.data as WebsiteForms | undefined,
        voice.data as VoiceForms | undefined,
        onHold.data as OnHoldForms | undefined,
        quotes.data as Quotes | undefined,
        customers.data as Customers | undefined,
        books.data as Books | undefined,
      ),
    }),
  });
}

/** The value after it has not changed for `ms`. */
export function useDebounced<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

export function mergeCases(
  orders: Pick<Orders, 'orders'> | undefined,
  website: Pick<WebsiteForms, 'submissions'> | undefined,
  voice: Pick<VoiceForms, 'submissions'> | undefined,
  onHold: Pick<OnHoldForms, 'submissions'> | undefined,
  quotes?: Quotes,
  customers?: Customers,
  books?: Books,
): FoundCase[] {
  const all: FoundCase[] = [
    ...(orders?.orders ?? []).map((order) => ({
      orderNumber: order.orderNumber,
      name: `${order.firstName} ${order.lastName}`,
      business: order.businessName,
    })),
    ...(books?.invoices ?? []).map(({ number, customer, totalCents }) => ({
      orderNumber: number,
      name: customer,
      business: formatUsd(totalCents),
      kind: 'document' as const,
    })),
    ...(customers?.customers ?? []).map(({ id, name, people }) => ({
      orderNumber: String(id),
      name,
      business: people.map(({ email }) => email).join(', '),
      kind: 'customer' as const,
    })),
    ...(quotes?.quotes ?? []).map(({ number, firstName, lastName, businessName, email }) => ({
      orderNumber: number,
      name: `${firstName} ${lastName}`.trim() || email,
      business: businessName || email,
      kind: 'quote' as const,
    })),
    ...(website?.submissions ?? []).map(({ orderNumber, name, email }) => ({
      orderNumber,
      name,
      business: email,
    })),
    ...(voice?.submissions ?? []).map((form) => ({
      orderNumber: form.orderNumber,
      name: `${form.firstName} ${form.lastName}`,
      business: form.formType === DENTAL_FORM_TYPE ? form.practiceName : form.businessName,
    })),
    ...(onHold?.submissions ?? []).map(({ orderNumber, businessName, email }) => ({
      orderNumber,
      name: businessName,
      business: email,
    })),
  ];
  const first = new Map(all.toReversed().map((found) => [found.orderNumber, found]));
  return all.filter((found) => first.get(found.orderNumber) === found).slice(0, MAX_RESULTS);
}
