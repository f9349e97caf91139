import { ActionAnswer } from '../admin/case-answers.ts';
import type { EndpointTable } from '../endpoint.ts';
import {
  AnswerDelivery,
  AnswersQuery,
  ByFileId,
  ByForm,
  FormAnswers,
  OrderAnswer,
  OrderDocumentQuery,
  OrderFileQuery,
  OrderLink,
  OrderQuery,
  SendMessage,
} from './order-page.ts';

const ORDER_LIMIT = { name: 'order', perMinute: 120 };

/** The customer's page of an order. */
export const orderEndpoints = {
  'GET /api/order': {
    access: 'public',
    summary: 'Returns everything on the customer’s page of an order.',
    limits: [ORDER_LIMIT],
    query: OrderQuery,
    response: OrderAnswer,
  },
  'GET /api/order/answers': {
    access: 'public',
    summary: 'Returns the answers of a form, to correct them.',
    limits: [ORDER_LIMIT],
    query: AnswersQuery,
    response: FormAnswers,
  },
  'GET /api/order/invoice.pdf': {
    access: 'public',
    summary: 'Downloads an invoice, credit note, or receipt of an order.',
    limits: [{ name: 'order-invoice', perMinute: 30 }],
    query: OrderDocumentQuery,
    responseType: 'application/pdf',
  },
  'GET /api/order/live': {
    access: 'public',
    summary: 'Streams the changes of an order to its customer.',
    limits: [ORDER_LIMIT],
    query: OrderQuery,
    responseType: 'text/event-stream',
  },
  'POST /api/order/messages': {
    access: 'public',
    summary: 'Sends the shop a message about an order.',
    limits: [{ name: 'order-messages', perMinute: 20 }],
    query: OrderQuery,
    body: SendMessage,
    response: ActionAnswer,
  },
  'POST /api/order/answer': {
    access: 'public',
    summary: 'Approves a delivered version, or asks for a change.',
    limits: [ORDER_LIMIT],
    query: OrderQuery,
    body: AnswerDelivery,
    response: ActionAnswer,
  },
  'POST /api/order/forms/:form/:id/confirm': {
    access: 'public',
    summary: 'Says that a form which was sent without the customer’s link is the customer’s own.',
    limits: [ORDER_LIMIT],
    params: ByForm,
    query: OrderQuery,
    response: ActionAnswer,
  },
  'GET /api/order/files/:id': {
    access: 'public',
    summary: 'Returns a file of an order, or a part of it.',
    limits: [{ name: 'order-files', perMinute: 300 }],
    params: ByFileId,
    query: OrderFileQuery,
    responseType: 'application/octet-stream',
  },
  'POST /api/order/files/:id/remove': {
    access: 'public',
    summary: 'Removes a file that the customer sent.',
    limits: [ORDER_LIMIT],
    params: ByFileId,
    query: OrderQuery,
    response: ActionAnswer,
  },
  'POST /api/order-link': {
    access: 'public',
    summary: 'Emails the link to an order’s page, if the order number and email address match.',
    limits: [{ name: 'order-link', perMinute: 10 }],
    body: OrderLink,
    response: ActionAnswer,
  },
} satisfies EndpointTable;
