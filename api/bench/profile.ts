/**
 * `node bench/profile.ts`, a part of `pnpm bench`: where the time of an order goes, with 16 clients. Runs the
 * server from its sources, so that the profile names files.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printTable } from './figures.ts';
import { file, orderAtOnce, startServer } from './server-process.ts';

type Frame = { functionName: string; url: string };
type Node = { id: number; callFrame: Frame; children?: number[] };
type Profile = { nodes: Node[]; samples: number[]; timeDeltas: number[] };

/** The first that matches a stack wins. Each text is part of "url function" of a frame. */
const PARTS: readonly (readonly [name: string, all: readonly string[]])[] = [
  ['Search words', ['search-queue.ts']],
  ['Starting the recurring payment', ['recurring/']],
  ['Emails', ['outbox-queue.ts']],
  ['Emails', ['nodemailer']],
  ['The order: reading the facts, deciding, and writing', ['carry-out.ts']],
  ['The attempt: draft and payment', ['transaction.ts', 'start-payment.ts']],
  ['Other work in transactions', ['transaction.ts', 'runAlone']],
  ['COMMIT: writing to the disk and waiting for it', ['transaction.ts', 'commitTogether']],
  ['Reads outside transactions, and the rest of the checkout', ['api/src/money/checkout/']],
  ['Checking what was sent (zod)', ['zod']],
  ['Reading the body', ['bodyparser']],
  ['Koa, its router, and our middleware', ['koa']],
  ['Collecting garbage', ['(garbage collector)']],
];
const REST = 'Node: sockets, HTTP, and the event loop';

const folder = mkdtempSync(join(tmpdir(), 'northlight-profile-'));
const server = await startServer(file('../src/server/main.ts'), '/api/health', {
  NODE_OPTIONS: `--cpu-prof --cpu-prof-interval=200 --cpu-prof-dir=${folder}`,
});
const { placed } = orderAtOnce(server, 16, 10);
await server.stop();
const [name = ''] = readdirSync(folder);
const profile: Profile = JSON.parse(readFileSync(join(folder, name), 'utf8'));
rmSync(folder, { recursive: true });

const shares = new Map<string, number>();
for (const [stack, ms] of stacksOf(profile)) {
  const part = partOf(stack);
  if (part !== null) shares.set(part, (shares.get(part) ?? 0) + ms);
}
const total = [...shares.values()].reduce((sum, ms) => sum + ms, 0);
printTable([
  ['Of an order, 16 clients', 'microseconds', 'share'],
  ...[...shares]
    .toSorted(([, a], [, b]) => b - a)
    .map(([part, ms]) => [part, ((ms * 1_000) / placed).toFixed(0), `${((ms / total) * 100).toFixed(0)} %`]),
  ['Together', ((total * 1_000) / placed).toFixed(0), '100 %'],
]);

/** Null for the start and for waiting. */
function partOf(stack: readonly string[]): string | null {
  const has = (text: string) => stack.some((frame) => frame.includes(text));
  if (has('(idle)') || (has('ModuleJob') && !has('processTicksAndRejections'))) return null;
  return PARTS.find(([, all]) => all.every(has))?.[0] ?? REST;
}

/** Each stack as "url function" of its frames, with its milliseconds. */
function* stacksOf({ nodes, samples, timeDeltas }: Profile): Generator<[string[], number]> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const times = new Map<number, number>();
  for (const [index, id] of samples.entries())
    times.set(id, (times.get(id) ?? 0) + (timeDeltas[index] ?? 0) / 1_000);
  for (const [id, ms] of times) {
    const stack: string[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const frame = byId.get(at)?.callFrame;
      if (frame) stack.push(`${frame.url} ${frame.functionName}`);
    }
    yield [stack, ms];
  }
}
