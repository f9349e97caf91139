import { daysText } from '@northlight/shared/catalog/offer-texts.ts';
import { catalog } from '../../content/catalog.ts';
import { dueText, wasDueText } from '@northlight/shared/catalog/due-text.ts';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { OrderResponse } from '@northlight/shared/contracts/order-page.ts';
import type { OrderService, SoldWork } from '@northlight/shared/contracts/deliveries.ts';

/** What happens now, who has to act, and by when. `isYours`: the customer's turn. `isLate`: the studio's promise is over. */
export type Situation = { title: string; text: string; isYours: boolean; isLate?: boolean };

type Order = Pick<OrderResponse, 'timeZone' | 'paymentStatus' | 'isPaid' | 'answers'>;

export function situationOf(service: OrderService, order: Order, now: Date): Situation {
  const { id, state, dueAt, paused, deliveries } = service;
  const promised = promiseText(service, order.timeZone, now);
  const isLate = dueAt !== null && new Date(dueAt) < now;
  const yours = (title: string, text: string) => ({ title, text, isYours: true });
  const ours = (title: string, text: string) => ({ title, text, isYours: false, isLate });
  if (paused && (state === 'working' || state === 'change' || state === 'launch'))
    return yours('Waiting for you', 'We have a question for you. Please answer so we can continue.');
  switch (state) {
    case 'form':
      return yours('We need your answers', 'Fill out the form so we can start. It takes about ten minutes.');
    case 'working':
      return ours(
        'We’re on it',
        `${order.answers.length > 0 ? 'We have your answers. ' : ''}${promised || 'You’ll see the first version here.'}`,
      );
    case 'review':
      return yours(
        `Version ${deliveries[0]?.version} is ready`,
        'Please take a look. Approve it, or tell us what to change.',
      );
    case 'change':
      return ours('We’re making your change', promised || 'You’ll see a new version here.');
    case 'launch':
      return ours('We’re putting your website online', promised);
    case 'done':
      return ours('Done', DONE[id]);
    case 'closed':
      return ours('Closed', 'Send us a message if you have a question.');
  }
}

const READY: Record<ServiceId, string> = {
  website: 'Your website',
  voice: 'Your voice agent',
  onhold: 'Your audio',
};

/** The studio's next promise to the customer, or that it is late. Empty without one. */
export function promiseText(
  { id, promise, dueAt }: Pick<OrderService, 'id' | 'promise' | 'dueAt'>,
  timeZone: string,
  now: Date,
): string {
  if (promise === null || dueAt === null) return '';
  const isOver = new Date(dueAt) < now;
  const when = (isOver ? wasDueText : dueText)(dueAt, timeZone, now);
  const isContact = promise === 'contact';
  if (isOver) return `${isContact ? 'Our reply' : READY[id]} was due ${when}. We’re late, and sorry.`;
  if (isContact) return `We’ll contact you by ${when}.`;
  return `${READY[id]} will be ${promise === 'launch' ? 'live' : 'ready'} by ${when}.`;
}

/** How something stands that was bought besides the services. */
export function workText({ dueAt, paused, doneAt }: SoldWork, timeZone: string, now: Date): string {
  if (doneAt) return `Done on ${momentText(doneAt, timeZone)}.`;
  if (paused) return 'We have a question for you. Please answer so we can continue.';
  return new Date(dueAt) < now
    ? `This was due ${wasDueText(dueAt, timeZone, now)}. We’re late, and sorry.`
    : `It will be ready by ${dueText(dueAt, timeZone, now)}.`;
}

const DONE: Record<ServiceId, string> = {
  website: 'Your website is live.',
  voice: 'Your voice agent is up and running.',
  onhold: 'Your on-hold audio is finished.',
};

/** "2 of 5 design revisions used". Null if changes are not counted. */
export function roundsText({ id, roundsIncluded, roundsUsed }: OrderService): string | null {
  if (roundsIncluded === null) return null;
  const what = id === 'website' ? 'design revisions' : 'free updates';
  return `${roundsUsed} of ${roundsIncluded} ${what} used`;
}

/** Whether the customer can ask for a change now. Finished on-hold audio can be updated. */
export function canChange({ id, state, roundsIncluded, roundsUsed, deliveries }: OrderService): boolean {
  const hasRounds = roundsIncluded === null || roundsUsed < roundsIncluded;
  return deliveries.length > 0 && hasRounds && (state === 'review' || (state === 'done' && id === 'onhold'));
}

/** "November 23 at 5:00 PM", in the studio's time zone. */
export function momentText(time: string, timeZone: string): string {
  return new Date(time).toLocaleString('en-US', {
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  });
}

/** What follows when the customer approves a version. */
export const APPROVAL_TEXT: Record<ServiceId, string> = {
  website: `We’ll put it online within ${daysText(catalog.services.website)}. After that, there are no more design revisions.`,
  voice: 'We’ll consider your voice agent finished.',
  onhold: 'We’ll consider your audio finished. You can still ask for a free update later.',
};
