import { ownFile, publicFile } from './media.ts';

/** The on-hold sample's files: the owner's, or those that `tools/media` makes. */
export const onHoldSample = {
  audio: ownFile('onhold.audio') ?? publicFile('/media/on-hold-sample.mp3'),
  captions: ownFile('onhold.captions') ?? publicFile('/media/on-hold-sample.vtt'),
} as const;
