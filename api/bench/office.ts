import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { orderBody } from '@northlight/shared/contracts/test/order-body.ts';
import { BENCH_ADMIN } from './server-process.ts';

/** Matches none of the searches that the benchmark runs. */
const BENCH_BUYER = {
  firstName: 'Bench',
  lastName: 'Buyer',
  email: 'bench@buyer.example',
  phone: '1',
  businessName: 'Bench',
  businessDescription: 'Bench',
};

export type Office = Awaited<ReturnType<typeof openOffice>>;

/** An administrator on one keep-alive connection. */
export async function openOffice(base: string) {
  const agent = new Agent({ keepAlive: true });
  const send = (method: string, path: string, body?: object, cookie = ''): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const headers = { cookie, ...(body && { 'content-type': 'application/json' }) };
      const call = request(base + path, { agent, method, headers }, resolve);
      call.on('error', (error: NodeJS.ErrnoException) => {
        // The server closed an idle connection just then.
        if (call.reusedSocket && error.code === 'ECONNRESET') resolve(send(method, path, body, cookie));
        else reject(error);
      });
      call.end(body && JSON.stringify(body));
    });
  const login = await send('POST', '/api/admin/login', BENCH_ADMIN);
  if (login.statusCode !== 200) throw new Error(`The login failed: ${await text(login)}`);
  await text(login);
  const cookie = (login.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ');

  const read = async (path: string, body?: object): Promise<string> => {
    const response = await send(body ? 'POST' : 'GET', path, body, cookie);
    const answer = await text(response);
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${answer}`);
    return answer;
  };

  return {
    get: read,
    /** Calls, with a body by POST, and returns the answer. */
    read: async (path: string, body?: object): Promise<Record<string, unknown>> =>
      JSON.parse(await read(path, body)),
    /** Reads the whole file without storing it. */
    readFile: async (path: string): Promise<{ lines: number; bytes: number }> => {
      let [lines, bytes] = [0, 0];
      const response = await send('GET', path, undefined, cookie);
      if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`);
      for await (const chunk of response) {
        bytes += (chunk as Buffer).length;
        for (const byte of chunk as Buffer) if (byte === 10) lines += 1;
      }
      return { lines, bytes };
    },
    /** Places an order with nothing due, which takes one call. */
    buy: async (): Promise<void> => {
      const response = await send('POST', '/api/checkout', orderBody(BENCH_BUYER));
      await text(response);
    },
  };
}
