/** `node load.ts BASE CLIENTS SECONDS SCENARIO`: completes orders as fast as it can, and prints JSON. */
import { Agent, request } from 'node:http';
import { aDraft, buyWithCard, type Poster } from '../test/fixtures/factories.ts';
import { openOffice } from './office.ts';

/** `placed` includes the warm-up orders, which are not timed. */
export type Load = {
  orders: number;
  placed: number;
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
};

const [base = '', clients = '1', seconds = '5', scenario = 'shop'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(clients) });
const office = scenario === 'mixed' ? await openOffice(base) : null;
const completeOne = scenario === 'mixed' ? mixed : buy;

// Until then, V8 has compiled most of what an order needs.
const warmUp = await run(3, Number(clients));
const { times, elapsedMs } = await run(Number(seconds), Number(clients));
times.sort((a, b) => a - b);
const percentile = (share: number) =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
const load: Load = {
  orders: times.length,
  placed: warmUp.times.length + times.length,
  perSecond: times.length / (elapsedMs / 1_000),
  p50: percentile(0.5),
  p95: percentile(0.95),
  p99: percentile(0.99),
};
console.log(JSON.stringify(load));
agent.destroy();

async function run(forSeconds: number, howMany: number): Promise<{ times: number[]; elapsedMs: number }> {
  const startedAt = performance.now();
  const until = startedAt + forSeconds * 1_000;
  const all: number[] = [];
  const client = async () => {
    while (performance.now() < until) {
      const before = performance.now();
      await completeOne();
      all.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: howMany }, client));
  return { times: all, elapsedMs: performance.now() - startedAt };
}

/** Somebody buys, and an administrator looks around and searches for the buyer. */
async function mixed(): Promise<void> {
  await buy();
  for (const path of [
    '/',
    '/checkout',
    '/api/json/overview',
    '/api/json/orders',
    '/api/json/orders?q=marlow',
  ])
    await office?.get(path);
}

/** Every step of a purchase with a demo card: draft and intent, payment, order. */
async function buy(): Promise<void> {
  const { body } = await buyWithCard({ post }, aDraft());
  if (body.order?.paymentStatus !== 'completed')
    throw new Error(`No completed order: ${JSON.stringify(body)}`);
}

function post(path: string, body: unknown): ReturnType<Poster['post']> {
  const json = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const call = request(
      base + path,
      {
        agent,
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        response.on('end', () => {
          if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode} ${text}`));
          else resolve({ body: JSON.parse(text) });
        });
      },
    );
    call.on('error', (error: NodeJS.ErrnoException) => {
      // The server closed an idle connection just then, or a busy machine dropped a new one. A checkout sent again is the
      // same checkout.
      if ((call.reusedSocket || error.syscall === 'connect') && error.code === 'ECONNRESET')
        resolve(post(path, body));
      else reject(error);
    });
    call.end(json);
  });
}
