import type { ErrorResponse } from '@northlight/shared/contracts/errors.ts';
import { responseHeaders } from '../page/page-headers.ts';

/** An error response from the app itself, in the server's format. */
export function refuse(
  status: number,
  code: string,
  message: string,
  more: Record<string, string> = {},
): Response {
  const body = { success: false, code, message, error: message } satisfies Omit<ErrorResponse, 'requestId'>;
  return Response.json(body, { status, headers: responseHeaders(more) });
}

export const noServer = () => refuse(502, 'no_server', 'Choose a shop first.');
export const notCached = () => new Response(null, { status: 204, headers: responseHeaders() });
export const noSuchCall = () => refuse(404, 'not_found', 'Not found.');
export const wrongMethod = () =>
  refuse(405, 'method_not_allowed', 'This address doesn’t support that method.', {
    Allow: 'GET, POST',
  });
export const tooLong = () =>
  refuse(413, 'body_too_large', 'That’s too long to send. Shorten your text and try again.');
export const serverRedirected = (host: string) =>
  refuse(502, 'server_moved', `The server redirects to ${host}. Add that address as a shop.`);

export const shopSwitched = () => refuse(409, 'other_shop', 'You’re switching shops. Nothing was changed.');
export const unreachable = () => refuse(502, 'server_unreachable', 'Can’t reach the server right now.');
export const requestNotSent = () =>
  refuse(
    503,
    'server_unreachable',
    'Can’t reach the server, so nothing was changed. Try again when it’s back online.',
  );
/** The server does not know about the logout. Its session expires by itself. */
export const loggedOutLocally = () =>
  Response.json(
    {
      success: true,
      message: 'You’re logged out on this computer. Couldn’t reach the server to end the session there.',
    },
    { headers: responseHeaders() },
  );
/** The connection was lost after the request was sent. */
export const resultUnknown = () =>
  refuse(
    503,
    'answer_lost',
    'The connection was lost before the server responded. Your change may have gone through. Check before you try again.',
  );
