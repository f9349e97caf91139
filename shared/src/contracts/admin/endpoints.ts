import * as z from 'zod/mini';
import type { EndpointTable } from '../endpoint.ts';
import { ById, RowId } from './by-id.ts';
import { FORM_KINDS } from '../forms/form-names.ts';
import { DocumentQuery } from '../shop/order-documents.ts';
import { ByFileId, Deliver, FileQuery, SendMessage } from '../shop/order-page.ts';
import { normalizeOrderNumber } from '../forms/order-number.ts';
import { salesEndpoints } from './sales-endpoints.ts';
import { peopleEndpoints } from './people-endpoints.ts';
import { ActionAnswer, CaseAnswer, MessageAnswer } from './case-answers.ts';
import { ChangeWorkStatus, NoDetails, Note, RefundRequest, SendAgain } from './cases.ts';
import { DoctorAnswer } from './doctor.ts';
import { ListOrders } from './orders.ts';
import { OrdersAnswer } from './order-answers.ts';
import { OverviewAnswer } from './overview.ts';
import { rightForRecurring } from './recurring.ts';
import { RecurringAction, RecurringAnswer } from './recurring-answers.ts';
import { ListRecurring } from './recurring.ts';
import {
  OnHoldSubmissionsAnswer,
  VoiceSubmissionsAnswer,
  WebsiteSubmissionsAnswer,
} from './submission-answers.ts';
import { ListSubmissions } from './submissions.ts';

const SentForm = z.object({ form: z.enum(FORM_KINDS), id: RowId });
const CaseNumber = z.object({ orderNumber: z.string() });
/** People type order numbers into these URLs. */
const TypedCaseNumber = z.object({ orderNumber: z.pipe(z.string(), z.transform(normalizeOrderNumber)) });

export const adminEndpoints = {
  ...peopleEndpoints,
  ...salesEndpoints,
  'GET /api/admin/doctor': {
    access: 'manage',
    summary: 'Checks settings, payment providers, email, the public address, the disk, and the database.',
    response: DoctorAnswer,
  },
  'POST /api/admin/webhook-messages/:id/resend': {
    access: 'manage',
    summary: 'Sends a message again.',
    params: ById,
    body: NoDetails,
    response: ActionAnswer,
  },
  'GET /api/admin/live': {
    access: 'read',
    summary: 'Streams new orders, forms, and changes.',
    responseType: 'text/event-stream',
  },
  'GET /api/json/overview': {
    access: 'read',
    summary: 'Returns what needs attention and the shop’s figures.',
    response: OverviewAnswer,
    isKeptOffline: true,
  },
  'GET /api/json/orders': {
    access: 'read',
    summary: 'Lists orders.',
    query: ListOrders,
    response: OrdersAnswer,
    isKeptOffline: true,
  },
  'GET /api/json/orders.csv': {
    access: 'export',
    confirms: true,
    summary: 'Downloads the listed orders as a spreadsheet.',
    query: ListOrders,
    responseType: 'text/csv',
  },
  'GET /api/json/recurring': {
    access: 'read',
    summary: 'Lists recurring payments with their charges.',
    query: ListRecurring,
    response: RecurringAnswer,
    isKeptOffline: true,
  },
  'GET /api/json/recurring.csv': {
    access: 'export',
    confirms: true,
    summary: 'Downloads the listed recurring payments as a spreadsheet.',
    query: ListRecurring,
    responseType: 'text/csv',
  },
  'GET /api/json/form-submissions': {
    access: 'work',
    summary: 'Lists website forms.',
    query: ListSubmissions,
    response: WebsiteSubmissionsAnswer,
    isKeptOffline: true,
  },
  'GET /api/json/form-submissions.csv': {
    access: 'manage',
    confirms: true,
    summary: 'Downloads the listed website forms as a spreadsheet.',
    query: ListSubmissions,
    responseType: 'text/csv',
  },
  'GET /api/json/voice-agent-submissions': {
    access: 'work',
    summary: 'Lists voice agent and dental forms.',
    query: ListSubmissions,
    response: VoiceSubmissionsAnswer,
    isKeptOffline: true,
  },
  'GET /api/json/voice-agent-submissions.csv': {
    access: 'manage',
    confirms: true,
    summary: 'Downloads the listed voice agent and dental forms as a spreadsheet.',
    query: ListSubmissions,
    responseType: 'text/csv',
  },
  'GET /api/json/on-hold-submissions': {
    access: 'work',
    summary: 'Lists on-hold forms.',
    query: ListSubmissions,
    response: OnHoldSubmissionsAnswer,
    isKeptOffline: true,
  },
  'GET /api/json/on-hold-submissions.csv': {
    access: 'manage',
    confirms: true,
    summary: 'Downloads the listed on-hold forms as a spreadsheet.',
    query: ListSubmissions,
    responseType: 'text/csv',
  },
  'GET /api/json/cases/:orderNumber': {
    access: 'read',
    summary: 'Returns everything under one order number.',
    params: TypedCaseNumber,
    response: CaseAnswer,
    isKeptOffline: true,
  },
  'GET /api/json/cases/:orderNumber/invoice.pdf': {
    access: 'read',
    summary: 'Downloads an invoice, credit note, or receipt of an order.',
    params: TypedCaseNumber,
    query: DocumentQuery,
    responseType: 'application/pdf',
  },
  'POST /api/admin/cases/:orderNumber/notes': {
    access: 'work',
    summary: 'Adds an internal note.',
    params: CaseNumber,
    body: Note,
    response: ActionAnswer,
  },
  'POST /api/admin/cases/:orderNumber/messages': {
    access: 'work',
    summary: 'Sends the customer a message about the order.',
    params: CaseNumber,
    body: SendMessage,
    response: ActionAnswer,
  },
  'POST /api/admin/cases/:orderNumber/deliveries': {
    access: 'work',
    summary: 'Delivers the next version of a service to the customer.',
    params: CaseNumber,
    body: Deliver,
    response: ActionAnswer,
  },
  'POST /api/admin/cases/:orderNumber/live': {
    access: 'work',
    summary: 'Says that the approved website is live.',
    params: CaseNumber,
    body: NoDetails,
    response: ActionAnswer,
  },
  'POST /api/admin/cases/:orderNumber/work-status': {
    access: 'work',
    summary: 'Changes the work status, unless someone else changed it in the meantime.',
    params: CaseNumber,
    body: ChangeWorkStatus,
    response: ActionAnswer,
  },
  'POST /api/admin/cases/:orderNumber/end-links': {
    access: 'work',
    summary: 'Ends every link to the order that its customer got so far.',
    params: CaseNumber,
    body: NoDetails,
    response: ActionAnswer,
  },
  'POST /api/admin/cases/:orderNumber/recurring': {
    access: 'work',
    accessFor: ({ action }: RecurringAction) => rightForRecurring(action),
    summary: 'Starts, pauses, resumes, cancels, changes, or refunds a recurring payment.',
    params: CaseNumber,
    body: RecurringAction,
    response: ActionAnswer,
  },
  'GET /api/json/files/:id': {
    access: 'work',
    summary: 'Returns a file of an order, or a part of it.',
    params: ByFileId,
    query: FileQuery,
    responseType: 'application/octet-stream',
  },
  'GET /api/json/messages/:id': {
    access: 'work',
    summary: 'Returns the text of an email.',
    params: ById,
    response: MessageAnswer,
  },
  'POST /api/admin/messages/send-again': {
    access: 'work',
    summary: 'Resends every email that couldn’t be sent.',
    body: NoDetails,
    response: ActionAnswer,
  },
  'POST /api/admin/messages/:id/send-again': {
    access: 'work',
    summary: 'Resends an email, to the same address or a corrected one.',
    params: ById,
    body: SendAgain,
    response: ActionAnswer,
  },
  'POST /api/admin/messages/:id/leave-unsent': {
    access: 'work',
    summary: 'Discards an email that couldn’t be sent.',
    params: ById,
    body: NoDetails,
    response: ActionAnswer,
  },
  'POST /api/admin/payments/:id/refund': {
    access: 'manage',
    summary: 'Refunds a payment in full or in part.',
    params: ById,
    body: RefundRequest,
    response: ActionAnswer,
  },
  'POST /api/admin/submissions/:form/:id/accept': {
    access: 'work',
    summary: 'Accepts an unverified form as the customer’s own.',
    params: SentForm,
    body: NoDetails,
    response: ActionAnswer,
  },
  'POST /api/admin/submissions/:form/:id/release': {
    access: 'work',
    summary: 'Moves a form out of quarantine.',
    params: SentForm,
    body: NoDetails,
    response: ActionAnswer,
  },
} satisfies EndpointTable;
