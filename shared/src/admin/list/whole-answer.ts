import type { PageAnswer } from '../../contracts/admin/lists.ts';
import type { ListedOrder } from '../../contracts/admin/order-answers.ts';
import type { SubmissionFacts } from '../../contracts/admin/submission-answers.ts';

/** Fields that the server adds to the basic shape of an order and of a form. */
const ORDER = {
  serviceTypes: [],
  missingForms: [],
  workStatus: 'new',
  reviewReason: null,
  paymentMode: 'live',
} satisfies Partial<ListedOrder>;
const FORM = {
  workStatus: 'new',
  orderMatch: 'request',
  isUnverified: false,
  quarantineReason: null,
} satisfies Partial<SubmissionFacts>;

type Row = Record<string, unknown>;

/** A list's response with everything that the views read, even when the server sent only the basic fields. */
export function wholeAnswer<Answer extends PageAnswer>(answer: Answer): Answer {
  const { orders = [], submissions = [] } = answer as { orders?: Row[]; submissions?: Row[] };
  const facts: Partial<PageAnswer> = answer;
  return {
    ...answer,
    total: facts.total ?? orders.length + submissions.length,
    isTotalExact: facts.isTotalExact ?? true,
    nextCursor: facts.nextCursor ?? null,
    orders: orders.map((order) => ({ ...ORDER, ...given(order) })),
    submissions: submissions.map((form) => ({ businessName: form['practiceName'], ...FORM, ...given(form) })),
  };
}

/** Without what is null or missing; null stays where it is a value of ours. */
function given(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined));
}
