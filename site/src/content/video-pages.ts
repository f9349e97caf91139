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

/** Without a YouTube address, the page says so and shows our own player. */
const elsewhere: VideoWords = siteSettings.youtubeUrl
  ? {
      title: 'Voice agent demo on YouTube',
      description: 'The voice agent demo is on YouTube, too. This page links to it.',
      heading: 'Watch it on YouTube',
      lede: 'The same half-minute demo, on YouTube. Or stay here and press play.',
    }
  : {
      title: 'Voice agent demo: watch it here',
      description: 'The voice agent demo isn’t on YouTube yet. Watch it on this page.',
      heading: 'Watch it right here',
      lede: 'This video isn’t on YouTube yet. No need to go anywhere else: just press play.',
    };

export const VIDEO_WORDS: Record<VideoVariant, VideoWords> = {
  player: {
    title: 'Voice agent demo video',
    description:
      'A shop is closed, the phone rings, and the voice agent books the visit. A half-minute video with captions.',
    heading: 'Hear it take a call',
    lede: 'The shop is closed, the phone rings, and Thursday at nine is booked. A half-minute video with captions.',
  },
  plain: {
    title: 'Voice agent demo: video file',
    description: 'Open the voice agent demo as a video file and watch it full size in your browser.',
    heading: 'Just the video',
    lede: 'Open the file to watch only the video. The player below adds captions.',
  },
  download: {
    title: 'Download the voice agent demo',
    description: 'Download the voice agent demo as MP4 or WebM, plus a caption file.',
    heading: 'Take the video with you',
    lede: 'Handy for a slow connection or for showing a colleague. Pick a file, or watch it here first.',
  },
  embed: {
    title: 'Voice agent demo: embedded player',
    description: 'The voice agent demo in a small embedded player.',
    heading: 'The embedded player',
    lede: 'A small page with just the player, embedded in this one. You can also open it on its own.',
  },
  elsewhere,
};
