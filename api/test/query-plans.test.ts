import { expect, test } from 'vitest';
import { sweepPayments } from '../src/money/provider-events/sweep.ts';
import { createMetrics } from '../src/operations/metrics/metrics.ts';
import * as orderStore from '../src/work/orders/order-store.ts';
import { checkDueAgreements } from '../src/money/recurring/check-agreement.ts';
import { aDraft, buyWithCard } from './fixtures/factories.ts';
import { anOnHoldForm, aVoiceForm, aWebsiteForm } from './fixtures/form-factories.ts';
import { anOrder } from './fixtures/outbox-fixtures.ts';
import { LISTS, openConsole } from './shop/admin-client.ts';
import { testDatabase } from './shop/test-app.ts';

/** These get more rows with every order. */
const GROWING =
  'orders|order_lines|checkout_drafts|payments|refunds|agreements|charges|price_offers|demo_agreements|demo_payments|form_submissions|voice_agent_form_submissions|on_hold_submissions|short_search|customers|customer_people|case_events|outbox|sent_mails|webhook_events|invoices|promises|deliveries|order_messages|order_files|stored_files|answer_versions|promo_uses|unfinished_checkouts|webhook_messages';
/** These indexes contain only what somebody still has to do, or what is rare. */
const OPEN_WORK =
  'review|forms|pending|new|quarantine|unverified|unsettled|waiting|due|open|recurring|tagged|to_fill|mail|confirmations|newsletter|given_up|disputed';
const READS_ALL = new RegExp(`^SCAN (${GROWING})( USING (COVERING )?INDEX (?!\\w+_(${OPEN_WORK})$)\\w+)?$`);

/** A shop that remembers the SQL of its queries. */
async function aShop() {
  const db = testDatabase();
  const { $client: client } = db;
  const prepare = client.prepare.bind(client);
  const queries = new Set<string>();
  client.prepare = (text: string) => {
    // An empty IN () becomes `where false`, which reads nothing.
    if (/^(select|update|delete) /i.test(text) && !text.includes('where false')) queries.add(text);
    return prepare(text);
  };
  const office = await openConsole({ db });
  await buyWithCard(office.app, aDraft({ serviceTypes: ['website', 'voice'] }));
  return {
    ...office,
    /** The queries made so far and by `work`, with what SQLite does for each. Each is compiled only once. */
    plansOf: async (work: () => Promise<unknown>) => {
      await work();
      return [...queries].map((text) => {
        const values = Array.from(text.matchAll(/\?/g), () => null);
        const steps = prepare(`EXPLAIN QUERY PLAN ${text}`).all(values) as { detail: string }[];
        return { text, steps: steps.map(({ detail }) => detail) };
      });
    },
  };
}

test('nothing reads every order: the overview, order pages, actions, checks, metrics and everything on a timer', async () => {
  const { app, see, act, plansOf } = await aShop();
  const plans = await plansOf(async () => {
    await app.post('/api/submit-order-form', aWebsiteForm());
    await app.post('/api/submit-voice-agent-form', aVoiceForm());
    await app.post('/api/on-hold-audio-form', anOnHoldForm());
    await see('/api/json/overview');
    await see('/api/json/cases/ORD-10001');
    await see('/api/json/customers/1');
    await see('/api/json/messages/1');
    await see('/api/admin/doctor');
    await act('/api/admin/cases/ORD-10001/notes', { text: 'Called.' });
    await act('/api/admin/cases/ORD-10001/work-status', { workStatus: 'delivered', basedOn: 0 });
    await act('/api/admin/messages/send-again', {});
    await createMetrics(app.context).metrics();
    await app.get('/api/health');
    await app.sentEmails();
    await app.processEvents();
    await sweepPayments(app.context);
    await checkDueAgreements(app.context);
  });
  expect(plans.length).toBeGreaterThan(50);
  expect(plans.filter(({ steps }) => steps.some((step) => READS_ALL.test(step)))).toEqual([]);
});

test('an order’s invoice is found among its own, not among all that have no refund', async () => {
  const { plansOf } = await aShop();
  const plans = await plansOf(async () => {});
  const found = plans.find(({ text }) => text.startsWith('select "number" from "invoices"'));
  expect(found?.steps).toEqual(['SEARCH invoices USING INDEX invoices_order (order_id=?)']);
});

test('a page of a list ends when it is full: it neither sorts a large table nor counts it to its end', async () => {
  const { app, see, plansOf } = await aShop();
  // More than the lists count.
  for (let index = 0; index < 1_001; index += 1) orderStore.insert(app.db, anOrder(), []);
  const searches = ['', 'q=marlow', 'q=ma', 'from=2026-01-01&to=2026-12-31'];
  const ofOrders = [
    '',
    'service=website',
    'payment=completed',
    'form=waiting',
    'form=complete',
    'work=new',
    'answer=waiting',
  ];
  const ofForms = ['', 'work=new', 'flag=none', 'flag=quarantine', 'flag=unverified', 'flag=not-quarantine'];
  const ofRecurring = ['', 'state=active', 'period=month'];
  const plans = await plansOf(async () => {
    for (const search of searches) {
      for (const filter of ofOrders)
        for (const sort of ['newest', 'oldest', 'due', 'highest', 'business', 'work', 'payment'])
          await see(`/api/json/orders?sort=${sort}&${filter}&${search}`);
      for (const filter of ['', 'has=open', 'has=recurring', 'tag=VIP', 'responsible=me'])
        for (const sort of ['newest', 'last', 'highest', 'name'])
          await see(`/api/json/customers?sort=${sort}&${filter}&${search}`);
      for (const filter of ofRecurring)
        for (const sort of ['newest', 'next', 'highest'])
          await see(`/api/json/recurring?sort=${sort}&${filter}&${search}`);
      for (const path of Object.values(LISTS))
        for (const filter of ofForms)
          for (const sort of ['newest', 'due']) await see(`${path}?sort=${sort}&${filter}&${search}`);
    }
  });
  expect(plans.length).toBeGreaterThan(100);
  const isLimited = (text: string) => / limit \?\)?$/i.test(text);
  // The plus is for a few rows. What a search finds is sorted, however much it is; see docs/performance.md.
  const isSorted = ({ text, steps }: (typeof plans)[number]) =>
    steps.includes('USE TEMP B-TREE FOR ORDER BY') && !/ MATCH | order by \+/.test(text);
  const readsAll = plans.filter(({ steps }) => steps.some((step) => READS_ALL.test(step)));
  expect(readsAll.filter((plan) => !isLimited(plan.text) || isSorted(plan))).toEqual([]);
});
