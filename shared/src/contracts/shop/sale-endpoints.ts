import type { EndpointTable } from '../endpoint.ts';
import { CountStep } from './came-from.ts';
import { ResumeCheckout, ResumedCheckout, UnfinishedCheckout } from './unfinished-checkout.ts';

/** The part of the shop's table about visits that are not orders yet. */
export const saleEndpoints = {
  'POST /api/sale-steps': {
    access: 'public',
    summary: 'Counts that a visit reached a step toward an order. Stores nothing about the visitor.',
    limits: [{ name: 'sale-steps', perMinute: 60 }],
    body: CountStep,
    responseType: 'empty',
  },
  'POST /api/unfinished-checkout': {
    access: 'public',
    summary: 'Records how far a checkout got, and what the customer typed if they want a link to finish.',
    limits: [
      { name: 'unfinished-checkout', perMinute: 30 },
      { name: 'unfinished-checkout-volume', kilobytesPerHour: 1_024 },
    ],
    body: UnfinishedCheckout,
    responseType: 'empty',
  },
  'POST /api/unfinished-checkout/resume': {
    access: 'public',
    summary: 'Returns the checkout that a link from an email opens.',
    limits: [{ name: 'resume-checkout', perMinute: 20 }],
    body: ResumeCheckout,
    response: ResumedCheckout,
  },
} satisfies EndpointTable;
