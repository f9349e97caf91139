import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { answerAsMailchimp, problem, subscriberHash, type ChimpMember } from './lists.ts';
import { FAULTS, send } from './faults.ts';

export type MailchimpFault = 'well' | keyof typeof FAULTS;

type ChimpRequest = {
  method: string;
  path: string;
  query: string;
  authorization: string;
  contentType: string;
  body: unknown;
};

/** Mailchimp refuses more at the same time. */
const MOST_CONNECTIONS = 10;

export type FakeMailchimp = Awaited<ReturnType<typeof startFakeMailchimp>>;

/** A server with the Mailchimp calls that the shop makes, and records. It works without a test runner. */
export async function startFakeMailchimp({ port = 0 } = {}) {
  const key = 'f00dcafe0123456789abcdef01234567-us21';
  const listId = 'a1b2c3d4e5';
  const members = new Map<string, ChimpMember>();
  const otherLists = new Map<string, string>();
  const requests: ChimpRequest[] = [];
  /** How the server treats the next requests, and how long it delays each of them. */
  const state = {
    fault: 'well' as MailchimpFault,
    delayMs: 0,
  };
  let connections = 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const seen = await record(request);
    requests.push(seen);
    connections += 1;
    response.once('close', () => (connections -= 1));
    if (connections > MOST_CONNECTIONS) return FAULTS.busy(response);
    if (state.delayMs > 0) await delay(state.delayMs);
    const hasMoved = state.fault === 'moved' && request.headers.host?.startsWith('localhost');
    if (state.fault !== 'well' && !hasMoved) FAULTS[state.fault](response, request);
    else if (hasKey(seen.authorization, key))
      send(response, answerAsMailchimp({ members, listId, otherLists }, seen));
    else send(response, problem(401, 'API Key Invalid', 'Your API key may be invalid.'));
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  return {
    /** The value for MAILCHIMP_API_BASE. */
    base: `http://127.0.0.1:${address.port}/3.0`,
    key,
    listId,
    requests,
    state,
    otherLists,
    /** By the hash that addresses them in the API. */
    members,
    member: (email: string) => members.get(subscriberHash(email)),
    enroll: (member: Pick<ChimpMember, 'email_address' | 'status'> & Partial<ChimpMember>) =>
      members.set(subscriberHash(member.email_address), {
        merge_fields: {},
        tags: [],
        confirmationsSent: 0,
        ...member,
      }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function record(request: IncomingMessage): Promise<ChimpRequest> {
  const { pathname, search } = new URL(request.url ?? '/', 'http://mailchimp');
  const { authorization = '', 'content-type': contentType = '' } = request.headers;
  const sent = await text(request);
  const body: unknown = sent && JSON.parse(sent);
  return { method: request.method ?? '', path: pathname, query: search, authorization, contentType, body };
}

/** Mailchimp accepts any user name. */
function hasKey(authorization: string, key: string): boolean {
  const [scheme, credentials = ''] = authorization.split(' ');
  const password = Buffer.from(credentials, 'base64').toString().split(':')[1];
  return scheme === 'Basic' && password === key;
}
