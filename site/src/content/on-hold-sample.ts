import { ownFile, publicFile } from './media.ts';

/** The on-hold sample's files: the owner's, or the ones in `site/public/media`. */
export const onHoldSample = {
  audio: ownFile('onhold.audio') ?? publicFile('/media/on-hold-sample.mp3'),
  captions: ownFile('onhold.captions') ?? publicFile('/media/on-hold-sample.vtt'),
} as const;
