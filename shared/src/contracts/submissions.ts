import * as z from 'zod/mini';
import { NoDetails, RowId, type EndpointTable, download, act, call } from './endpoint.ts';
import { DentalForm } from './forms/dental-form.ts';
import { formMeta } from './forms/form-fields.ts';
import { FORM_KINDS } from './forms/forms.ts';
import { OnHoldForm } from './forms/on-hold-form.ts';
import { VoiceForm } from './forms/voice-form.ts';
import { WebsiteOrderForm } from './forms/website-form.ts';
import { ListSubmissions, PageResponse, SHOWN_WORK } from './lists.ts';

/** The path parameters of a form that was sent. */
export const ByForm = z.object({ form: z.enum(FORM_KINDS), id: RowId });

/**
 * How a form's order number and sender match the orders. `order-link`: the form was opened with the
 * customer's link, or the customer confirmed it. `unconfirmed`: it has the order's email address, but was sent
 * without the link. `same-email`: the same, from before links were needed; it counts. `unpaid-order`: the order has
 * no payment, not even a pending one. `accepted`: an administrator confirmed that the form is the customer's.
 * `request`: the form was sent without an order number and got one.
 */
export const OrderMatch = z.enum([
  'same-email',
  'order-link',
  'accepted',
  'unconfirmed',
  'other-email',
  'unpaid-order',
  'unknown-order',
  'request',
]);
export type OrderMatch = z.infer<typeof OrderMatch>;

/** Why a form looks like spam. Null if it does not. */
export const QuarantineReason = z.nullable(z.enum(['honeypot', 'too-fast', 'too-many']));
export type QuarantineReason = z.infer<typeof QuarantineReason>;

const UNVERIFIED: Partial<Record<OrderMatch, string>> = {
  unconfirmed: 'Unverified: sent without the customer’s link, and not confirmed by the customer yet',
  'other-email': 'Unverified: the email doesn’t match the order',
  'unpaid-order': 'Unverified: the order hasn’t been paid',
  'unknown-order': 'Unverified: no order with this number',
};

/**
 * The form has an order number, but nothing shows that the sender is the customer: anyone may know the number and
 * the email address. It does not count as the order's form.
 */
export function isUnverified(orderMatch: OrderMatch): boolean {
  return UNVERIFIED[orderMatch] !== undefined;
}

/** Why a form is in quarantine. */
export const QUARANTINE_LABELS: Record<NonNullable<QuarantineReason>, string> = {
  honeypot: 'likely spam (filled out a hidden field)',
  'too-fast': 'sent in under two seconds',
  'too-many': 'too many forms from one network address',
};

export type SubmissionFlag = { kind: 'quarantine' | 'unverified' | 'outside-order'; text: string };
type Flagged = Pick<SubmissionFacts, 'orderMatch' | 'isOutsideOrder' | 'quarantineReason'>;

/** The problems of a form, most serious first. */
export function submissionFlags({ orderMatch, isOutsideOrder, quarantineReason }: Flagged): SubmissionFlag[] {
  const unverified = UNVERIFIED[orderMatch];
  return [
    ...(quarantineReason
      ? [{ kind: 'quarantine' as const, text: `Quarantine: ${QUARANTINE_LABELS[quarantineReason]}` }]
      : []),
    ...(unverified ? [{ kind: 'unverified' as const, text: unverified }] : []),
    ...(isOutsideOrder ? [{ kind: 'outside-order' as const, text: 'Not part of this order' }] : []),
  ];
}

/** Only the texts of the flags. */
export function flagWords(flagged: Flagged): string[] {
  return submissionFlags(flagged).map(({ text }) => text);
}

export function hostingWords(hosting: string): string {
  return hosting === 'hosted' ? 'Hosted on Replit' : 'Self-hosted';
}

/** The fields that the server adds to the answers of each form. */
export const SubmissionFacts = z.object({
  id: z.int(),
  timestamp: z.string(),
  orderNumber: z.string(),
  orderMatch: OrderMatch,
  /** It has an order number, but nothing shows that the sender is the customer. */
  isUnverified: z.boolean(),
  /** Its service is not part of the order. */
  isOutsideOrder: z.boolean(),
  quarantineReason: QuarantineReason,
  workStatus: z.enum(SHOWN_WORK),
  /** When the next promise is due. Null if none is running. */
  dueAt: z.nullable(z.string()),
});
export type SubmissionFacts = z.infer<typeof SubmissionFacts>;

/** Fields that are not answers. The order number is part of the facts. */
const META = { ...formMeta, orderNumber: null, hasNoOrder: null };

type Answers<Shape> = Omit<Shape, keyof typeof META>;

function answersOf<Shape extends object>(form: { shape: Shape }): Answers<Shape> {
  const isAnswer = ([name]: [string, unknown]) => !Object.hasOwn(META, name);
  return Object.fromEntries(Object.entries(form.shape).filter(isAnswer)) as Answers<Shape>;
}

/** `project` is empty for a request without an order. */
export const WebsiteSubmission = z.extend(SubmissionFacts, {
  ...answersOf(WebsiteOrderForm),
  project: z.string(),
});
export type WebsiteSubmission = z.infer<typeof WebsiteSubmission>;

export const OnHoldSubmission = z.extend(SubmissionFacts, answersOf(OnHoldForm));
export type OnHoldSubmission = z.infer<typeof OnHoldSubmission>;

/** `practiceName` and the other dental answers exist only with the `formType` "dental-voice-agent". */
export const VoiceSubmission = z.discriminatedUnion('formType', [
  z.extend(SubmissionFacts, { ...answersOf(VoiceForm), formType: z.literal('voice-agent') }),
  z.extend(SubmissionFacts, {
    ...answersOf(DentalForm),
    businessName: z.string(),
    formType: z.literal('dental-voice-agent'),
  }),
]);
export type VoiceSubmission = z.infer<typeof VoiceSubmission>;

const submissionsResponse = <Submission extends z.ZodMiniType>(submission: Submission) =>
  z.extend(PageResponse, {
    success: z.literal(true),
    message: z.string(),
    /** Newest first. */
    submissions: z.array(submission),
  });
export const WebsiteSubmissionsResponse = submissionsResponse(WebsiteSubmission);
export const VoiceSubmissionsResponse = submissionsResponse(VoiceSubmission);
export const OnHoldSubmissionsResponse = submissionsResponse(OnHoldSubmission);

export const submissionEndpoints = {
  'GET /api/json/form-submissions': call('work', 'Lists website forms.', WebsiteSubmissionsResponse, {
    query: ListSubmissions,
    isKeptOffline: true,
  }),
  'GET /api/json/form-submissions.csv': download(
    'manage',
    'Downloads the listed website forms as a spreadsheet.',
    ListSubmissions,
  ),
  'GET /api/json/voice-agent-submissions': call(
    'work',
    'Lists voice agent and dental forms.',
    VoiceSubmissionsResponse,
    { query: ListSubmissions, isKeptOffline: true },
  ),
  'GET /api/json/voice-agent-submissions.csv': download(
    'manage',
    'Downloads the listed voice agent and dental forms as a spreadsheet.',
    ListSubmissions,
  ),
  'GET /api/json/on-hold-submissions': call('work', 'Lists on-hold forms.', OnHoldSubmissionsResponse, {
    query: ListSubmissions,
    isKeptOffline: true,
  }),
  'GET /api/json/on-hold-submissions.csv': download(
    'manage',
    'Downloads the listed on-hold forms as a spreadsheet.',
    ListSubmissions,
  ),
  'POST /api/admin/submissions/:form/:id/accept': act(
    'work',
    'Accepts an unverified form as the customer’s own.',
    { params: ByForm, body: NoDetails },
  ),
  'POST /api/admin/submissions/:form/:id/release': act('work', 'Moves a form out of quarantine.', {
    params: ByForm,
    body: NoDetails,
  }),
} satisfies EndpointTable;
