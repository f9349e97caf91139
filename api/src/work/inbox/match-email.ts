import { eq } from 'drizzle-orm';
import { quotes } from '../../db/schema/quotes.ts';
import { emailsNamedIn } from '../../messages/outbox/message-id.ts';
import type { OutboxMessage } from '../../messages/outbox/outbox-store.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import type { WorkContext } from '../context.ts';
import * as orderStore from '../orders/order-store.ts';
import type { Head } from './read-head.ts';

/** What messages are written on: an order, or a quote that is none yet. */
export type Thread = { number: string; customer: string; quoteId: number | null };

export type Match =
  /** It has nothing to do with an order, or a machine sent it. */
  | { kind: 'none' }
  | {
      kind: 'message';
      thread: Thread;
      byEmail: 'customer' | 'studio';
      adminId: number | null;
      /** Only the number and the address say that it is the customer's. */
      isClaimed?: boolean;
    }
  /** It answers an email of the shop, but is not the customer's. */
  | { kind: 'left-out'; thread: Thread; reason: string };

/** A subject with more numbers than this is not a reply. */
const MOST_NUMBERS = 5;
const NONE: Match = { kind: 'none' };

/** Where an email belongs. `isSent`: it is in the folder of the emails that the studio sent. */
export function matchEmail(context: WorkContext, head: Head, isSent: boolean): Match {
  if (head.isAutomatic) return NONE;
  const sender = studioSender(context, head.from);
  // In the inbox, it is a copy of what the studio sent.
  if ((sender !== undefined) !== isSent) return NONE;
  const answered = emailsNamedIn(context.db, context.settings.secret, head.answers).flatMap((email) => {
    const thread = threadOfEmail(context, email);
    return thread ? { thread, recipient: email.recipient.toLowerCase() } : [];
  });
  const [first] = answered;
  if (head.from === '')
    return first ? { kind: 'left-out', thread: first.thread, reason: 'its sender can’t be read' } : NONE;
  const guessed = threadsOfSubject(context, head);
  if (sender) {
    const threads = [...answered.map(({ thread }) => thread), ...guessed];
    const thread = threads.find(({ customer }) => head.to.includes(customer));
    return thread ? { kind: 'message', thread, byEmail: 'studio', adminId: sender.adminId } : NONE;
  }
  const isTheirs = ({ customer }: Thread) => customer === head.from;
  // Strangers get emails about an order, too, if their form names it.
  const proven = answered.find(
    ({ thread, recipient }) => isTheirs(thread) && recipient === head.from,
  )?.thread;
  const claimed = guessed.find(isTheirs);
  // Anyone can write a number and an address. A Message-ID is only in the customer's mailbox.
  const thread = proven ?? (head.isForged ? undefined : claimed);
  if (thread) return { kind: 'message', thread, byEmail: 'customer', adminId: null, isClaimed: !proven };
  const isForged = 'its sender’s address may be forged';
  if (claimed) return { kind: 'left-out', thread: claimed, reason: isForged };
  if (!first) return NONE;
  const reason = isTheirs(first.thread) ? isForged : 'it isn’t from the customer’s address';
  return { kind: 'left-out', thread: first.thread, reason };
}

/** Whose address it is, if it is the studio's: the shop's own, or that of an active person. */
function studioSender(context: WorkContext, from: string): { adminId: number | null } | undefined {
  const person = activePeople(context).find(({ email }) => email.toLowerCase() === from);
  if (person) return { adminId: person.id };
  return ownAddresses(context).includes(from) ? { adminId: null } : undefined;
}

/** In lower case. */
export function ownAddresses(context: WorkContext): string[] {
  const { business, mailFrom, inbox } = context.settings;
  const [, bracketed] = /<([^<>]+)>\s*$/.exec(mailFrom) ?? [];
  const own = [business.email, bracketed ?? mailFrom, inbox?.address ?? business.email];
  return [...own, ...activePeople(context).map(({ email }) => email)].map((address) => address.toLowerCase());
}

const activePeople = ({ db }: WorkContext) => adminStore.all(db).filter(({ isActive }) => isActive);

function threadOfEmail(context: WorkContext, { orderNumber }: OutboxMessage): Thread | undefined {
  return orderNumber === null ? undefined : threadOf(context, orderNumber);
}

function threadsOfSubject(context: WorkContext, { subject }: Head): Thread[] {
  const numbers = subject.toUpperCase().match(/\bORD-\d{1,15}\b/g) ?? [];
  return numbers.slice(0, MOST_NUMBERS).flatMap((number) => threadOf(context, number) ?? []);
}

/** The work on an add-on belongs to its order, and that on a quote to the order that it became. */
export function threadOf({ db }: WorkContext, number: string): Thread | undefined {
  const quote = db.select().from(quotes).where(eq(quotes.number, number)).get();
  const order = orderStore.byNumber(db, quote?.orderNumber ?? number);
  const main = order?.addonTo ? orderStore.byNumber(db, order.addonTo) : order;
  if (main) return thread(main.orderNumber, main.email, null);
  return quote && thread(quote.number, quote.email, quote.id);
}

const thread = (number: string, email: string, quoteId: number | null): Thread => ({
  number,
  customer: email.toLowerCase(),
  quoteId,
});
