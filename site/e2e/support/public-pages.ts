/** The pages whose texts and prices the owner changes. */
export const SALES_PAGES = ['/', '/website', '/voice-agent', '/onhold', '/dental-practice', '/checkout'];

export const FORM_PAGES = [
  '/website-form',
  '/voice-agent-form',
  '/dental-voice-agent-form',
  '/onhold-audio-form',
];
