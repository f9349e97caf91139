import * as z from 'zod/mini';
import { DeliveryError, type RetryPolicy } from '../outbox/delivery-error.ts';

/**
 * Why an address was not subscribed. The text contains neither the key nor the address. `final`: Mailchimp
 * will never accept it.
 */
export class NewsletterError extends DeliveryError {
  override readonly name = 'NewsletterError';
}

const ClientFault = z.object({
  status: z.optional(z.number()),
  code: z.optional(z.string()),
  response: z.optional(
    z.object({
      body: z.optional(z.object({ title: z.optional(z.string()), detail: z.optional(z.string()) })),
    }),
  ),
});

const LONGEST_DETAIL = 300;

/** Mailchimp reports this with a 400 too, and accepts the address later. */
const COME_BACK_LATER = /signed up to a lot of lists/i;

/**
 * Wraps an error of Mailchimp's client. Never set it as `cause`: it contains the request with its
 * Authorization header, and the log prints causes.
 */
export function asNewsletterError(fault: unknown, limitMs: number): NewsletterError {
  if (fault instanceof NewsletterError) return fault;
  const { data } = ClientFault.safeParse(fault);
  if (data?.code === 'ECONNABORTED') return tooSlow(limitMs);
  if (data?.status === undefined)
    return new NewsletterError(`Could not reach Mailchimp (${data?.code ?? 'no response'})`, 'outage');
  if (data.status < 400) return unreadable();
  const { title, detail = '' } = data.response?.body ?? {};
  const words = [title, detail]
    .filter(Boolean)
    .join(': ')
    .replaceAll(/\S+@\S+/g, 'the address');
  return new NewsletterError(
    `Mailchimp responded with ${data.status}${words && ` ${words.slice(0, LONGEST_DETAIL)}`}`,
    remedyFor(data.status, detail),
  );
}

/** A wrong key, a wrong list or a Mailchimp outage affects every address. */
function remedyFor(status: number, detail: string): RetryPolicy {
  if (status !== 400) return 'outage';
  return COME_BACK_LATER.test(detail) ? 'later' : 'final';
}

const Member = z.object({ status: z.string() });

/** The part of a member that we read. Another server at this address may answer 200 too. */
export function statusOf(answer: unknown): string {
  const { success, data } = Member.safeParse(answer);
  if (!success) throw unreadable();
  return data.status;
}

const List = z.object({ name: z.string() });

export function nameOf(answer: unknown): string {
  const { success, data } = List.safeParse(answer);
  if (!success) throw unreadable();
  return data.name;
}

const unreadable = () => new NewsletterError("Could not read Mailchimp's response", 'outage');

export const tooSlow = (limitMs: number) =>
  new NewsletterError(`Mailchimp did not respond within ${limitMs / 1_000} seconds`, 'outage');

/** The address unsubscribed, bounced or is under review. Mailchimp needs the owner's consent. */
export const isInComplianceState = (fault: unknown): boolean =>
  ClientFault.safeParse(fault).data?.response?.body?.title === 'Member In Compliance State';
