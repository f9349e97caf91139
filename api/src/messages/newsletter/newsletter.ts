import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { MailchimpStatus } from '@northlight/shared/contracts/forms/forms.ts';
import type { MailchimpSettings } from '../../base/settings/env.ts';
import { DeliveryError } from '../outbox/delivery-error.ts';

export type Subscriber = {
  email: string;
  /** Empty if the form does not ask for it. */
  firstName: string;
  lastName: string;
  /** One per service, such as `website` or `dental`. */
  tag: string;
};

export type SubscribedAs = Extract<MailchimpStatus, 'pending_confirmation' | 'subscribed'>;

/** Rejects with a `DeliveryError`, at the latest after the time limit. Its text contains neither the key nor the address. */
export type Newsletter = {
  /** Safe to repeat: nobody gets a second confirmation request. */
  subscribe(subscriber: Subscriber): Promise<SubscribedAs>;
  /** Asks Mailchimp for the list's name. */
  listName(): Promise<string>;
};

/** The limit for all calls of one subscription. */
const LIMIT_MS = 3_000;

const Member = z.object({ status: z.string() });
const List = z.object({ name: z.string() });

export const createNewsletter = (settings: MailchimpSettings, limitMs = LIMIT_MS): Newsletter => ({
  subscribe: (subscriber) => addToList(callsWithin(settings, limitMs), subscriber),
  listName: async () => read(List, await callsWithin(settings, limitMs)('GET', '?fields=name')).name,
});

async function addToList(call: Call, { email, firstName, lastName, tag }: Subscriber): Promise<SubscribedAs> {
  const path = `/members/${createHash('md5').update(email.toLowerCase()).digest('hex')}`;
  const member = {
    email_address: email,
    status_if_new: 'pending',
    // Empty names would overwrite those in Mailchimp.
    merge_fields: { ...(firstName && { FNAME: firstName }), ...(lastName && { LNAME: lastName }) },
  };
  // Fields that are required in Mailchimp may be missing from our forms.
  const put = (fields: object) => call('PUT', `${path}?skip_merge_validation=true`, fields);
  const status = await put(member).then(
    (said) => read(Member, said).status,
    (error: unknown) => {
      if (error instanceof Refusal && error.title === IN_COMPLIANCE_STATE) return 'unsubscribed';
      throw error;
    },
  );
  const isSubscribed = status === 'subscribed';
  // Somebody who unsubscribed only returns by confirming Mailchimp's email, never by a form that anyone can
  // fill out.
  if (!isSubscribed && status !== 'pending') await put({ ...member, status: 'pending' });
  await call('POST', `${path}/tags`, { tags: [{ name: tag, status: 'active' }] });
  return isSubscribed ? 'subscribed' : 'pending_confirmation';
}

type Call = (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) => Promise<unknown>;

/** Calls about the list that together take no longer than the limit. */
function callsWithin({ apiKey, listId, basePath }: MailchimpSettings, limitMs: number): Call {
  const signal = AbortSignal.timeout(limitMs);
  const headers = {
    authorization: `Basic ${Buffer.from(`user:${apiKey}`).toString('base64')}`,
    'content-type': 'application/json',
  };
  return async (method, path, body) => {
    const request = { method, headers, signal, ...(body && { body: JSON.stringify(body) }) };
    const [answer, text] = await fetch(`${basePath}/lists/${listId}${path}`, request)
      .then(async (response) => [response, await response.text()] as const)
      .catch((fault: unknown) => {
        // Without the cause, which the log would print.
        throw outage(
          signal.aborted
            ? `Mailchimp did not respond within ${limitMs / 1_000} seconds`
            : `Could not reach Mailchimp (${codeOf(fault)})`,
        );
      });
    if (!answer.ok) throw new Refusal(answer.status, readJson(text));
    return text && readJson(text);
  };
}

const outage = (message: string) => new DeliveryError(message, 'outage');

/** Node's code for a failed connection, such as ECONNREFUSED. */
const codeOf = (fault: unknown): unknown => Object(Object(fault).cause).code ?? 'no response';

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The part of an answer that we read. Another server at this address may answer 200 too. */
function read<Schema extends z.ZodMiniType>(schema: Schema, said: unknown): z.infer<Schema> {
  const { success, data } = schema.safeParse(said);
  if (!success) throw outage("Could not read Mailchimp's response");
  return data;
}

const Problem = z.object({ title: z.optional(z.string()), detail: z.optional(z.string()) });

const LONGEST_DETAIL = 300;

/** The address unsubscribed, bounced or is under review. Mailchimp needs the owner's consent. */
const IN_COMPLIANCE_STATE = 'Member In Compliance State';

/** Mailchimp reports this with a 400 too, and accepts the address later. */
const COME_BACK_LATER = /signed up to a lot of lists/i;

/** Mailchimp's error. A wrong key, a wrong list or a Mailchimp outage affects every address. */
class Refusal extends DeliveryError {
  readonly title: string;

  constructor(status: number, said: unknown) {
    const { title = '', detail = '' } = Problem.safeParse(said).data ?? {};
    const words = [title, detail]
      .filter(Boolean)
      .join(': ')
      .replaceAll(/\S+@\S+/g, 'the address');
    const ofAddress = COME_BACK_LATER.test(detail) ? 'later' : 'final';
    super(
      `Mailchimp responded with ${status}${words && ` ${words.slice(0, LONGEST_DETAIL)}`}`,
      status === 400 ? ofAddress : 'outage',
    );
    this.title = title;
  }
}
