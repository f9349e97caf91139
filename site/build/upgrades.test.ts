import { spawn, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { isLong } from '../../api/test/fixtures/long.ts';
import { holdPort } from '../../api/test/shop/hold-port.ts';
import { installShop } from '../../api/test/shop/installed-shop.ts';
import { listen as listenAsTab } from '@northlight/shared/admin/live/listen.ts';
import { faultsOf } from './check-build.ts';
import { keepBuild, switchTo } from './keep-build.ts';

const UPGRADES = 10;
const REQUESTS_PER_SECOND = 200;
const ADMIN = { username: 'ada', password: 'a quiet north window' };
const site = fileURLToPath(new URL('..', import.meta.url));

/** `pnpm build`. Returns the folder of the build. */
function buildSite(): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['build/build-if-changed.ts'], {
    cwd: site,
    encoding: 'utf8',
    env: { ...process.env, PATH: [join(site, 'node_modules/.bin'), process.env['PATH']].join(delimiter) },
  });
  expect(status, stdout + stderr).toBe(0);
  return join(site, 'dist', readFileSync(join(site, 'dist/current'), 'utf8'));
}

/** A build whose pages and one script differ from all others in content and length. */
function addBuild(original: string, builds: string, nth: number): void {
  const draft = join(builds, `.draft-${nth}`);
  cpSync(original, draft, { recursive: true });
  const write = (name: string, text: string) => {
    writeFileSync(join(draft, name), text);
    writeFileSync(join(draft, `${name}.br`), brotliCompressSync(text));
    writeFileSync(join(draft, `${name}.gz`), gzipSync(text));
  };
  for (const page of ['index.html', 'website.html'])
    write(
      page,
      `${readFileSync(join(original, page), 'utf8')}<!--${'-'.repeat(100 * (UPGRADES - nth))}build ${nth}-->`,
    );
  write(`assets/new.${nth}.js`, `console.log(${nth});`);
  expect(faultsOf(draft)).toEqual([]);
  keepBuild(draft, builds, `build-${nth}`);
  switchTo(builds, `build-${nth}`);
}

async function startServer(main: string, socket: number, variables: Record<string, string>) {
  // The shell's process becomes the server's, so it knows the ID.
  const server = spawn('sh', ['-c', 'LISTEN_PID=$$ exec "$0" "$1"', process.execPath, main], {
    stdio: ['ignore', 'pipe', 'pipe', socket],
    env: {
      PATH: process.env['PATH'],
      LISTEN_FDS: '1',
      LOG_LEVEL: 'error',
      RATE_LIMIT: 'off',
      BACKUP_TO: '',
      ...variables,
    },
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  let said = '';
  server.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<string>((resolve) => server.once('close', (code) => resolve(`${code} ${said}`)));
  await Promise.race([new Promise((resolve) => server.stdout?.once('data', resolve)), ended]);
  return {
    stop: async () => {
      server.kill('SIGTERM');
      expect(await ended).toBe('0 ');
    },
  };
}

type Answer = { status: number | undefined; text: string };

/** A connection of its own, as the proxy in front opens one. Rejects if the answer is cut off. */
function ask(base: string, path: string, body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br', ...(body && { 'content-type': 'application/json' }) };
    const asked = request(
      `${base}${path}`,
      { agent: false, method: body ? 'POST' : 'GET', headers },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part)).on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(parts);
          const isBrotli = response.headers['content-encoding'] === 'br';
          resolve({
            status: response.statusCode,
            text: (isBrotli ? brotliDecompressSync(bytes) : bytes).toString(),
          });
        });
      },
    );
    asked.on('error', reject).end(body && JSON.stringify(body));
  });
}

/** So that a busy machine gets as many requests as it answers, also while no server runs. */
const MOST_OPEN = 100;

/** Sends requests at a constant rate, unless too many earlier ones wait for their answers. */
function startTraffic(base: string, newest: () => number) {
  const failures: string[] = [];
  const slowest = { ms: 0 };
  const asked: Promise<void>[] = [];
  const page = /<\/html>.*<!---*build \d+-->$/s;
  const one = async (nth: number) => {
    const kinds: { path: string; body?: object; expected: RegExp }[] = [
      { path: '/', expected: page },
      { path: '/website', expected: page },
      { path: `/assets/new.${nth % (newest() + 1)}.js`, expected: /^console\.log\(\d+\);$/ },
      { path: '/api/health', expected: /"ok"/ },
      { path: '/api/promo-code', body: { promoCode: 'SAVE50' }, expected: /SAVE50/ },
    ];
    const { path, body, expected } = kinds[nth % kinds.length] ?? { path: 'none', expected: /none/ };
    const startedAt = performance.now();
    try {
      const { status, text } = await ask(base, path, body);
      if (status !== 200 || !expected.test(text)) failures.push(`${path}: ${status} ${text.slice(-100)}`);
    } catch (error) {
      failures.push(`${path}: ${String(error)}`);
    }
    slowest.ms = Math.max(slowest.ms, performance.now() - startedAt);
    answered += 1;
  };
  let answered = 0;
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1_000) * REQUESTS_PER_SECOND;
    while (asked.length < due && asked.length - answered < MOST_OPEN) asked.push(one(asked.length));
  }, 5);
  onTestFinished(() => clearInterval(timer));
  return {
    failures,
    stop: async () => {
      clearInterval(timer);
      const seconds = (performance.now() - startedAt) / 1_000;
      await Promise.all(asked);
      return { requests: asked.length, seconds: Math.round(seconds), slowestMs: Math.round(slowest.ms) };
    },
  };
}

/** The dashboard's live connection, as tabs and the desktop app keep it. */
async function openTab(base: string) {
  const login = await fetch(`${base}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const counts = { opened: 0, events: 0 };
  void listenAsTab(
    {
      open: async function* (signal) {
        const { ok, body } = await fetch(`${base}/api/admin/live`, { headers: { cookie }, signal });
        if (ok && body) yield* body.pipeThrough(new TextDecoderStream());
      },
      onOpen: () => (counts.opened += 1),
      onMessage: () => (counts.events += 1),
      onLost: () => true,
    },
    closing.signal,
  );
  return counts;
}

// `main.test.ts` and `keep-build.test.ts` show the parts.
test.runIf(isLong && process.platform !== 'win32')(
  `up to ${REQUESTS_PER_SECOND} requests a second through ${UPGRADES} upgrades: each is answered in full, old files stay, and open tabs reconnect`,
  async () => {
    const { main, builds, dataDir } = await installShop();
    const original = buildSite();
    const { fd, base } = holdPort();
    const variables = {
      DATA_DIR: dataDir,
      PUBLIC_URL: base,
      PAYMENTS: 'demo',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
    };
    addBuild(original, builds, 0);
    let server = await startServer(main, fd, variables);
    const tab = await openTab(base);
    await expect.poll(() => tab.opened).toBe(1);
    let newest = 0;
    const traffic = startTraffic(base, () => newest);
    for (let nth = 1; nth <= UPGRADES; nth += 1) {
      addBuild(original, builds, nth);
      // The running server keeps its build.
      expect((await ask(base, '/')).text).toMatch(new RegExp(`build ${nth - 1}-->$`));
      newest = nth - 1;
      await server.stop();
      server = await startServer(main, fd, variables);
      expect((await ask(base, '/')).text).toMatch(new RegExp(`build ${nth}-->$`));
      await expect.poll(() => tab.opened).toBe(nth + 1);
    }
    newest = UPGRADES;
    await delay(500);
    const counts = await traffic.stop();
    console.log(counts);
    expect(traffic.failures).toEqual([]);
    await server.stop();
  },
);
