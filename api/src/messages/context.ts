import type { HttpContext } from '../http/context.ts';
import type { Newsletter } from './newsletter/newsletter.ts';
import type { LiveFeed } from './live-feed.ts';

export type MessagesContext = HttpContext & {
  /** Null where no mailing list is configured. */
  newsletter: Newsletter | null;
  /** Tells open pages what was committed. */
  liveFeed: LiveFeed;
};
