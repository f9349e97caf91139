import * as z from 'zod/mini';
import { emailAddress, line, text } from '../texts.ts';
import { formMeta, GivenOrderNumber, MAX_ANSWER_LENGTH } from './form-fields.ts';

export const OnHoldForm = z.object({
  businessName: line(200, 'Business name must be at least 2 characters long', 2),
  businessNiche: line(500, 'Please describe your business niche', 2),
  customMessage: text(
    MAX_ANSWER_LENGTH,
    'Please provide details about what you want said during the on-hold message',
    10,
  ),
  email: emailAddress('Please enter a valid email address'),
  phone: z._default(line(40), ''),
  orderNumber: GivenOrderNumber,
  ...formMeta,
});
export type OnHoldForm = z.infer<typeof OnHoldForm>;
export type OnHoldFormInput = z.input<typeof OnHoldForm>;

export const ON_HOLD_FORM_LABELS = {
  businessName: 'Business name',
  businessNiche: 'Business niche',
  customMessage: 'Custom message content',
  email: 'Email',
  phone: 'Phone',
  orderNumber: 'Order number',
} as const satisfies Partial<Record<keyof OnHoldForm, string>>;
