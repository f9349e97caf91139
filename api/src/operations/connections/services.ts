import type { ConnectionId } from '@northlight/shared/contracts/connections.ts';
import { addressService } from './address.ts';
import { backupsService } from './backups.ts';
import { emailService } from './email.ts';
import { mailchimpService } from './mailchimp.ts';
import { paypalService } from './paypal.ts';
import { repliesService } from './replies.ts';
import { stripeService } from './stripe.ts';
import type { Service } from './service.ts';

/** How each connection is checked with its service. */
export const SERVICES: Record<ConnectionId, Service> = {
  stripe: stripeService,
  paypal: paypalService,
  email: emailService,
  replies: repliesService,
  mailchimp: mailchimpService,
  backups: backupsService,
  address: addressService,
};
