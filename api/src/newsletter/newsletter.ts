import { createHash } from 'node:crypto';
import type ApiClient from '@mailchimp/mailchimp_marketing/src/ApiClient.js';
import type { MailchimpStatus } from '@northlight/shared/contracts/forms/form-answers.ts';
import type { MailchimpSettings } from '../env.ts';
import { asNewsletterError, isInComplianceState, statusOf, tooSlow } from './newsletter-error.ts';

export type Subscriber = {
  email: string;
  /** Empty where a form does not ask for it. */
  firstName: string;
  lastName: string;
  /** One for each service, such as `website` or `dental`. */
  tag: string;
};

export type SubscribedAs = Extract<MailchimpStatus, 'pending_confirmation' | 'subscribed'>;

export type Newsletter = {
  /** Safe to repeat: nobody is asked twice for the same confirmation. Rejects with a NewsletterError, at the latest when the limit is over. */
  subscribe(subscriber: Subscriber): Promise<SubscribedAs>;
};

/** For all calls of one subscription together. */
const LIMIT_MS = 3_000;

export function createNewsletter(settings: MailchimpSettings, limitMs = LIMIT_MS): Newsletter {
  let loading: Promise<ApiClient> | undefined;
  return {
    subscribe: async (subscriber) => {
      loading ??= loadClient(settings);
      const client = await loading;
      const deadline = performance.now() + limitMs;
      // The client reads its time-out when a call begins, so this leaves each call what the earlier ones did not use.
      const call = <Answer>(send: (lists: ApiClient['lists']) => Promise<Answer>): Promise<Answer> => {
        client.timeout = Math.floor(deadline - performance.now());
        if (client.timeout <= 0) throw tooSlow(limitMs);
        return send(client.lists);
      };
      try {
        return await addToList(call, settings.listId, subscriber);
      } catch (error) {
        throw asNewsletterError(error, limitMs);
      }
    },
  };
}

type Call = <Answer>(send: (lists: ApiClient['lists']) => Promise<Answer>) => Promise<Answer>;

async function addToList(call: Call, listId: string, subscriber: Subscriber): Promise<SubscribedAs> {
  const { email, tag } = subscriber;
  const hash = createHash('md5').update(email.toLowerCase()).digest('hex');
  const member = {
    email_address: email,
    status_if_new: 'pending' as const,
    merge_fields: mergeFields(subscriber),
  };
  // Fields that the studio made required in Mailchimp are not asked for on our forms.
  const options = { skipMergeValidation: true };
  const status = await call((lists) => lists.setListMember(listId, hash, member, options)).then(
    statusOf,
    (error: unknown) => {
      if (isInComplianceState(error)) return 'unsubscribed';
      throw error;
    },
  );
  const isSubscribed = status === 'subscribed';
  // Whoever left comes back by answering Mailchimp's mail, never by a form that anybody can fill in for them.
  if (!isSubscribed && status !== 'pending') {
    await call((lists) => lists.setListMember(listId, hash, { ...member, status: 'pending' }, options));
  }
  await call((lists) =>
    lists.updateListMemberTags(listId, hash, { tags: [{ name: tag, status: 'active' }] }),
  );
  return isSubscribed ? 'subscribed' : 'pending_confirmation';
}

/** Without the empty ones: they would wipe out a name that Mailchimp knows. */
function mergeFields({ firstName, lastName }: Subscriber): Record<string, string> {
  return { ...(firstName && { FNAME: firstName }), ...(lastName && { LNAME: lastName }) };
}

/**
 * Loaded with the first subscription: it costs 0.2 s and 27 MB. A client of our own, because the package's one instance is
 * shared by all; and without its `server` setting, which is put wherever the address says "server", host names included.
 */
async function loadClient({ apiKey, basePath }: MailchimpSettings): Promise<ApiClient> {
  const { default: ApiClient } = await import('@mailchimp/mailchimp_marketing/src/ApiClient.js');
  const client = new ApiClient();
  client.basePath = basePath;
  client.setConfig({ apiKey });
  return client;
}
