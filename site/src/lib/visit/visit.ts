import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { CountStep } from '@northlight/shared/contracts/funnel.ts';
import { sendLater } from '@northlight/shared/ui/page-faults.ts';
import { parseUrl } from '@northlight/shared/contracts/parse-url.ts';
import { parseJson, readItem, writeItem } from '../web-storage.ts';

/** Where this tab's visit came from, as features/visit/arrive.ts writes it: the referrer and the query. */
const LANDING_KEY = 'northlight-landing';
/** What of it was counted or used. It identifies nobody and ends with the tab. */
const VISIT_KEY = 'northlight-visit';

type Visit = { counted: string[]; takenPromo: string };

function readVisit(): Visit {
  const { counted, takenPromo }: Partial<Record<keyof Visit, unknown>> =
    parseJson(readItem('sessionStorage', VISIT_KEY)) ?? {};
  return {
    counted: Array.isArray(counted) ? counted : [],
    takenPromo: typeof takenPromo === 'string' ? takenPromo : '',
  };
}

const writeVisit = (change: Partial<Visit>): boolean =>
  writeItem('sessionStorage', VISIT_KEY, JSON.stringify({ ...readVisit(), ...change }));

function landing(): { referrer: string; query: URLSearchParams } {
  const [referrer = '', search = ''] = (readItem('sessionStorage', LANDING_KEY) ?? '').split(' ');
  return { referrer, query: new URLSearchParams(search) };
}

export function cameFrom(): NonNullable<CountStep['cameFrom']> {
  const { referrer, query } = landing();
  const said = (name: string) => query.get(name)?.trim().slice(0, 100) ?? '';
  const host = parseUrl(referrer)?.hostname ?? '';
  return {
    source: said('utm_source'),
    medium: said('utm_medium'),
    campaign: said('utm_campaign'),
    referrer: host && host !== location.hostname ? host.replace(/^www\./, '') : '',
    promo: said('promo'),
  };
}

/** Continues a visit that began elsewhere: the same source, and its steps until the details were counted there. */
export function continueVisit(from: CountStep['cameFrom'] | undefined, services: readonly ServiceId[]): void {
  const { source = '', medium = '', campaign = '', referrer = '', promo = '' } = from ?? {};
  const steps = ['seen', 'services', 'information'];
  const said = { utm_source: source, utm_medium: medium, utm_campaign: campaign, promo };
  const query = new URLSearchParams(Object.entries(said).filter(([, value]) => value !== ''));
  writeItem('sessionStorage', LANDING_KEY, `${referrer && `https://${referrer}/`} ?${query}`);
  writeVisit({
    takenPromo: promo,
    counted: steps.flatMap((step) => [step, ...services.map((id) => `${step} ${id}`)]),
  });
}

/** Reads a parameter once: a reload or a bookmark must not use it again. */
export function takeFromAddress(name: string): string | null {
  const address = new URL(location.href);
  const value = address.searchParams.get(name);
  if (value === null) return null;
  address.searchParams.delete(name);
  history.replaceState(history.state, '', address);
  return value.trim();
}

/** The promo code of the link that opened this page or the visit, once. */
export function takeLinkedPromo(): string | null {
  const here = takeFromAddress('promo');
  const code = here || landing().query.get('promo')?.trim();
  if (!code || (!here && code === readVisit().takenPromo)) return null;
  writeVisit({ takenPromo: code });
  return code;
}

/** Counts a step once for this tab, and each service once in it. */
export function countStep(step: CountStep['step'], services: readonly ServiceId[]): void {
  const { counted } = readVisit();
  const fresh = [step, ...services.map((id) => `${step} ${id}`)].filter((mark) => !counted.includes(mark));
  if (fresh.length === 0) return;
  // A browser that stores nothing would count every page.
  if (!writeVisit({ counted: [...counted, ...fresh] })) return;
  const body: CountStep = {
    step,
    isFirst: fresh.includes(step),
    services: services.filter((id) => fresh.includes(`${step} ${id}`)),
    cameFrom: cameFrom(),
  };
  sendLater('/api/sale-steps', body);
}
