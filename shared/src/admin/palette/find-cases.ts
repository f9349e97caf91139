import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { DENTAL_FORM_TYPE } from '../../contracts/forms/dental-form.ts';
import { ORDERS_PATH, type OrdersAnswer } from '../../contracts/admin/orders.ts';
import {
  ON_HOLD_SUBMISSIONS_PATH,
  VOICE_SUBMISSIONS_PATH,
  WEBSITE_SUBMISSIONS_PATH,
  type OnHoldSubmission,
  type SubmissionsAnswer,
  type VoiceSubmission,
  type WebsiteSubmission,
} from '../../contracts/admin/submissions.ts';

export type FoundCase = { orderNumber: string; name: string; business: string };
type Answer<Shown> = SubmissionsAnswer<Shown> | undefined;

const EACH = '5';
const MAX_RESULTS = 8;
const STALE_MS = 10_000;
const DEBOUNCE_MS = 200;

/** Orders and forms in which the words are found, each number once; orders come first. */
export function useFoundCases(typed: string) {
  const q = useDebounced(typed, DEBOUNCE_MS).trim();
  const ask = (path: string) => ({
    queryKey: [path, { q, limit: EACH }] as const,
    enabled: q !== '',
    staleTime: STALE_MS,
  });
  return useQueries({
    queries: [
      ask(ORDERS_PATH),
      ask(WEBSITE_SUBMISSIONS_PATH),
      ask(VOICE_SUBMISSIONS_PATH),
      ask(ON_HOLD_SUBMISSIONS_PATH),
    ],
    combine: ([orders, website, voice, onHold]) => ({
      isSearching: [orders, website, voice, onHold].some(({ isFetching }) => isFetching),
      error: [orders, website, voice, onHold].find(({ error }) => error)?.error ?? null,
      cases: mergeCases(
        orders.data as OrdersAnswer | undefined,
        website.data as Answer<WebsiteSubmission>,
        voice.data as Answer<VoiceSubmission>,
        onHold.data as Answer<OnHoldSubmission>,
      ),
    }),
  });
}

/** The value once it has stood still for a while. */
function useDebounced<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

export function mergeCases(
  orders: Pick<OrdersAnswer, 'orders'> | undefined,
  website: Pick<SubmissionsAnswer<WebsiteSubmission>, 'submissions'> | undefined,
  voice: Pick<SubmissionsAnswer<VoiceSubmission>, 'submissions'> | undefined,
  onHold: Pick<SubmissionsAnswer<OnHoldSubmission>, 'submissions'> | undefined,
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
