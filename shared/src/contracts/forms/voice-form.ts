import * as z from 'zod/mini';
import { emailAddress, line, text } from '../texts.ts';
import { formMeta, GivenOrderNumber, MAX_ANSWER_LENGTH } from './form-fields.ts';

export const VoiceForm = z.object({
  firstName: line(100, 'First name is required'),
  lastName: line(100, 'Last name is required'),
  email: emailAddress('Please enter a valid email'),
  phone: line(40, 'Phone number is required'),
  businessName: line(200, 'Business name is required'),
  businessDescription: z._default(text(MAX_ANSWER_LENGTH), ''),
  notes: z._default(text(MAX_ANSWER_LENGTH), ''),
  imageUrl: z._default(line(2_000), ''),
  orderNumber: GivenOrderNumber,
  ...formMeta,
});
export type VoiceForm = z.infer<typeof VoiceForm>;
export type VoiceFormInput = z.input<typeof VoiceForm>;

/** The label of each answer. The page does not ask for the last two. */
export const VOICE_FORM_LABELS = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  businessName: 'Business name',
  businessDescription: 'Business description',
  notes: 'Additional notes',
  imageUrl: 'Image',
  orderNumber: 'Order number',
} as const satisfies Partial<Record<keyof VoiceForm, string>>;
