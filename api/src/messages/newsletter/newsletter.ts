import { createHash } from 'node:crypto';
import type ApiClient from '@mailchimp/mailchimp_marketing/src/ApiClient.js';
import type { MailchimpStatus } from '@northlight/shared/contracts/forms/forms.ts';
import type { MailchimpSettings } from '../../base/settings/env.ts';
import { asNewsletterError, isInComplianceState, nameOf, statusOf, tooSlow } from './newsletter-error.ts';

export type Subscriber = {
  email: string;
  /** Empty if the form does not ask for it. */
  firstName: string;
  lastName: string;
  /** One per service, such as `website` or `dental`. */
  tag: string;
};

export type SubscribedAs = Extract<MailchimpStatus, 'pending_confirmation' | 'subscribed'>;

export type Newsletter = {
  /**
   * Safe to repeat: nobody gets a second confirmation request. Rejects with a NewsletterError, at the latest
   * after the time limit.
   */
  subscribe(subscriber: Subscriber): Promise<SubscribedAs>;
  /** Asks Mailchimp for the list's name. Rejects with a NewsletterError. */
  listName(): Promise<string>;
};

/** The limit for all calls of one subscription. */
const LIMIT_MS = 3_000;

export function createNewsletter(settings: MailchimpSettings, limitMs = LIMIT_MS): Newsletter {
  let loading: Promise<ApiClient> | undefined;
  const within = async <Result>(work: (call: Call) => Promise<Result>): Promise<Result> => {
    loading ??= loadClient(settings);
    const client = await loading;
    const deadline = performance.now() + limitMs;
    // The client reads its timeout when a call starts, so each call gets the remaining time.
    const call: Call = (send) => {
      client.timeout = Math.floor(deadline - performance.now());
      if (client.timeout <= 0) throw tooSlow(limitMs);
      return send(client.lists);
    };
    try {
      return await work(call);
    } catch (error) {
      throw asNewsletterError(error, limitMs);
    }
  };
  return {
    subscribe: (subscriber) => within((call) => addToList(call, settings.listId, subscriber)),
    listName: () =>
      within(async (call) =>
        nameOf(await call((lists) => lists.getList(settings.listId, { fields: ['name'] }))),
      ),
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
  // Ignores fields that are required in Mailchimp but missing from our forms.
  const options = { skipMergeValidation: true };
  const status = await call((lists) => lists.setListMember(listId, hash, member, options)).then(
    statusOf,
    (error: unknown) => {
      if (isInComplianceState(error)) return 'unsubscribed';
      throw error;
    },
  );
  const isSubscribed = status === 'subscribed';
  // Somebody who unsubscribed only returns by confirming Mailchimp's email, never by a form that anyone can
  // fill out.
  if (!isSubscribed && status !== 'pending') {
    await call((lists) => lists.setListMember(listId, hash, { ...member, status: 'pending' }, options));
  }
  await call((lists) =>
    lists.updateListMemberTags(listId, hash, { tags: [{ name: tag, status: 'active' }] }),
  );
  return isSubscribed ? 'subscribed' : 'pending_confirmation';
}

/** Leaves out empty names, which would overwrite those in Mailchimp. */
function mergeFields({ firstName, lastName }: Subscriber): Record<string, string> {
  return { ...(firstName && { FNAME: firstName }), ...(lastName && { LNAME: lastName }) };
}

/**
 * Loaded on first use: it takes 0.2 s and 27 MB. Uses its own client, because the package's instance is
 * shared. Leaves out its `server` setting, which replaces "server" anywhere in the address, even in host
 * names.
 */
async function loadClient({ apiKey, basePath }: MailchimpSettings): Promise<ApiClient> {
  const { default: ApiClient } = await import('@mailchimp/mailchimp_marketing/src/ApiClient.js');
  const client = new ApiClient();
  client.basePath = basePath;
  client.setConfig({ apiKey });
  return client;
}
