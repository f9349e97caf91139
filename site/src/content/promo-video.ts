import { copiesOf, ownFile, publicFile } from './media.ts';
import { siteSettings } from '../../build/site-settings.ts';

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

export const VIDEO_VARIANTS = ['player', 'plain', 'download', 'embed', 'elsewhere'] as const;
export type VideoVariant = (typeof VIDEO_VARIANTS)[number];

/** The ten routes of the demo video. The first of each variant is the canonical one. */
export const VIDEO_ROUTES: Record<VideoVariant, readonly [string, ...string[]]> = {
  player: ['voice-agent-video', 'direct-video-player', 'simple-player'],
  plain: ['plain-video', 'basic-video', 'direct-video'],
  download: ['download-video', 'video-download'],
  embed: ['iframe-video'],
  elsewhere: ['youtube-video'],
};

/** What the keys of a page's texts begin with. Without a YouTube address, that page says so and shows our own player. */
export function videoTexts(variant: VideoVariant): string {
  if (variant === 'elsewhere') return siteSettings.youtubeUrl ? 'video-youtube' : 'video-here';
  return variant === 'player' ? 'video' : `video-${variant}`;
}
