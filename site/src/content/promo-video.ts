import { copiesOf, ownFile, publicFile } from './media.ts';

const video = ownFile('voice.video');
const poster = ownFile('voice.poster');

/** The promo video's files: the owner's, or the ones in `site/public/media`. */
export const promoVideo = {
  webm: video ? undefined : publicFile('/media/voice-agent-promo.webm'),
  mp4: video ?? publicFile('/media/voice-agent-promo.mp4'),
  captions: ownFile('voice.captions') ?? publicFile('/media/voice-agent-promo.vtt'),
  poster: (poster && copiesOf(poster).at(-1)?.path) ?? '/media/voice-agent-promo.avif',
  /** The page with only the player, the only one that can be framed. */
  playerPage: '/promo-player',
} as const;
