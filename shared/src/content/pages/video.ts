import { line, rich, searchResult, text, type ContentPage } from '../field.ts';

/** One of the video's pages, with its own fields after those that each of them has. */
const videoPage = (
  id: string,
  label: string,
  path: string,
  [title, description, heading, lede]: readonly [string, string, string, string],
  own: ContentPage['sections'][number]['fields'] = [],
): ContentPage => ({
  id,
  label,
  path,
  sections: [
    searchResult(id, `${title} · {business name}`, description),
    {
      label: 'Top of the page',
      fields: [line(`${id}.heading`, 'Heading', heading), rich(`${id}.lede`, 'Text below', lede), ...own],
    },
  ],
});

const player = videoPage('video', 'Video', '/voice-agent-video', [
  'Voice agent demo video',
  'A shop is closed, the phone rings, and the voice agent books the visit. A half-minute video with captions.',
  'Hear it take a call',
  'The shop is closed, the phone rings, and Thursday at nine is booked. A half-minute video with captions.',
]);

export const video: readonly ContentPage[] = [
  {
    ...player,
    sections: [
      ...player.sections,
      {
        label: 'Every page of the video',
        fields: [
          line('video.back', 'Link back', 'Back to the voice agent', 40),
          line('video.label', 'Video, for screen readers', 'Demo: the voice agent takes a call'),
          line('video.file', 'Link instead of the video, in old browsers', 'Download the demo video', 60),
          line('video.next', 'Heading below the video', 'Put it on your phone line'),
          text(
            'video.nextText',
            'Text below the video',
            'Tell us about your business. We’ll contact you within {contact time} and quote your price. We reply on {reply days}.',
          ),
          line('video.start', 'Button', 'Get Started', 40),
          line('video.more', 'Second button', 'See features and pricing', 40),
        ],
      },
    ],
  },
  videoPage(
    'video-plain',
    'Video file',
    '/plain-video',
    [
      'Voice agent demo: video file',
      'Open the voice agent demo as a video file and watch it full size in your browser.',
      'Just the video',
      'Open the file to watch only the video. The player below adds captions.',
    ],
    [line('video-plain.open', 'Button', 'Open the video file', 40)],
  ),
  videoPage(
    'video-download',
    'Video download',
    '/download-video',
    [
      'Download the voice agent demo',
      'Download the voice agent demo as MP4 or WebM, plus a caption file.',
      'Take the video with you',
      'Handy for a slow connection or for showing a colleague. Pick a file, or watch it here first.',
    ],
    [
      line('video-download.mp4', 'About the MP4 file', 'plays everywhere', 40),
      line('video-download.webm', 'About the WebM file', 'slightly smaller', 40),
      line('video-download.vtt', 'About the captions', 'WebVTT, English', 40),
    ],
  ),
  videoPage(
    'video-embed',
    'Embedded video',
    '/iframe-video',
    [
      'Voice agent demo: embedded player',
      'The voice agent demo in a small embedded player.',
      'The embedded player',
      'A small page with just the player, embedded in this one. You can also open it on its own.',
    ],
    [line('video-embed.open', 'Button', 'Open the player on its own', 40)],
  ),
  videoPage(
    'video-youtube',
    'Video on YouTube',
    '/youtube-video',
    [
      'Voice agent demo on YouTube',
      'The voice agent demo is on YouTube, too. This page links to it.',
      'Watch it on YouTube',
      'The same half-minute demo, on YouTube. Or stay here and press play.',
    ],
    [line('video-youtube.open', 'Button', 'Watch on YouTube', 40)],
  ),
  videoPage('video-here', 'Video on YouTube, without an address there', '/youtube-video', [
    'Voice agent demo: watch it here',
    'The voice agent demo isn’t on YouTube yet. Watch it on this page.',
    'Watch it right here',
    'This video isn’t on YouTube yet. No need to go anywhere else: just press play.',
  ]),
];
