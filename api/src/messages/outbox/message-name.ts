import { MESSAGE_NAMES } from '@northlight/shared/contracts/emails.ts';
import type { OutboxPayload } from '../../db/schema/messages.ts';
import type { OutboxMessage } from './outbox-store.ts';

export const NEWS_NAMES: Record<OutboxPayload['order-news']['news'], string> = {
  delivery: 'New version notice',
  answer: 'Version answer alert',
  live: 'Website live notice',
  done: 'Work done notice',
  message: 'New message',
  link: 'Order link',
  due: 'Due soon alert',
  files: 'New files alert',
  'left-out': 'Email left out alert',
  'review-request': 'Request for a review',
  review: 'New review alert',
};

/** What administrators call a message: news of an order by what they say, others by their kind. */
export const messageName = (message: Pick<OutboxMessage, 'kind' | 'payload'>): string =>
  isNews(message) ? NEWS_NAMES[message.payload.news] : MESSAGE_NAMES[message.kind];

const isNews = (
  message: Pick<OutboxMessage, 'kind' | 'payload'>,
): message is { kind: 'order-news'; payload: OutboxPayload['order-news'] } => message.kind === 'order-news';
