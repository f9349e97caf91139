import { expect, test } from 'vitest';
import { aCheckout, aDraft } from '../../test/fixtures/factories.ts';
import { rows } from '../../test/fixtures/rows.ts';
import { jsonPost, pipelined, pipelinedPosts, statusCounts } from '../../test/shop/pipeline.ts';
import { checkOut, confirmCard, pageLink, startCard } from '../../test/shop/purchase-steps.ts';
import { startTestApp } from '../../test/shop/test-app.ts';
import { aPng, begin, encode, shopWithOrder, TUS } from '../../test/shop/upload-steps.ts';
import { deliveries } from '../db/schema/fulfillment.ts';
import { invoices } from '../db/schema/invoices.ts';
import { promoCodes } from '../db/schema/sales.ts';
import { inFull } from '../../test/fixtures/long.ts';
import { openConsole } from '../../test/shop/admin-client.ts';

// Requests on one connection reach the server in one turn of its event loop. Of those that want the same thing, one
// gets it. Refunds and second factors have tests of their own.

/** Twenty rounds of 10, 25, and 50 requests. */
const ROUNDS = Array.from({ length: inFull(20, 6) }, (_, round) => [10, 25, 50][round % 3] ?? 10);
const times = <Result>(count: number, make: (index: number) => Result): Result[] =>
  Array.from({ length: count }, (_, index) => make(index));

test('the last use of a promo code goes to one buyer, with and without a payment', async () => {
  const app = await startTestApp();
  for (const [round, count] of ROUNDS.entries()) {
    const isFree = round % 2 === 0;
    const code = `FALL${round}`;
    const off = isFree ? { amountOffCents: 0, percentOff: 100 } : { amountOffCents: 2_000 };
    app.db
      .insert(promoCodes)
      .values({ code, maxUses: 1, ...off })
      .run();
    const drafts = times(count, (index) =>
      aDraft({ promoCode: code, email: `buyer${index}@example.com`, serviceTypes: ['onhold'] }),
    );
    const answers = await (isFree
      ? pipelinedPosts(
          app.base,
          '/api/checkout',
          drafts.map((draft) => aCheckout(draft)),
        )
      : pipelinedPosts(
          app.base,
          '/api/create-payment-intent',
          drafts.map((draft) => ({ ...draft, amount: 79 })),
        ));
    expect({ round, ...statusCounts(answers) }).toEqual({ round, 200: 1, 400: count - 1 });
  }
  expect(rows.orders(app.db)).toHaveLength(ROUNDS.length / 2);
});

/** Orders with a delivered version, whose customers answer. */
async function studio() {
  const { app, cookie: headers } = await openConsole();
  const order = async () => {
    const { body } = await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
    const { orderNumber } = body.order;
    const link = new URLSearchParams(pageLink(app, orderNumber));
    return { orderNumber, answers: `/api/order/answer?${link}` };
  };
  const deliveriesOf = (orderNumber: string, after: number) => (index: number) =>
    jsonPost(
      `/api/admin/cases/${orderNumber}/deliveries`,
      { service: 'voice', after, note: `Version of window ${index}` },
      headers,
    );
  return { app, order, deliveriesOf };
}

test('a round begins once: of many deliveries of the next version and many wishes, one of each is stored', async () => {
  const { app, order, deliveriesOf } = await studio();
  for (const [round, count] of ROUNDS.entries()) {
    const { orderNumber, answers } = await order();
    const sent = await pipelined(app.base, times(count, deliveriesOf(orderNumber, 0)));
    expect({ round, ...statusCounts(sent) }).toEqual({ round, 200: 1, 409: count - 1 });
    const wishes = times(count, (index) => ({
      answer: 'change',
      service: 'voice',
      version: 1,
      change: `Wish ${index}`,
    }));
    const wished = await pipelinedPosts(app.base, answers, wishes);
    expect({ round, ...statusCounts(wished) }).toEqual({ round, 200: 1, 409: count - 1 });
  }
  const stored = app.db.select().from(deliveries).all();
  expect(stored).toHaveLength(ROUNDS.length);
  expect(stored.every(({ version, answer }) => version === 1 && answer === 'change')).toBe(true);
});

test('of approvals and wishes at once, the first counts, and the business hears of one', async () => {
  const { app, order, deliveriesOf } = await studio();
  for (const [round, count] of ROUNDS.entries()) {
    const { orderNumber, answers } = await order();
    await pipelined(app.base, times(1, deliveriesOf(orderNumber, 0)));
    const isApproval = (index: number) => (index + round) % 2 === 0;
    const bodies = times(count, (index) => ({
      service: 'voice',
      version: 1,
      ...(isApproval(index) ? { answer: 'approved' } : { answer: 'change', change: `Wish ${index}` }),
    }));
    const answered = await pipelinedPosts(app.base, answers, bodies);
    // The same approval again changes nothing and is fine.
    const won = isApproval(0) ? bodies.filter((_, index) => isApproval(index)).length : 1;
    expect({ round, ...statusCounts(answered) }).toEqual({ round, 200: won, 409: count - won });
    const told = rows
      .outbox(app.db)
      .filter((message) => message.orderNumber === orderNumber && message.key.includes('answer'));
    expect({ round, told: told.length }).toEqual({ round, told: 1 });
  }
});

test('the last bytes of an upload that come many times at once make one file', async () => {
  const { app, customer } = await shopWithOrder();
  const png = aPng(16);
  for (const [round, count] of ROUNDS.entries()) {
    const { path } = await begin(app, png.length, customer);
    const headers = { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
    await pipelined(
      app.base,
      times(count, () => ({ method: 'PATCH', path, headers, body: png })),
    );
    expect({ round, files: rows.files(app.db).length }).toEqual({
      round,
      files: round + 1,
    });
  }
});

test('uploads that begin at once share the room of their order', async () => {
  const { app } = await shopWithOrder();
  for (const [round, count] of ROUNDS.entries()) {
    const { orderNumber } = (await checkOut(app, aDraft({ serviceTypes: ['voice'] }))).body.order;
    const headers = {
      ...TUS,
      'upload-length': String(25 * 1024 * 1024),
      'upload-metadata': encode(pageLink(app, orderNumber)),
    };
    const answers = await pipelined(
      app.base,
      times(count, () => ({ method: 'POST', path: '/api/files', headers })),
    );
    expect({ round, ...statusCounts(answers) }).toEqual({ round, 201: 4, 413: count - 4 });
  }
});

test('a payment that is reported many times at once is one order with one invoice', async () => {
  const app = await startTestApp();
  for (const [round, count] of ROUNDS.entries()) {
    const draft = aDraft();
    const { clientSecret, paymentIntentId } = await startCard(app, draft);
    await confirmCard(app, clientSecret);
    const body = aCheckout(draft, { paymentIntentId });
    const answers = await pipelinedPosts(
      app.base,
      '/api/checkout',
      times(count, () => body),
    );
    expect({ round, ...statusCounts(answers) }).toEqual({ round, 200: count });
    expect(new Set(answers.map((answer) => answer.body.order.orderNumber)).size).toBe(1);
  }
  const numbers = app.db
    .select()
    .from(invoices)
    .all()
    .map(({ number }) => number);
  expect(numbers).toEqual(times(ROUNDS.length, (index) => 1_001 + index));
  expect(rows.orders(app.db)).toHaveLength(ROUNDS.length);
});
