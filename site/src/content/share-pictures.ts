import type { ServiceId } from '@northlight/shared/catalog/ids.ts';

/** The pictures shown beside shared links; `pnpm --filter media pictures` draws them, 1200 by 630. */
export type SharePicture = 'home' | 'dental' | ServiceId;

export const SHARE_SIZE = { width: 1200, height: 630 } as const;

export const SHARE_ALTS: Record<SharePicture, string> = {
  home: 'Light through three window panes (blue, coral, and green) on a white wall.',
  website: 'A small browser window showing a bakery’s website.',
  voice: 'An evening phone call: the voice agent books a visit for eight in the morning.',
  onhold: 'A call on hold at a garden nursery, with the waveform of the message playing.',
  dental: 'A call to a dental practice: the voice agent books a 2:30 appointment.',
};

export function sharePath(picture: SharePicture): string {
  return `/og/${picture}.png`;
}
