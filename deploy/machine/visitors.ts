import { Agent, request } from 'node:https';
import { aDraft, buyWithCard } from '../../api/test/fixtures/factories.ts';
import { CADDY_ROOT, DOMAIN } from './the-shop.ts';
import type { Machine } from './machine.ts';

export type Answer = { status: number; text: string; cookies: string[] };
type Asked = { host?: string; body?: object; cookie?: string };

/** Asks as a visitor on the other end of the cable, over https and a connection of its own. With a body, it is a POST. */
export function visit(
  machine: Machine,
  path: string,
  { host = DOMAIN, body, cookie }: Asked = {},
): Promise<Answer> {
  const agent = new Agent({ ca: machine.read(CADDY_ROOT), servername: host });
  const headers = { host, ...(cookie && { cookie }), ...(body && { 'content-type': 'application/json' }) };
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: machine.address, path, agent, headers, method: body ? 'POST' : 'GET', timeout: 60_000 },
      (response) => {
        let text = '';
        response.on('data', (part: Buffer) => (text += part.toString())).on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text,
            cookies: (response.headers['set-cookie'] ?? []).map((line) => line.split(';')[0] ?? ''),
          }),
        );
      },
    );
    asked.on('timeout', () => asked.destroy(new Error('no answer within a minute')));
    asked.on('error', reject).end(body && JSON.stringify(body));
  });
}

/** Calls the shop, and throws what it refuses. */
export async function call(machine: Machine, path: string, asked: Asked = {}) {
  const { status, text, cookies } = await visit(machine, path, asked);
  if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 500)}`);
  return { body: JSON.parse(text), cookie: cookies.join('; ') };
}

/** The version that answers, as visitors see it. */
export const answeringRelease = async (machine: Machine): Promise<unknown> =>
  (await call(machine, '/api/ready')).body.release;

/** Buys the website with a card of the demo. */
type Bought = { orderNumber: string; initialPayment: string };

async function buy(machine: Machine, draft: ReturnType<typeof aDraft>): Promise<Bought> {
  const { body } = await buyWithCard(
    { post: (path, sent) => call(machine, path, { body: Object(sent) }) },
    draft,
  );
  return body.order;
}

export const buyWebsite = (machine: Machine): Promise<Bought> => buy(machine, aDraft());
/** Without a recurring payment. */
export const buyOnHold = (machine: Machine): Promise<Bought> =>
  buy(machine, aDraft({ serviceTypes: ['onhold'] }));

const PAGES = {
  '/': /<h1|opens soon/,
  '/website': /<h1|opens soon/,
  '/api/ready': /"release"/,
  '/checkout': /<h1|opens soon/,
};

/** As many visitors at once as `count`, who ask again and again until they are stopped. */
export function comeAndGo(machine: Machine, count: number) {
  const failures: string[] = [];
  const end = new AbortController();
  let asked = 0;
  let slowest = 0;
  const one = async () => {
    while (!end.signal.aborted) {
      for (const [path, expected] of Object.entries(PAGES)) {
        const startedAt = performance.now();
        asked += 1;
        try {
          const { status, text } = await visit(machine, path);
          if (status !== 200 || !expected.test(text))
            failures.push(`${path}: ${status} ${text.slice(0, 100)}`);
        } catch (error) {
          failures.push(`${path}: ${String(error)}`);
        }
        slowest = Math.max(slowest, performance.now() - startedAt);
      }
    }
  };
  const all = Array.from({ length: count }, one);
  return {
    failures,
    leave: async () => {
      end.abort();
      await Promise.all(all);
      return { asked, slowestMs: Math.round(slowest) };
    },
  };
}
