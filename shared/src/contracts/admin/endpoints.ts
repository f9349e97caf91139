import * as z from 'zod/mini';
import type { EndpointTable } from '../endpoint.ts';
import { FORM_KINDS } from '../forms/forms.ts';
import { normaliseOrderNumber } from '../forms/order-number.ts';
import { numberInQuery } from '../texts.ts';
import { ActionAnswer, CaseAnswer, MessageAnswer } from './case-answers.ts';
import { ChangeWorkStatus, NoDetails, Note, RefundRequest, SendAgain } from './cases.ts';
import { DoctorAnswer } from './doctor.ts';
import { ListOrders } from './orders.ts';
import { OrdersAnswer } from './order-answers.ts';
import { OverviewAnswer } from './overview.ts';
import { RecurringAction, RecurringAnswer } from './recurring-answers.ts';
import { ListRecurring } from './recurring.ts';
import { AuthStatusAnswer, Login, ResetPassword, SessionAnswer } from './session.ts';
import {
  OnHoldSubmissionsAnswer,
  VoiceSubmissionsAnswer,
  WebsiteSubmissionsAnswer,
} from './submission-answers.ts';
import { ListSubmissions } from './submissions.ts';

const RowId = numberInQuery(/^[1-9]\d{0,14}$/, 'id must be a whole number');
const ById = z.object({ id: RowId });
const SentForm = z.object({ form: z.enum(FORM_KINDS), id: RowId });
const CaseNumber = z.object({ orderNumber: z.string() });
/** People type order numbers into these URLs. */
const TypedCaseNumber = z.object({ orderNumber: z.pipe(z.string(), z.transform(normaliseOrderNumber)) });

export const adminEndpoints = {
  'POST /api/admin/login': {
    access: 'public',
    summary: 'Logs an administrator in. After a wrong password, the next attempt is delayed.',
    body: Login,
    response: SessionAnswer,
  },
  'GET /api/admin/auth-status': {
    access: 'public',
    summary: 'Says whether the caller is logged in.',
    response: AuthStatusAnswer,
    isKeptOffline: true,
  },
  'POST /api/admin/logout': {
    access: 'admin',
    summary: 'Ends the session.',
    response: SessionAnswer,
  },
  'POST /api/admin/reset-password': {
    access: 'admin',
    summary: 'Changes the password and ends the administrator’s other sessions.',
    body: ResetPassword,
    response: SessionAnswer,
  },
  'GET /api/admin/doctor': {
    access: 'admin',
    summary: 'Checks settings, payment providers, email, the public address, the disk, and the database.',
    response: DoctorAnswer,
  },
  'GET /api/admin/live': {
    access: 'admin',
    summary: 'Streams new orders, forms, and changes.',
    responseType: 'text/event-stream',
  },
  'GET /api/json/overview': {
    access: 'admin',
    summary: 'Returns what needs attention and the shop’s figures.',
    response: OverviewAnswer,
    isKeptOffline: true,
  },
  'GET /api/json/orders': {
    access: 'admin',
    summary: 'Lists orders.',
    query: ListOrders,
    response: OrdersAnswer,
    isKeptOffline: true,
  },
  'GET /api/json/orders.csv': {
    access: 'admin',
    summary: 'Downloads the listed orders as a spreadsheet.',
    query: ListOrders,
    responseType: 'text/csv',
  },
  'GET /api/json/recurring': {
    access: 'admin',
    summary: 'Lists recurring payments with their charges.',
    query: ListRecurring,
    response: RecurringAnswer,
    isKeptOffline: true,
  },
  'GET /api/json/recurring.csv': {
    access: 'admin',
    summary: 'Downloads the listed recurring payments as a spreadsheet.',
    query: ListRecurring,
    responseType: 'text/csv',
  },
  'GET /api/json/form-submissions': {
    access: 'admin',
    summary: 'Lists website forms.',
    query: ListSubmissions,
    response: WebsiteSubmissionsAnswer,
    isKeptOffline: true,
  },
  'GET /api/json/form-submissions.csv': {
    access: 'admin',
    summary: 'Downloads the listed website forms as a spreadsheet.',
    query: ListSubmissions,
    responseType: 'text/csv',
  },
  'GET /api/json/voice-agent-submissions': {
    access: 'admin',
    summary: 'Lists voice agent and dental forms.',
    query: ListSubmissions,
    response: VoiceSubmissionsAnswer,
    isKeptOffline: true,
  },
  'GET /api/json/voice-agent-submissions.csv': {
    access: 'admin',
    summary: 'Downloads the listed voice agent and dental forms as a spreadsheet.',
    query: ListSubmissions,
    responseType: 'text/csv',
  },
  'GET /api/json/on-hold-submissions': {
    access: 'admin',
    summary: 'Lists on-hold forms.',
    query: ListSubmissions,
    response: OnHoldSubmissionsAnswer,
    isKeptOffline: true,
  },
  'GET /api/json/on-hold-submissions.csv': {
    access: 'admin',
    summary: 'Downloads the listed on-hold forms as a spreadsheet.',
    query: ListSubmissions,
    responseType: 'text/csv',
  },
  'GET /api/json/cases/:orderNumber': {
    access: 'admin',
    summary: 'Returns everything under one order number.',
    params: TypedCaseNumber,
    response: CaseAnswer,
    isKeptOffline: true,
  },
  'POST /api/admin/cases/:orderNumber/notes': {
    access: 'admin',
    summary: 'Adds an internal note.',
    params: CaseNumber,
    body: Note,
    response: ActionAnswer,
  },
  'POST /api/admin/cases/:orderNumber/work-status': {
    access: 'admin',
    summary: 'Changes the work status, unless someone else changed it in the meantime.',
    params: CaseNumber,
    body: ChangeWorkStatus,
    response: ActionAnswer,
  },
  'POST /api/admin/cases/:orderNumber/recurring': {
    access: 'admin',
    summary: 'Starts, pauses, resumes, cancels, changes, or refunds a recurring payment.',
    params: CaseNumber,
    body: RecurringAction,
    response: ActionAnswer,
  },
  'GET /api/json/messages/:id': {
    access: 'admin',
    summary: 'Returns the text of an email.',
    params: ById,
    response: MessageAnswer,
  },
  'POST /api/admin/messages/send-again': {
    access: 'admin',
    summary: 'Resends every email that couldn’t be sent.',
    body: NoDetails,
    response: ActionAnswer,
  },
  'POST /api/admin/messages/:id/send-again': {
    access: 'admin',
    summary: 'Resends an email, to the same address or a corrected one.',
    params: ById,
    body: SendAgain,
    response: ActionAnswer,
  },
  'POST /api/admin/messages/:id/leave-unsent': {
    access: 'admin',
    summary: 'Discards an email that couldn’t be sent.',
    params: ById,
    body: NoDetails,
    response: ActionAnswer,
  },
  'POST /api/admin/payments/:id/refund': {
    access: 'admin',
    summary: 'Refunds a payment in full or in part.',
    params: ById,
    body: RefundRequest,
    response: ActionAnswer,
  },
  'POST /api/admin/submissions/:form/:id/accept': {
    access: 'admin',
    summary: 'Accepts an unverified form as the customer’s own.',
    params: SentForm,
    body: NoDetails,
    response: ActionAnswer,
  },
  'POST /api/admin/submissions/:form/:id/release': {
    access: 'admin',
    summary: 'Moves a form out of quarantine.',
    params: SentForm,
    body: NoDetails,
    response: ActionAnswer,
  },
} satisfies EndpointTable;
