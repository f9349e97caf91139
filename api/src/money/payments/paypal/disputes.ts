import * as z from 'zod/mini';
import { textToCents } from '@northlight/shared/catalog/money.ts';
import type { Dispute } from '@northlight/shared/contracts/payments.ts';
import { PaypalRefusal, type PaypalClient } from './client.ts';
import { Money } from './states.ts';
import { DISPUTE_OUTCOMES, DISPUTE_STATUSES } from './subscription-answers.ts';

const DISPUTES = '/v1/customer/disputes';
const AWAITED = new Set(['OPEN', 'WAITING_FOR_SELLER_RESPONSE']);

const PaypalDispute = z.object({
  dispute_id: z.string(),
  reason: z._default(z.string(), ''),
  status: z.string(),
  seller_response_due_date: z.optional(z.string()),
  dispute_amount: z.optional(Money),
  dispute_life_cycle_stage: z.optional(z.string()),
  /** Only when it is read on its own. */
  dispute_outcome: z.optional(z.object({ outcome_code: z.optional(z.string()) })),
});
const Found = z.object({ items: z._default(z.array(PaypalDispute), []) });

export type FindDispute = (transactionId: string) => Promise<Dispute | null>;

/** Finds the newest dispute about a capture or another transaction. `www` is PayPal's website. */
export const createFindDispute =
  (client: PaypalClient, www: string): FindDispute =>
  async (transactionId) => {
    const path = `${DISPUTES}?disputed_transaction_id=${encodeURIComponent(transactionId)}`;
    const [newest] = Found.parse(await client.execute({ verb: 'GET', path }).catch(noneIfRefused)).items;
    if (!newest) return null;
    const { dispute_id: id, reason, status, dispute_amount: amount } = newest;
    const isDecided = DISPUTE_STATUSES[status] === 'as its outcome';
    const due = AWAITED.has(status) ? newest.seller_response_due_date : undefined;
    return {
      id,
      reason,
      status: isDecided ? await outcomeOf(client, id) : 'open',
      respondBy: due ? new Date(due).toISOString() : null,
      url: `${www}/resolutioncenter/view/${id}`,
      ...(amount?.currency_code === 'USD' && { amountCents: textToCents(amount.value) }),
      ...(newest.dispute_life_cycle_stage === 'INQUIRY' && { isInquiry: true }),
    };
  };

async function outcomeOf(client: PaypalClient, id: string): Promise<Dispute['status']> {
  const said = await client.execute({ verb: 'GET', path: `${DISPUTES}/${encodeURIComponent(id)}` });
  return DISPUTE_OUTCOMES[PaypalDispute.parse(said).dispute_outcome?.outcome_code ?? ''] ?? 'open';
}

/** PayPal refuses apps without the permission for disputes. */
function noneIfRefused(error: unknown): object {
  if (error instanceof PaypalRefusal && error.status < 429) return {};
  throw error;
}
