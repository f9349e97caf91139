/** The promo video's files, which `tools/media` makes. */
export const promoVideo = {
  webm: '/media/voice-agent-promo.webm',
  mp4: '/media/voice-agent-promo.mp4',
  captions: '/media/voice-agent-promo.vtt',
  poster: '/media/voice-agent-promo.avif',
  /** The page with only the player, the only one that can be framed. */
  playerPage: '/promo-player',
} as const;
