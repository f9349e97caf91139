import { setImmediate } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { subscriberHash, type ChimpMember } from '../../../test/mailchimp/lists.ts';
import {
  startFakeMailchimp,
  type MailchimpFault,
  type FakeMailchimp,
} from '../../../test/mailchimp/fake-mailchimp.ts';
import { createNewsletter, type Subscriber } from './newsletter.ts';
import { NewsletterError } from './newsletter-error.ts';

const ADA: Subscriber = {
  email: 'Ada@Marlow-Bicycles.example',
  firstName: 'Ada',
  lastName: 'Marlow',
  tag: 'website',
};

let mailchimp: FakeMailchimp;
beforeAll(async () => {
  mailchimp = await startFakeMailchimp();
  return mailchimp.close;
});
beforeEach(() => {
  mailchimp.members.clear();
  mailchimp.requests.length = 0;
  Object.assign(mailchimp.state, { fault: 'well', delayMs: 0 });
});

function subscribe(changes: Partial<Subscriber> = {}, limitMs?: number) {
  const { key: apiKey, listId, base: basePath } = mailchimp;
  return createNewsletter({ apiKey, listId, basePath }, limitMs).subscribe({ ...ADA, ...changes });
}

/** Returns the error of a failed subscription. */
async function failure(attempt: Promise<unknown>): Promise<NewsletterError> {
  const error = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(error instanceof NewsletterError)) throw new Error(`No NewsletterError: ${error}`);
  return error;
}

test('a new address is asked to confirm, with name and tag, through Mailchimp’s documented calls', async () => {
  expect(await subscribe()).toBe('pending_confirmation');
  expect(mailchimp.member(ADA.email)).toEqual({
    email_address: ADA.email,
    status: 'pending',
    merge_fields: { FNAME: 'Ada', LNAME: 'Marlow' },
    tags: ['website'],
    confirmationsSent: 1,
  });
  const path = `/3.0/lists/${mailchimp.listId}/members/${subscriberHash('ada@marlow-bicycles.example')}`;
  const headers = {
    authorization: `Basic ${Buffer.from(`user:${mailchimp.key}`).toString('base64')}`,
    contentType: 'application/json',
  };
  expect(mailchimp.requests).toEqual([
    {
      method: 'PUT',
      path,
      query: '?skip_merge_validation=true',
      body: {
        email_address: ADA.email,
        status_if_new: 'pending',
        merge_fields: { FNAME: 'Ada', LNAME: 'Marlow' },
      },
      ...headers,
    },
    {
      method: 'POST',
      path: `${path}/tags`,
      query: '',
      body: { tags: [{ name: 'website', status: 'active' }] },
      ...headers,
    },
  ]);
});

test('a repeated call sends no second request', async () => {
  await subscribe();
  expect(await subscribe({ tag: 'onhold' })).toBe('pending_confirmation');
  expect(mailchimp.member(ADA.email)).toMatchObject({ confirmationsSent: 1, tags: ['website', 'onhold'] });
});

test('a subscriber stays subscribed, gets the tag and keeps their name if the form does not ask for one', async () => {
  mailchimp.enroll({
    email_address: ADA.email,
    status: 'subscribed',
    merge_fields: { FNAME: 'Ada', LNAME: 'M' },
    tags: ['voice'],
  });
  expect(await subscribe({ firstName: '', lastName: '', tag: 'onhold' })).toBe('subscribed');
  expect(mailchimp.member(ADA.email)).toMatchObject({
    status: 'subscribed',
    merge_fields: { FNAME: 'Ada', LNAME: 'M' },
    tags: ['voice', 'onhold'],
    confirmationsSent: 0,
  });
});

test.each<Pick<ChimpMember, 'status' | 'compliance'>>([
  { status: 'unsubscribed' },
  { status: 'cleaned' },
  { status: 'archived' },
  { status: 'unsubscribed', compliance: 'asks' },
  { status: 'cleaned', compliance: 'asks' },
])('%j is asked to confirm again and never silently subscribed', async (member) => {
  mailchimp.enroll({ email_address: ADA.email, ...member });
  expect(await subscribe()).toBe('pending_confirmation');
  expect(mailchimp.member(ADA.email)).toMatchObject({
    status: 'pending',
    confirmationsSent: 1,
    tags: ['website'],
  });
});

test.each([
  [
    'an address that Mailchimp refuses',
    'ada@fake.example',
    'Mailchimp responded with 400 Invalid Resource: the address looks fake or invalid, please enter a real email address.',
  ],
  [
    'an address that was deleted for ever',
    'forgotten@marlow.example',
    'Mailchimp responded with 400 Forgotten Email Not Subscribed: the address was permanently deleted and cannot be re-imported. The contact must re-subscribe to get back on the list.',
  ],
])('%s is never retried', async (_case, email, message) => {
  expect(await failure(subscribe({ email }))).toMatchObject({ retryPolicy: 'final', message });
});

test('an address in a permanent compliance state is never retried and stays unchanged', async () => {
  mailchimp.enroll({ email_address: ADA.email, status: 'cleaned', compliance: 'never' });
  expect(await failure(subscribe())).toMatchObject({
    retryPolicy: 'final',
    message: expect.stringContaining('Member In Compliance State: the address is in a compliance state'),
  });
  expect(mailchimp.member(ADA.email)).toMatchObject({ status: 'cleaned', confirmationsSent: 0 });
});

test.each<[MailchimpFault, string | RegExp]>([
  ['broken', /^Mailchimp responded with 500 Internal Server Error: An unexpected internal error/],
  ['bad gateway', /^Mailchimp responded with 502$/],
  ['busy', /^Mailchimp responded with 429 Too Many Requests: You have exceeded the limit/],
  ['hangs up', /^Could not reach Mailchimp \(ECONNRESET\)$/],
  ['garbled', /^Could not read Mailchimp's response$/],
  ['somebody else', /^Could not read Mailchimp's response$/],
])('a call that fails because Mailchimp is "%s" is retried', async (fault, message) => {
  mailchimp.state.fault = fault;
  expect(await failure(subscribe())).toMatchObject({
    retryPolicy: 'outage',
    message: expect.stringMatching(message),
  });
  mailchimp.state.fault = 'well';
  expect(await subscribe()).toBe('pending_confirmation');
  expect(mailchimp.member(ADA.email)?.confirmationsSent).toBe(1);
});

test('an address that signed up too often today is retried', async () => {
  expect(await failure(subscribe({ email: 'eager@marlow.example' }))).toMatchObject({
    retryPolicy: 'later',
    message: expect.stringContaining('the address has signed up to a lot of lists very recently'),
  });
});

test('a redirect from Mailchimp does not end the process or send the key to the new address', async () => {
  mailchimp.state.fault = 'moved';
  expect(await failure(subscribe())).toMatchObject({
    retryPolicy: 'outage',
    message: expect.stringContaining('API Key Invalid'),
  });
  expect(mailchimp.requests.map(({ authorization }) => authorization !== '')).toEqual([true, false]);
});

test.each<MailchimpFault>(['silent', 'drips'])(
  'a slow Mailchimp (%s) is canceled after the time limit',
  async (fault) => {
    mailchimp.state.fault = fault;
    expect(await failure(subscribe({}, 300))).toMatchObject({
      retryPolicy: 'outage',
      message: 'Mailchimp did not respond within 0.3 seconds',
    });
  },
);

test('the time limit is 3 seconds', async () => {
  await subscribe({ email: 'first@marlow.example' });
  mailchimp.requests.length = 0;
  mailchimp.state.fault = 'silent';
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let message = '';
  const failed = failure(subscribe()).then((error) => (message = error.message));
  // Does not use expect.poll, because it advances fake timers.
  while (mailchimp.requests.length === 0) await setImmediate();
  await vi.advanceTimersByTimeAsync(2_999);
  expect(message).toBe('');
  await vi.advanceTimersByTimeAsync(1);
  expect(await failed).toBe('Mailchimp did not respond within 3 seconds');
});

test('the time limit covers all calls together', async () => {
  mailchimp.enroll({ email_address: ADA.email, status: 'unsubscribed' });
  mailchimp.state.delayMs = 150;
  expect((await failure(subscribe({}, 400))).message).toBe('Mailchimp did not respond within 0.4 seconds');
});

test.each([
  ['a wrong key', { apiKey: 'not-the-key-us21' }, 'Mailchimp responded with 401 API Key Invalid'],
  ['a wrong list', { listId: 'nowhere' }, 'Mailchimp responded with 404 Resource Not Found'],
  ['a dead address', { basePath: 'http://127.0.0.1:1/3.0' }, 'Could not reach Mailchimp (ECONNREFUSED)'],
])('%s can be corrected, so the call is retried; the key appears nowhere', async (_case, wrong, words) => {
  const settings = { apiKey: mailchimp.key, listId: mailchimp.listId, basePath: mailchimp.base, ...wrong };
  const error = await failure(createNewsletter(settings).subscribe(ADA));
  expect(error).toMatchObject({ retryPolicy: 'outage', message: expect.stringContaining(words) });
  expect(error.cause).toBeUndefined();
  const told = `${error.stack} ${JSON.stringify(error, Object.getOwnPropertyNames(error))}`;
  expect(told).not.toContain(settings.apiKey);
  expect(told).not.toContain(Buffer.from(`user:${settings.apiKey}`).toString('base64'));
  expect(told).not.toContain(ADA.email);
});
