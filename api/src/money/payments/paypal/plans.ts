import * as z from 'zod/mini';
import { centsToText } from '@northlight/shared/catalog/money.ts';
import type { StartPayment } from '../provider.ts';
import { PaypalRefusal, type PaypalClient } from './client.ts';

export type Terms = NonNullable<StartPayment['recurring']>;

/** Our product in PayPal's catalog. Customers can see the names of its plans. */
const PRODUCT_ID = 'NORTHLIGHT-RECURRING';
const NAMES = { month: 'Monthly payment', year: 'Yearly payment' };
const PLANS = '/v1/billing/plans';
const PAGE_SIZE = 20;

const Plan = z.object({ id: z.string() });
const Plans = z.object({
  plans: z._default(z.array(z.object({ id: z.string(), name: z.string(), status: z.string() })), []),
});

/**
 * The price and how failed payments are handled. Sent with every subscription, so that a plan that somebody
 * edits in PayPal's dashboard never changes what a customer agreed to.
 */
export const planOf = ({ amountCents, period }: Terms) => ({
  billing_cycles: [
    {
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
});

/**
 * Runs `create` with the ID of the period's plan, which is found or created once per process. If the plan was
 * deactivated meanwhile, runs it again with another one.
 */
export function createPlans(client: PaypalClient) {
  const ids = new Map<string, string>();
  const idOf = async (terms: Terms): Promise<string> => {
    const { period } = terms;
    const id =
      ids.get(period) ?? (await findPlan(client, NAMES[period])) ?? (await createPlan(client, terms));
    ids.set(period, id);
    return id;
  };
  return async <Result>(terms: Terms, create: (planId: string) => Promise<Result>): Promise<Result> => {
    try {
      return await create(await idOf(terms));
    } catch (error) {
      const isInactive = error instanceof PaypalRefusal && error.issue === 'PLAN_STATUS_INVALID';
      if (!isInactive || !ids.delete(terms.period)) throw error;
      return create(await idOf(terms));
    }
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

async function createPlan(client: PaypalClient, terms: Terms): Promise<string> {
  const product = { id: PRODUCT_ID, name: 'Recurring payments', type: 'SERVICE' };
  const request = { verb: 'POST', path: '/v1/catalogs/products', body: product } as const;
  await client.execute(request).catch(unless(422, 'DUPLICATE_RESOURCE_IDENTIFIER'));
  const { billing_cycles, payment_preferences } = planOf(terms);
  const frequency = { interval_unit: terms.period.toUpperCase(), interval_count: 1 };
  const said = await client.execute({
    verb: 'POST',
    path: PLANS,
    // Without a request ID, which could repeat the answer of a plan that was deactivated since.
    body: {
      product_id: PRODUCT_ID,
      name: NAMES[terms.period],
      billing_cycles: billing_cycles.map((cycle) => ({ ...cycle, frequency, tenure_type: 'REGULAR' })),
      payment_preferences,
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
