import * as z from 'zod/mini';
import { emailAddress, line, text } from './texts.ts';

export const MINIMUM_AMOUNT_MESSAGE = 'The payment amount must be at least $0.50 to process with Stripe.';

export const Address = z.object({
  country: z._default(line(60), 'US'),
  state: z.optional(line(60)),
  city: z.optional(line(100)),
  postalCode: z.optional(line(20)),
  address: z.optional(line(200)),
});

/** The information step of the checkout. The form and the API use the same schema. */
export const CustomerInformation = z.extend(Address, {
  firstName: line(100, 'First name is required'),
  lastName: line(100, 'Last name is required'),
  email: emailAddress('Please enter a valid email'),
  phone: line(40, 'Phone number is required'),
  businessName: line(200, 'Business name is required'),
  businessDescription: text(5_000, 'Business description is required'),
});
export type CustomerInformation = z.infer<typeof CustomerInformation>;
export type CustomerInformationInput = z.input<typeof CustomerInformation>;
