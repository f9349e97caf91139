/** Where the promo video lies; `site/media` makes its files. */
export const promoVideo = {
  label: 'Demo: the voice agent takes a call',
  webm: '/media/voice-agent-promo.webm',
  mp4: '/media/voice-agent-promo.mp4',
  captions: '/media/voice-agent-promo.vtt',
  poster: '/media/voice-agent-promo.avif',
  /** The bare page with nothing but the player, the only one that may be framed. */
  playerPage: '/promo-player',
} as const;
