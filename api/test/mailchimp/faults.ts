import type { IncomingMessage, ServerResponse } from 'node:http';
import { problem, type MailchimpAnswer } from './lists.ts';

type Fault = (response: ServerResponse, request: IncomingMessage) => void;

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** Ways in which Mailchimp, or another server at its address, can fail. */
export const FAULTS = {
  /** Reads the request and never responds. */
  silent: () => {},
  /** Starts a response and never finishes it. */
  drips: (response) => void response.writeHead(200, JSON_TYPE).write('{"status":'),
  garbled: (response) => void response.writeHead(200, JSON_TYPE).end('{"status":'),
  broken: (response) =>
    send(response, problem(500, 'Internal Server Error', 'An unexpected internal error has occurred.')),
  busy: (response) =>
    send(
      response,
      problem(429, 'Too Many Requests', 'You have exceeded the limit of 10 simultaneous connections.'),
    ),
  'bad gateway': (response) => html(response, 502, '<h1>502 Bad Gateway</h1>'),
  'somebody else': (response) => html(response, 200, '<h1>Please log in to this network</h1>'),
  'hangs up': (response) => void response.destroy(),
  /** Redirects to the same server under another name. */
  moved: (response, { socket, url }) =>
    void response.writeHead(301, { location: `http://localhost:${socket.localPort}${url}` }).end(),
} satisfies Record<string, Fault>;

export function send(response: ServerResponse, { status, body }: MailchimpAnswer): void {
  const type = status >= 400 ? 'application/problem+json; charset=utf-8' : JSON_TYPE['content-type'];
  response.writeHead(status, { 'content-type': type });
  response.end(body === undefined ? '' : JSON.stringify(body));
}

function html(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/html' }).end(text);
}
