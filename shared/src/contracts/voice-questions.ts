import type { VoiceForm } from './voice-form.ts';

/** What people call each answer; the last two are not asked on the page. */
export const VOICE_FORM_LABELS = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  businessName: 'Business name',
  businessDescription: 'Business description',
  notes: 'Additional notes',
  imageUrl: 'Picture',
  orderNumber: 'Order number',
} as const satisfies Partial<Record<keyof VoiceForm, string>>;
