import * as z from 'zod/mini';
import { isInUs, stateCode, UNKNOWN_STATE } from '../catalog/us-states.ts';
import { emailAddress, line, street, text } from './texts.ts';

export const MINIMUM_AMOUNT_MESSAGE = 'The payment amount must be at least $0.50 to process with Stripe.';

export const Address = z.object({
  country: z._default(line(60), 'US'),
  state: z.optional(line(60)),
  city: z.optional(line(100)),
  postalCode: z.optional(line(20)),
  address: z.optional(street(200)),
});

type Sent = { country: string; state?: string | undefined };

/** A US state becomes its code, however it was written. Ends every schema with an address: others can't extend it. */
export const withStateCode = <Schema extends z.ZodMiniType<Sent>>(schema: Schema): Schema =>
  schema.check(
    z.refine<Sent>(({ country, state }) => !state || !isInUs(country) || stateCode(state) !== undefined, {
      path: ['state'],
      message: UNKNOWN_STATE,
    }),
    z.overwrite<z.output<Schema>>((sent) =>
      sent.state && isInUs(sent.country) ? { ...sent, state: stateCode(sent.state) } : sent,
    ),
  );

/** Whether the sender was asked for the state that the ZIP code suggests, and leaves it empty. */
export const askedForState = z.optional(z.boolean('Must be true or false'));

export const CustomerFields = z.extend(Address, {
  firstName: line(100, 'First name is required'),
  lastName: line(100, 'Last name is required'),
  email: emailAddress('Please enter a valid email'),
  phone: line(40, 'Phone number is required'),
  businessName: line(200, 'Business name is required'),
  businessDescription: text(5_000, 'Business description is required'),
});
/** The information step of the checkout. The form and the API use the same schema. */
export const CustomerInformation = withStateCode(CustomerFields);
export type CustomerInformation = z.infer<typeof CustomerInformation>;
export type CustomerInformationInput = z.input<typeof CustomerInformation>;
