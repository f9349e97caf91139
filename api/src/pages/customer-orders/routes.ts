import { normalizeOrderNumber } from '@northlight/shared/contracts/order-number.ts';
import { badLink, notFound } from '../../base/errors.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { queueUnverified } from '../../messages/outbox/queue-unverified.ts';
import type { AppContext } from '../../money/context.ts';
import { answerPdf } from '../../money/invoices/send-pdf.ts';
import { personOfKey } from '../../work/customers/customer-key.ts';
import * as customerStore from '../../work/customers/customer-store.ts';
import { readCustomerOrders, theirOrders } from './read-orders.ts';

/** A link that was asked for again within this time is not sent again. */
const LINK_EVERY_MS = 5 * 60_000;

/** The page of all orders of a person. Whoever has its key is that person. */
export function customerOrderRoutes(mount: Mount, context: AppContext): void {
  const linked = (key: string) => {
    const person = personOfKey(context, key);
    if (!person) throw badLink('This link isn’t valid or has expired. Please ask for a new one.');
    return person;
  };

  mount('GET /api/orders', ({ query: { key } }) => readCustomerOrders(context, linked(key), key));

  mount('GET /api/orders/invoice.pdf', async ({ query, ctx }) => {
    const person = linked(query.key);
    const wanted = normalizeOrderNumber(query.order);
    const order = theirOrders(context, person).find(({ orderNumber }) => orderNumber === wanted);
    const isOwn = order?.email.toLowerCase() === person.email;
    if (!order || (!isOwn && person.sees === 'orders')) throw notFound();
    await answerPdf(context, ctx, order, query.number);
  });

  mount('POST /api/orders-link', ({ body: { email }, ctx }) => {
    const address = ctx.ip;
    // After the answer, so that its time says nothing.
    ctx.res.once('finish', () => {
      sendLink(context, email, address).catch((error: unknown) =>
        context.log.error({ err: error }, 'could not queue a link to all orders'),
      );
    });
    return {
      success: true,
      message: 'If we find orders with this email address, we’ll email you the link.',
    };
  });
}

async function sendLink(context: AppContext, email: string, address: string): Promise<void> {
  const { db, now } = context;
  const person = customerStore.personByEmail(db, email);
  if (!person) return;
  const message = {
    kind: 'orders-link' as const,
    key: `orders-link:${person.id}:${Math.floor(now().getTime() / LINK_EVERY_MS)}`,
    orderNumber: null,
    payload: { person: person.id },
    recipient: person.email,
  };
  await inTransaction(db, () => queueUnverified(context, message, { kind: 'link', address }));
}
