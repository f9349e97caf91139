import type { OnHoldForm } from './on-hold-form.ts';

export const ON_HOLD_FORM_LABELS = {
  businessName: 'Business name',
  businessNiche: 'Business niche',
  customMessage: 'Custom message content',
  email: 'Email',
  phone: 'Phone',
  orderNumber: 'Order number',
} as const satisfies Partial<Record<keyof OnHoldForm, string>>;
