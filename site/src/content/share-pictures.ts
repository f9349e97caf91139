import type { ServiceId } from '@northlight/shared/catalog/ids.ts';

/** The pictures shown beside shared links; `pnpm --filter media pictures` draws them, 1200 by 630. */
export type SharePicture = 'home' | 'dental' | ServiceId;

export const SHARE_SIZE = { width: 1200, height: 630 } as const;

export function sharePath(picture: SharePicture): string {
  return `/og/${picture}.png`;
}
