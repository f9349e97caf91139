import * as z from 'zod/mini';

// Calls that exist only in demo mode and replace the provider's pages.

export const DemoCard = z.object({
  clientSecret: z.string().check(z.startsWith('pi_dev_'), z.maxLength(200)),
  cardNumber: z.string('Please enter a card number').check(
    z.regex(/^[\d ]{12,24}$/, 'Please enter the full card number'),
    z.overwrite((digits: string) => digits.replaceAll(' ', '')),
  ),
  /** True for the second attempt, after `requires_action`. */
  isConfirmed: z._default(z.boolean(), false),
});
export type DemoCardInput = z.input<typeof DemoCard>;

export const DemoPaypal = z.object({
  paypalOrderId: z.string().check(z.minLength(1), z.maxLength(200)),
  decision: z.enum(['approve', 'cancel']),
});
export type DemoPaypalInput = z.input<typeof DemoPaypal>;
