import type { PageResponse } from '../../contracts/lists.ts';
import type { ListedOrder } from '../../contracts/orders.ts';
import type { SubmissionFacts } from '../../contracts/submissions.ts';

/** Defaults for fields that the server adds to the basic shape of an order or form. */
const ORDER_DEFAULTS = {
  serviceTypes: [],
  missingForms: [],
  workStatus: 'new',
  reviewReason: null,
  paymentMode: 'live',
} satisfies Partial<ListedOrder>;
const FORM_DEFAULTS = {
  workStatus: 'new',
  orderMatch: 'request',
  isUnverified: false,
  quarantineReason: null,
} satisfies Partial<SubmissionFacts>;

type Row = Record<string, unknown>;

/** Fills in the defaults of a list's response if the server sent only the basic fields. */
export function wholeResponse<Page extends PageResponse>(response: Page): Page {
  const { orders = [], submissions = [] } = response as { orders?: Row[]; submissions?: Row[] };
  const facts: Partial<PageResponse> = response;
  return {
    ...response,
    total: facts.total ?? orders.length + submissions.length,
    isTotalExact: facts.isTotalExact ?? true,
    nextCursor: facts.nextCursor ?? null,
    orders: orders.map((order) => ({ ...ORDER_DEFAULTS, ...withoutEmpty(order) })),
    submissions: submissions.map((form) => ({
      businessName: form['practiceName'],
      ...FORM_DEFAULTS,
      ...withoutEmpty(form),
    })),
  };
}

/** Removes null and undefined values, so that the defaults apply. */
function withoutEmpty(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined));
}
