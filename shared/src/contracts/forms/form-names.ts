export const FORM_KINDS = ['website', 'voice', 'dental', 'onhold'] as const;
export type FormKind = (typeof FORM_KINDS)[number];
export const FORM_NAMES: Record<FormKind, string> = {
  website: 'Website form',
  voice: 'Voice agent form',
  dental: 'Dental form',
  onhold: 'On-hold form',
};
