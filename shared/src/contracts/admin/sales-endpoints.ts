import * as z from 'zod/mini';
import type { EndpointTable } from '../endpoint.ts';
import { ById, RowId } from './by-id.ts';
import { ActionAnswer } from './case-answers.ts';
import { NoDetails } from './cases.ts';
import { FunnelAnswer, FunnelQuery } from './funnel.ts';
import { ByPromoCode, ChangePromoCode, NewPromoCode, PromoCodesAnswer } from './promo-codes.ts';
import { WebhookLogAnswer, WebhookSecretAnswer, WebhooksAnswer } from './webhook-answers.ts';
import { SaveWebhook } from './webhooks.ts';
import { UnfinishedAnswer } from './unfinished-checkouts.ts';

/** Promo codes, where sales come from, unfinished checkouts, and what other systems are told. */
export const salesEndpoints = {
  'GET /api/json/webhooks': {
    access: 'manage',
    summary: 'Lists the addresses of other systems that are told what happens.',
    response: WebhooksAnswer,
  },
  'POST /api/admin/webhooks': {
    access: 'manage',
    confirms: true,
    summary: 'Adds an address. The response is the only one with its secret.',
    body: SaveWebhook,
    response: WebhookSecretAnswer,
  },
  'POST /api/admin/webhooks/:id': {
    access: 'manage',
    confirms: true,
    summary: 'Changes an address, its events, or turns it on or off.',
    params: ById,
    body: SaveWebhook,
    response: ActionAnswer,
  },
  'POST /api/admin/webhooks/:id/secret': {
    access: 'manage',
    confirms: true,
    summary: 'Makes a new secret. For a day, messages are signed with the old one, too.',
    params: ById,
    body: NoDetails,
    response: WebhookSecretAnswer,
  },
  'POST /api/admin/webhooks/:id/test': {
    access: 'manage',
    summary: 'Sends a test event.',
    params: ById,
    body: NoDetails,
    response: ActionAnswer,
  },
  'POST /api/admin/webhooks/:id/remove': {
    access: 'manage',
    summary: 'Removes an address and its log.',
    params: ById,
    body: NoDetails,
    response: ActionAnswer,
  },
  'GET /api/json/webhooks/:id/log': {
    access: 'manage',
    summary: 'Lists what an address was told in the last 30 days, newest first.',
    params: ById,
    query: z.object({ before: z.optional(RowId) }),
    response: WebhookLogAnswer,
  },
  'GET /api/json/funnel': {
    access: 'manage',
    summary: 'Counts how far visits got toward an order, by service and by where they came from.',
    query: FunnelQuery,
    response: FunnelAnswer,
  },
  'GET /api/json/unfinished-checkouts': {
    access: 'manage',
    summary: 'Lists the checkouts of the last 30 days that were not paid.',
    response: UnfinishedAnswer,
  },
  'GET /api/json/promo-codes': {
    access: 'manage',
    summary: 'Lists the promo codes with their use and revenue.',
    response: PromoCodesAnswer,
  },
  'POST /api/admin/promo-codes': {
    access: 'manage',
    confirms: true,
    summary: 'Creates a promo code.',
    body: NewPromoCode,
    response: ActionAnswer,
  },
  'POST /api/admin/promo-codes/:code': {
    access: 'manage',
    confirms: true,
    summary: 'Changes the terms of a promo code, or turns it on or off.',
    params: ByPromoCode,
    body: ChangePromoCode,
    response: ActionAnswer,
  },
} satisfies EndpointTable;
