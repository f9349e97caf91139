import * as z from 'zod/mini';
import { emailAddress, line } from '../texts.ts';
import { formMeta, GivenOrderNumber, MAX_ANSWER_LENGTH } from './form-fields.ts';

const atLeast = (minimum: number, message: string, maximum: number) =>
  z.string(message).check(
    z.trim(),
    z.minLength(minimum, message),
    z.maxLength(maximum, `Please use no more than ${maximum} characters`),
    z.refine<string>((value) => !value.includes('\0'), 'Please remove the characters that aren’t supported'),
  );

export const OnHoldForm = z.object({
  businessName: atLeast(2, 'Business name must be at least 2 characters long', 200),
  businessNiche: atLeast(2, 'Please describe your business niche', 500),
  customMessage: atLeast(
    10,
    'Please provide details about what you want said during the on-hold message',
    MAX_ANSWER_LENGTH,
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
