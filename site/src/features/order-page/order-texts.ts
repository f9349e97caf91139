import { daysText } from '@northlight/shared/catalog/offer-texts.ts';
import { catalog } from '../../content/catalog.ts';
import { dueText } from '@northlight/shared/catalog/due-text.ts';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { OrderResponse } from '@northlight/shared/contracts/order-page.ts';
import type { OrderService } from '@northlight/shared/contracts/deliveries.ts';

/** What happens now, who has to act, and by when. `isYours`: the customer's turn. */
export type Situation = { title: string; text: string; isYours: boolean };

type Order = Pick<OrderResponse, 'timeZone' | 'paymentStatus' | 'isPaid'>;

export function situationOf(service: OrderService, order: Order, now: Date): Situation {
  const { id, state, dueAt, paused } = service;
  const by = dueAt ? ` by ${dueText(dueAt, order.timeZone, now)}` : '';
  if (paused && (state === 'working' || state === 'change' || state === 'launch'))
    return {
      title: 'Waiting for you',
      text: 'We have a question for you. Please answer so we can continue.',
      isYours: true,
    };
  switch (state) {
    case 'form':
      return {
        title: 'We need your answers',
        text: 'Fill out the form so we can start. It takes about ten minutes.',
        isYours: true,
      };
    case 'working':
      return { title: 'We’re on it', text: WORKING[id](by), isYours: false };
    case 'review':
      return {
        title: `Version ${service.deliveries[0]?.version} is ready`,
        text: 'Please take a look. Approve it, or tell us what to change.',
        isYours: true,
      };
    case 'change':
      return {
        title: 'We’re making your change',
        text: id === 'website' ? `You’ll hear from us${by}.` : `You’ll get the next version${by}.`,
        isYours: false,
      };
    case 'launch':
      return { title: 'We’re putting your website online', text: `It will be live${by}.`, isYours: false };
    case 'done':
      return { title: 'Done', text: DONE[id], isYours: false };
  }
}

const WORKING: Record<ServiceId, (by: string) => string> = {
  website: (by) =>
    by
      ? `We have your answers. We’ll contact you${by}.`
      : 'We’re designing your website. You’ll see a first version here.',
  voice: (by) => `We have your answers. Your voice agent will be ready${by || ' soon'}.`,
  onhold: (by) => `We have your answers. Your audio will be ready${by || ' soon'}.`,
};

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
