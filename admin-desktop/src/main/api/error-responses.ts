import type { ErrorAnswer } from '@northlight/shared/contracts/errors.ts';
import { answerHeaders } from '../page/page-headers.ts';

/** An answer of the app's own, in the shape of the server's. */
export function refuse(
  status: number,
  code: string,
  message: string,
  more: Record<string, string> = {},
): Response {
  const body = { success: false, code, message, error: message } satisfies Omit<ErrorAnswer, 'requestId'>;
  return Response.json(body, { status, headers: answerHeaders(more) });
}

export const noServer = () => refuse(502, 'no_server', 'No server has been chosen yet.');
export const nothingKept = () => new Response(null, { status: 204, headers: answerHeaders() });
export const noSuchCall = () => refuse(404, 'not_found', 'There is nothing at this address.');
export const wrongMethod = () =>
  refuse(405, 'method_not_allowed', 'This address does not take that kind of request.', {
    Allow: 'GET, POST',
  });
export const tooLong = () =>
  refuse(413, 'body_too_large', 'That is too much at once. Please shorten your text and send it again.');
export const movedAway = (host: string) =>
  refuse(502, 'server_moved', `The server sends its visitors on to ${host}. Add that address as a server.`);

export const otherShop = () =>
  refuse(409, 'other_shop', 'Another shop is being opened. Nothing was changed.');
export const unreachable = () =>
  refuse(502, 'server_unreachable', 'The server cannot be reached at the moment.');
export const nothingChanged = () =>
  refuse(
    503,
    'server_unreachable',
    'The server cannot be reached, so nothing was changed. Try again when it is back.',
  );
/** The server does not know yet; its session ends by itself. */
export const loggedOutHere = () =>
  Response.json(
    { success: true, message: 'Logged out on this computer. The server could not be told.' },
    { headers: answerHeaders() },
  );
/** The connection broke after the request had left. */
export const perhapsChanged = () =>
  refuse(
    503,
    'answer_lost',
    'The connection broke before the server answered, so it may have been done. Look before you try again.',
  );
