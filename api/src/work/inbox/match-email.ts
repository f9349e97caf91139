import { eq } from 'drizzle-orm';
import { caseOf } from '../../db/cases.ts';
import type { CaseId } from '../../db/schema/columns.ts';
import { quotes } from '../../db/schema/quotes.ts';
import { emailsNamedIn } from '../../messages/outbox/message-id.ts';
import { mailboxOf } from '../../http/limits/unverified-recipients.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import type { WorkContext } from '../context.ts';
import * as orderStore from '../orders/order-store.ts';
import type { Head } from './read-head.ts';

/** The case that messages are written on. `quoteId`: of a quote, while the case has no order. */
export type Thread = { caseId: CaseId; customer: string; quoteId: number | null };

export type Match =
  /** It has nothing to do with an order, or it is a copy of what the studio or the shop sent. */
  | { kind: 'none' }
  | {
      kind: 'message';
      thread: Thread;
      from: string;
      byEmail: 'customer' | 'studio';
      adminId: number | null;
      /** Only the number and the address say that it is the customer's. */
      isClaimed?: boolean;
    }
  /** It answers an email of the shop, and is no message of the customer. `thread` is null if that is about no order. */
  | { kind: 'left-out'; thread: Thread | null; from: string; reason: string; isAutomatic?: boolean };

/** A subject with more numbers than this is not a reply. */
const MOST_NUMBERS = 5;
const NONE: Match = { kind: 'none' };

/** Where an email belongs. `isSent`: it is in the folder of the emails that the studio sent. */
export function matchEmail(context: WorkContext, head: Head, isSent: boolean): Match {
  const own = ownAddresses(context);
  const isOwn = (address: string) => own.includes(address);
  // A group puts its address there.
  const isByGroup = isOwn(head.from) || head.to.includes(head.from);
  const senders = [head.from, ...(isByGroup ? head.writers : [])].filter((address) => !isOwn(address));
  const [from = head.from] = senders;
  const isFrom = (address: string) => senders.some((sender) => isSameMailbox(sender, address));
  const isTheirs = ({ customer }: Thread) => isFrom(customer);
  const named = emailsNamedIn(context.db, context.settings.secret, head.answers);
  const answered = named.flatMap(({ caseId, recipient }) => {
    const found = caseId === null ? undefined : threadOf(context, caseId);
    return found ? { thread: found, recipient } : [];
  });
  const guessed = threadsOfSubject(context, head);
  if (isSent) {
    const threads = [...answered.map((email) => email.thread), ...guessed];
    const thread = threads.find(({ customer }) => head.to.some((to) => isSameMailbox(to, customer)));
    if (!thread || head.isAutomatic) return NONE;
    const adminId = activePeople(context).find(({ email }) => email.toLowerCase() === head.from)?.id ?? null;
    return { kind: 'message', thread, from, byEmail: 'studio', adminId };
  }
  const [first] = named;
  // A form may have a number and no order.
  const request = first?.caseId ? { caseId: first.caseId, customer: first.recipient, quoteId: null } : null;
  const about = answered[0]?.thread ?? request;
  const leftOut = (reason: string, isAutomatic = false, thread = about): Match => {
    return { kind: 'left-out', thread, from, reason, isAutomatic };
  };
  const isToOthers = named.some(({ recipient }) => !isOwn(recipient));
  const isHidden = head.from === '' || (head.isOfList && head.writers.length === 0);
  // Else, it is a copy of what the studio or the shop sent.
  if (isOwn(from) || from === '')
    return isHidden && isToOthers ? leftOut('its sender can’t be read', head.isAutomatic) : NONE;
  const isKnown = named.some(({ recipient }) => isFrom(recipient)) || guessed.some(isTheirs);
  if (head.isAutomatic || (head.isDaemon && !isKnown))
    return isToOthers ? leftOut('it was sent automatically', true) : NONE;
  // Strangers get emails about an order, too, if their form names it.
  const proven = answered.find(({ thread, recipient }) => isTheirs(thread) && isFrom(recipient))?.thread;
  const claimed = guessed.find(isTheirs);
  // Anyone can write a number and an address. A Message-ID is only in the customer's mailbox.
  const thread = proven ?? (head.isForged ? undefined : claimed);
  if (thread)
    return { kind: 'message', thread, from, byEmail: 'customer', adminId: null, isClaimed: !proven };
  const isForged = 'its sender’s address may be forged';
  if (claimed) return leftOut(isForged, false, claimed);
  if (!first) return NONE;
  if (!answered[0]) return leftOut('it is about no order');
  return leftOut(isTheirs(answered[0].thread) ? isForged : 'it isn’t from the customer’s address');
}

const isSameMailbox = (one: string, other: string): boolean => mailboxOf(one) === mailboxOf(other);

/** In lower case. */
export function ownAddresses(context: WorkContext): string[] {
  const { business, mailFrom, inbox } = context.settings;
  const [, bracketed] = /<([^<>]+)>\s*$/.exec(mailFrom) ?? [];
  const own = [business.email, bracketed ?? mailFrom, inbox?.address ?? business.email];
  return [...own, ...activePeople(context).map(({ email }) => email)].map((address) => address.toLowerCase());
}

const activePeople = ({ db }: WorkContext) => adminStore.all(db).filter(({ isActive }) => isActive);

function threadsOfSubject(context: WorkContext, { subject }: Head): Thread[] {
  const numbers = subject.toUpperCase().match(/\b(?:ORD|Q)-\d{1,15}\b/g) ?? [];
  return numbers
    .slice(0, MOST_NUMBERS)
    .flatMap((number) => threadOf(context, caseOf(context.db, number)) ?? []);
}

/** Undefined for a request without an order or a quote. */
export function threadOf({ db }: WorkContext, caseId: CaseId): Thread | undefined {
  const order = orderStore.mainOf(db, caseId);
  const quote = order ? undefined : db.select().from(quotes).where(eq(quotes.caseId, caseId)).get();
  const email = order?.email ?? quote?.email;
  return email === undefined
    ? undefined
    : { caseId, customer: email.toLowerCase(), quoteId: quote?.id ?? null };
}
