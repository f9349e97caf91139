import type { FormKind } from '@northlight/shared/contracts/forms/forms.ts';

export const FORM_PAGES: Record<FormKind, string> = {
  website: '/website-form',
  voice: '/voice-agent-form',
  dental: '/dental-voice-agent-form',
  onhold: '/onhold-audio-form',
};

/** Where a tab keeps the address of the order's next form, with its key. */
export const NEXT_FORM_KEY = 'northlight-next-form';

/** What to call the form at an address, such as "the website form". */
export function formAt(address: string): string {
  if (address.startsWith(FORM_PAGES.website)) return 'the website form';
  if (address.startsWith(FORM_PAGES.onhold)) return 'the on-hold audio form';
  return 'the voice agent form';
}
