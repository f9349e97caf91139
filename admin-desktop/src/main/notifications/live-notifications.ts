import { CallError } from '@northlight/shared/contracts/call-error.ts';
import type { Arrival } from '@northlight/shared/contracts/admin/live.ts';
import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { listen } from '@northlight/shared/admin/live/listen.ts';
import { readLiveEvent } from '@northlight/shared/admin/live/live-event.ts';
import { pathToOrder } from '../window/deep-links.ts';
import { PAGE_ORIGIN } from '../page/page-address.ts';

/** What a visitor wrote into a form. */
const MAX_BODY_LENGTH = 200;

export type AppNotification = { title: string; body: string; path: string | null };

type Deps = {
  handle: (request: Request) => Promise<Response>;
  /** Whether nobody looks at the window, and notices are wanted. The page tells those who look. */
  isWanted: () => boolean;
  show: (notice: AppNotification) => void;
  /** Something has changed, or may have while nobody listened. */
  onNews: () => void;
};

/** Listens for as long as somebody is logged in, whether or not there is a window. */
export function createLiveNotifications({ handle, isWanted, show, onNews }: Deps) {
  let stopping: AbortController | null = null;
  const onMessage = (data: string) => {
    const event = readLiveEvent(data);
    if (!event) return;
    onNews();
    if (event.kind === 'change') return;
    const notice = notificationFor(event);
    if (notice.path && isWanted()) show(notice);
  };
  const stop = () => {
    stopping?.abort();
    stopping = null;
  };
  return {
    stop,
    start: (): void => {
      if (stopping) return;
      const mine = new AbortController();
      stopping = mine;
      void listen(
        {
          open: (signal) => openLive(handle, signal),
          onOpen: onNews,
          onMessage,
          onLost: (error) => {
            if (!(error instanceof CallError && error.status === 401)) return true;
            if (stopping === mine) stop();
            return false;
          },
        },
        mine.signal,
      );
    },
  };
}

export function notificationFor({ kind, orderNumber, title }: Arrival): AppNotification {
  return {
    title: `New ${kind === 'order' ? 'order' : 'form'} ${orderNumber}`,
    body: title.slice(0, MAX_BODY_LENGTH),
    path: pathToOrder(orderNumber),
  };
}

/** Linux desktops read markup in it, and a visitor could write it. */
export function plainBody(body: string, platform: string): string {
  if (platform !== 'linux') return body;
  return body.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

async function* openLive(handle: Deps['handle'], signal: AbortSignal): AsyncGenerator<string> {
  const response = await handle(
    new Request(PAGE_ORIGIN + pathOf('GET /api/admin/live'), {
      headers: { accept: 'text/event-stream' },
      signal,
    }),
  );
  if (!response.ok || !response.body) throw new CallError(response.status, await response.text());
  yield* response.body.pipeThrough(new TextDecoderStream());
}
