import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import { ownFile, type OwnFile } from './media.ts';

/** The pictures shown beside shared links, 1200 by 630. The build draws them. */
export type SharePicture = 'home' | 'dental' | ServiceId;

export const SHARE_SIZE = { width: 1200, height: 630 } as const;

export function sharePath(picture: SharePicture): string {
  return `/og/${picture}.png`;
}

const OWN: Record<SharePicture, readonly string[]> = {
  home: [],
  website: ['website.picture', 'home.websitePicture'],
  voice: ['home.voicePicture'],
  onhold: ['home.onholdPicture'],
  dental: ['dental.picture'],
};

/** The owner's picture that stands in place of the drawing. */
export const sharedPicture = (picture: SharePicture): OwnFile | undefined =>
  OWN[picture].map(ownFile).find((own) => own !== undefined);
