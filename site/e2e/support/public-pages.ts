/** The pages whose texts and prices the owner changes. */
export const SALES_PAGES = ['/', '/website', '/voice-agent', '/onhold', '/dental-practice', '/checkout'];

export const FORM_PAGES = [
  '/website-form',
  '/voice-agent-form',
  '/dental-voice-agent-form',
  '/onhold-audio-form',
];

/** Every public page that stays open without an order. */
export const PUBLIC_PAGES = [...SALES_PAGES, ...FORM_PAGES, '/orders', '/privacy', '/terms', '/nope'];
