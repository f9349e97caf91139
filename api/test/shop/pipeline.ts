import { connect } from 'node:net';
import type { RawRequest } from './raw-request.ts';

/**
 * Writes all requests at once on one connection, and returns their answers in the same order. The server reads
 * them in one turn of the event loop. Calls of `fetch` come in different turns, and so hide what happens when
 * requests overlap. Streams without a length cannot be read.
 */
export async function pipelined(base: string, requests: readonly RawRequest[]) {
  const { hostname, port, host } = new URL(base);
  const sent = requests.map((request, index) => bytesOf(request, host, index === requests.length - 1));
  const received = await new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(Buffer.concat(sent)));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    // The last request asks the server to close the connection after its answer.
    socket.on('close', () => resolve(Buffer.concat(chunks)));
  });
  const answers = parse(received);
  if (answers.length !== requests.length)
    throw new Error(`${answers.length} answers to ${requests.length} requests: ${received.toString()}`);
  return answers;
}

/** Posts JSON bodies to one path, all at once on one connection. */
export const pipelinedPosts = (
  base: string,
  path: string,
  bodies: readonly object[],
  headers: Record<string, string> = {},
) =>
  pipelined(
    base,
    bodies.map((body) => jsonPost(path, body, headers)),
  );

/** A request that posts JSON. */
export const jsonPost = (path: string, body: object, headers: Record<string, string> = {}): RawRequest => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** How often each status is among the answers, such as `{ 200: 1, 409: 9 }`. */
export function statusCounts(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function bytesOf({ method = 'GET', path, headers, body = '' }: RawRequest, host: string, isLast: boolean) {
  const lines = Object.entries({
    host,
    // As `fetch` names itself. A session ends when another browser sends its cookie.
    'user-agent': 'node',
    'content-length': String(Buffer.byteLength(body)),
    ...(isLast && { connection: 'close' }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}

const BLANK_LINE = '\r\n\r\n';

function parse(bytes: Buffer) {
  const answers = [];
  for (let at = 0; at < bytes.length;) {
    const headEnd = bytes.indexOf(BLANK_LINE, at);
    const [statusLine = '', ...lines] = bytes.toString('latin1', at, headEnd).split('\r\n');
    const headers = new Headers();
    for (const line of lines) headers.append(...split(line));
    const start = headEnd + BLANK_LINE.length;
    at = start + Number(headers.get('content-length'));
    const text = bytes.toString('utf8', start, at);
    answers.push({
      status: Number(statusLine.split(' ')[1]),
      headers,
      text,
      // Untyped, so that tests can read any field.
      body: headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : null,
    });
  }
  return answers;
}

function split(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}
