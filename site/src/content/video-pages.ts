import { siteSettings } from '../../build/site-settings.ts';

export const VIDEO_VARIANTS = ['player', 'plain', 'download', 'embed', 'elsewhere'] as const;
export type VideoVariant = (typeof VIDEO_VARIANTS)[number];

type VideoWords = { title: string; description: string; heading: string; lede: string };

/** The ten routes of the demo video. The first of each variant is the canonical one. */
export const VIDEO_ROUTES: Record<VideoVariant, readonly [string, ...string[]]> = {
  player: ['voice-agent-video', 'direct-video-player', 'simple-player'],
  plain: ['plain-video', 'basic-video', 'direct-video'],
  download: ['download-video', 'video-download'],
  embed: ['iframe-video'],
  elsewhere: ['youtube-video'],
};

/** Without an address of the video at YouTube the page says so and shows our own player. */
const elsewhere: VideoWords = siteSettings.youtubeUrl
  ? {
      title: 'Voice agent demo on YouTube',
      description: 'The demo video of the voice agent is on YouTube too. This page takes you there.',
      heading: 'Watch it on YouTube',
      lede: 'The same half minute, on YouTube. Or stay here and press play below.',
    }
  : {
      title: 'Voice agent demo, not on YouTube',
      description: 'The demo video of the voice agent is not on YouTube. You can watch it on this page.',
      heading: 'It plays right here',
      lede: 'This video is not on YouTube yet. You need no other site for it: press play.',
    };

export const VIDEO_WORDS: Record<VideoVariant, VideoWords> = {
  player: {
    title: 'Voice agent demo video',
    description:
      'A shop is closed, the phone rings, and the voice agent books the visit. Half a minute, with captions.',
    heading: 'Hear it take a call',
    lede: 'The shop is closed, the phone rings, and Thursday at nine is booked. Half a minute, with captions.',
  },
  plain: {
    title: 'Voice agent demo, the plain file',
    description: 'Open the demo video of the voice agent as a file, and your browser plays it full size.',
    heading: 'Just the video',
    lede: 'Open the file and your browser plays it with nothing around it. The player below adds captions.',
  },
  download: {
    title: 'Download the voice agent demo',
    description: 'Download the demo video of the voice agent as MP4 or WebM, with its captions as a file.',
    heading: 'Take the video with you',
    lede: 'For a slow connection, or to show a colleague. Pick a file, or look at it here first.',
  },
  embed: {
    title: 'Voice agent demo in a frame',
    description: 'The demo video of the voice agent in a small player of its own, framed in this page.',
    heading: 'The video in a frame',
    lede: 'A small page with only the player, shown inside this one. You can also open it by itself.',
  },
  elsewhere,
};
