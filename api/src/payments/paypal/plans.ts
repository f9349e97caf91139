import * as z from 'zod/mini';
import { centsToText } from '@northlight/shared/catalog/money.ts';
import type { StartPayment } from '../provider.ts';
import { PaypalRefusal, type PaypalClient } from './client.ts';

export type Terms = NonNullable<StartPayment['recurring']>;

/** Our product in PayPal's catalog, whose plans are named after their period and amount. */
const PRODUCT_ID = 'NORTHLIGHT-RECURRING';
const PLANS = '/v1/billing/plans';
const PAGE_SIZE = 20;

const Plan = z.object({ id: z.string() });
const Plans = z.object({
  plans: z._default(z.array(z.object({ id: z.string(), name: z.string(), status: z.string() })), []),
});

/** Finds or creates the plan of an amount and period, once per process. */
export function createPlans(client: PaypalClient): (terms: Terms) => Promise<string> {
  const ids = new Map<string, string>();
  return async (terms) => {
    const name = `${terms.period}-${terms.amountCents}`;
    const id = ids.get(name) ?? (await findPlan(client, name)) ?? (await createPlan(client, name, terms));
    ids.set(name, id);
    return id;
  };
}

async function findPlan(client: PaypalClient, name: string, page = 1): Promise<string | null> {
  const query = `?product_id=${PRODUCT_ID}&page_size=${PAGE_SIZE}&page=${page}`;
  const said = client.execute({ verb: 'GET', path: PLANS + query });
  // There is no product yet.
  const { plans } = Plans.parse(await said.catch(unless(404)));
  const found = plans.find((plan) => plan.name === name && plan.status === 'ACTIVE');
  if (found || plans.length < PAGE_SIZE) return found?.id ?? null;
  return findPlan(client, name, page + 1);
}

async function createPlan(
  client: PaypalClient,
  name: string,
  { amountCents, period }: Terms,
): Promise<string> {
  const product = { id: PRODUCT_ID, name: 'Recurring payments', type: 'SERVICE' };
  const request = { verb: 'POST', path: '/v1/catalogs/products', body: product } as const;
  await client.execute(request).catch(unless(422, 'DUPLICATE_RESOURCE_IDENTIFIER'));
  const said = await client.execute({
    verb: 'POST',
    path: PLANS,
    requestId: `plan-${name}`,
    body: {
      product_id: PRODUCT_ID,
      name,
      billing_cycles: [
        {
          frequency: { interval_unit: period.toUpperCase(), interval_count: 1 },
          tenure_type: 'REGULAR',
          sequence: 1,
          // Forever.
          total_cycles: 0,
          pricing_scheme: { fixed_price: { value: centsToText(amountCents), currency_code: 'USD' } },
        },
      ],
      payment_preferences: {
        // What a month's payment and its retries did not collect is added to the next month's.
        auto_bill_outstanding: true,
        payment_failure_threshold: period === 'month' ? 2 : 1,
      },
    },
  });
  return Plan.parse(said).id;
}

/** Turns a refusal into an empty answer. */
function unless(status: number, issue?: string) {
  return (error: unknown): object => {
    const isMeant = error instanceof PaypalRefusal && error.status === status;
    if (!isMeant || (issue && error.issue !== issue)) throw error;
    return {};
  };
}
