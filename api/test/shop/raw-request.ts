import { Agent, request } from 'node:http';

/** Sends a request exactly as written, with any method, path, or header, and without normalizing the path. */
export type RawRequest = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
};

const agent = new Agent({ keepAlive: true });

export async function rawRequest(
  base: string,
  { method = 'GET', path, headers: given = {}, body }: RawRequest,
) {
  // As `fetch` names itself. A session ends when another browser sends its cookie.
  const headers = { 'user-agent': 'node', ...given };
  const { hostname, port } = new URL(base);
  return new Promise<{ status: number; headers: Record<string, string>; bytes: Buffer; text: string }>(
    (resolve, reject) => {
      const outgoing = request({ agent, hostname, port, method, path, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(
              Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
            ),
            bytes,
            text: bytes.toString(),
          });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    },
  );
}

/** Posts a JSON body as text, which may be malformed. */
export function rawJson(base: string, path: string, text: string, headers: Record<string, string> = {}) {
  return rawRequest(base, {
    method: 'POST',
    path,
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      ...headers,
    },
    body: text,
  });
}
