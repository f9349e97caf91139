import { CallError } from '@northlight/shared/contracts/call-error.ts';
import type { Arrival } from '@northlight/shared/contracts/live.ts';
import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { listen } from '@northlight/shared/admin/live/listen.ts';
import { readLiveEvent } from '@northlight/shared/admin/live/live-event.ts';
import { pathToOrder } from '../window/links.ts';
import { PAGE_ORIGIN } from '../page/page-address.ts';

/** Limits text that a visitor entered. */
const MAX_BODY_LENGTH = 200;

export type AppNotification = { title: string; body: string; path: string | null };

type Deps = {
  handle: (request: Request) => Promise<Response>;
  /**
   * Whether notifications are on and the window is not focused. When the window is focused, the page shows
   * the update itself.
   */
  isWanted: () => boolean;
  show: (notice: AppNotification) => void;
  /** Called when something has changed, or may have changed while disconnected. */
  onUpdate: () => void;
};

/** Listens while someone is logged in, even if there is no window. */
export function createLiveNotifications({ handle, isWanted, show, onUpdate }: Deps) {
  let stopping: AbortController | null = null;
  const onMessage = (data: string) => {
    const event = readLiveEvent(data);
    if (!event) return;
    onUpdate();
    if (event.kind === 'change' || event.isQuiet) return;
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
          onOpen: onUpdate,
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

/** Escapes markup for Linux desktops, which would interpret it. Visitors can enter markup. */
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
