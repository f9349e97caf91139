import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { DENTAL_FORM_TYPE } from '../../contracts/forms/dental-form.ts';
import { pathPattern } from '../../contracts/call-path.ts';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import type { ListCall } from '../base/query-fn.ts';

export type FoundCase = { orderNumber: string; name: string; business: string };
type Orders = ResponseOf<'GET /api/json/orders'>;
type WebsiteForms = ResponseOf<'GET /api/json/form-submissions'>;
type VoiceForms = ResponseOf<'GET /api/json/voice-agent-submissions'>;
type OnHoldForms = ResponseOf<'GET /api/json/on-hold-submissions'>;

const ROWS_PER_LIST = '5';
const MAX_RESULTS = 8;
const STALE_MS = 10_000;
const DEBOUNCE_MS = 200;

/** Orders and forms that match the typed words. Each order number appears once, and orders come first. */
export function useFoundCases(typed: string) {
  const q = useDebounced(typed, DEBOUNCE_MS).trim();
  const ask = (call: ListCall) => ({
    queryKey: [pathPattern(call), { q, limit: ROWS_PER_LIST }] as const,
    enabled: q !== '',
    staleTime: STALE_MS,
  });
  return useQueries({
    queries: [
      ask('GET /api/json/orders'),
      ask('GET /api/json/form-submissions'),
      ask('GET /api/json/voice-agent-submissions'),
      ask('GET /api/json/on-hold-submissions'),
    ],
    combine: ([orders, website, voice, onHold]) => ({
      isSearching: [orders, website, voice, onHold].some(({ isFetching }) => isFetching),
      error: [orders, website, voice, onHold].find(({ error }) => error)?.error ?? null,
      cases: mergeCases(
        orders.data as Orders | undefined,
        website.data as WebsiteForms | undefined,
        voice.data as VoiceForms | undefined,
        onHold.data as OnHoldForms | undefined,
      ),
    }),
  });
}

/** The value after it has not changed for `ms`. */
function useDebounced<Value>(value: Value, ms: number): Value {
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
): FoundCase[] {
  const all: FoundCase[] = [
    ...(orders?.orders ?? []).map((order) => ({
      orderNumber: order.orderNumber,
      name: `${order.firstName} ${order.lastName}`,
      business: order.businessName,
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
