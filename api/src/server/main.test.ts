import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startShopProcess } from '../../chaos/shop-process.ts';
import { aCheckout, aDraft } from '../../test/fixtures/factories.ts';
import { runCommand } from '../../test/fixtures/run-command.ts';
import { tempFolder } from '../../test/fixtures/temp-folder.ts';
import { freePort } from '../../test/shop/free-port.ts';
import { rawJson } from '../../test/shop/raw-request.ts';

/** As `pnpm start` does. Resolves when the server is open or has ended. */
async function startServer(variables: Record<string, string> = {}) {
  const server = await startShopProcess({ RATE_LIMIT: 'on', DATA_DIR: tempFolder(), ...variables });
  onTestFinished(() => void server.kill('SIGKILL'));
  return server;
}

/** The same at a free port. */
async function runningServer(variables: Record<string, string> = {}) {
  const port = await freePort();
  return { port, ...(await startServer({ PORT: String(port), ...variables })) };
}

test('the server starts, prints its address, takes an order, writes its email and stops on SIGTERM; the next start continues', async () => {
  const port = await freePort();
  const dataDir = join(tempFolder(), 'new', 'data');
  const base = `http://127.0.0.1:${port}`;
  const buy = async () => {
    const checkout = JSON.stringify(aCheckout(aDraft({ serviceTypes: ['voice'] })));
    return JSON.parse((await rawJson(base, '/api/checkout', checkout)).text).order.orderNumber;
  };
  for (const [signal, orderNumber] of [
    ['SIGTERM', 'ORD-10001'],
    ['SIGINT', 'ORD-10002'],
  ] as const) {
    const server = await startServer({ PORT: String(port), DATA_DIR: dataDir });
    expect(server.said()).toBe('');
    expect(server.out()).toContain(`http://localhost:${port} (payments: demo`);
    expect(await (await fetch(`${base}/api/health`)).json()).toEqual({ status: 'ok' });
    expect(await buy()).toBe(orderNumber);
    const email = join(dataDir, 'mail', `order-confirmation-${orderNumber}.eml`);
    await expect.poll(() => existsSync(email)).toBe(true);
    expect(await server.kill(signal)).toEqual({ code: 0, signal: null });
    expect(server.said()).toBe('');
    // The greeting names the file with the first administrator's password, but never prints the password.
    const file = join(dataDir, 'first-password.txt');
    expect(server.out()).toContain(`with the username and password in ${file}`);
    const password = /Password: (\S+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
    expect(password).toMatch(/^[\w-]{16}$/);
    expect(server.out()).not.toContain(password);
    const [, code] = /^Claim code: ((?:[a-f\d]{4}-){4}[a-f\d]{4})$/m.exec(server.out()) ?? [];
    expect(server.out()).toContain(`/admin-login#claim=${code}\n`);
  }
});

test('the first login is answered as soon as the server listens', async () => {
  const port = await freePort();
  const admin = { username: 'ada', password: 'a quiet north window' };
  const starting = startServer({
    PORT: String(port),
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
  });
  const login = () =>
    rawJson(`http://127.0.0.1:${port}`, '/api/admin/login', JSON.stringify(admin)).then(
      ({ status }) => status,
      () => 'not listening yet',
    );
  let answer = await login();
  while (answer === 'not listening yet') {
    await new Promise((resolve) => setTimeout(resolve, 2));
    answer = await login();
  }
  expect(answer).toBe(200);
  await starting;
});

test('a running request is answered before the server stops', async () => {
  const { port, ...server } = await runningServer();
  const guess = () => fetch(`http://127.0.0.1:${port}/api/json/verify-order?orderNumber=99999`);
  // The sixth miss in a row is delayed.
  for (let misses = 1; misses < 6; misses += 1) await guess();
  const slow = await connectTo(port);
  // The server says that it has read the request, and then delays its answer.
  slow.write(
    'GET /api/json/verify-order?orderNumber=99999 HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n\r\n',
  );
  await expect.poll(() => slow.heard.text).toContain('100 Continue');
  expect(slow.answers()).toBe(0);
  void server.kill('SIGTERM');
  await expect.poll(slow.answers).toBe(1);
  expect(await server.ended).toEqual({ code: 0, signal: null });
});

/** Opens a connection and collects everything it receives. `reset` is the error if the connection broke. */
async function connectTo(port: number) {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const heard = { text: '', reset: '' };
  socket.on('data', (chunk: Buffer) => (heard.text += chunk.toString()));
  socket.on('error', (error) => (heard.reset = error.message));
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  const write = (text: string) => socket.write(text);
  const ask = () => write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  return { write, ask, ended, heard, answers: () => heard.text.split('HTTP/1.1 200 OK').length - 1 };
}

test('a hundred requests sent but not yet read at shutdown are all answered', async () => {
  const { port, ...server } = await runningServer();
  const keptAlive = await Promise.all(Array.from({ length: 50 }, () => connectTo(port)));
  for (const { ask } of keptAlive) ask();
  await expect.poll(() => keptAlive.every(({ answers }) => answers() === 1)).toBe(true);
  // While the process is stopped, it reads nothing and accepts no connections.
  void server.kill('SIGSTOP');
  const fresh = await Promise.all(Array.from({ length: 50 }, () => connectTo(port)));
  for (const { ask } of [...keptAlive, ...fresh]) ask();
  void server.kill('SIGTERM');
  void server.kill('SIGCONT');
  const all = [...keptAlive, ...fresh];
  await Promise.all(all.map(({ ended }) => ended));
  expect(all.map(({ heard }) => heard.reset).filter(Boolean)).toEqual([]);
  expect(keptAlive.filter(({ answers }) => answers() !== 2)).toEqual([]);
  expect(fresh.filter(({ answers }) => answers() !== 1)).toEqual([]);
  // Checks the last one, because the server may answer some of the first before it handles the signal.
  expect(fresh.at(-1)?.heard.text).toMatch(/Connection: close/i);
  expect(await server.ended).toEqual({ code: 0, signal: null });
});

test('a client that never finishes its request does not keep the server from stopping', async () => {
  const { port, ...server } = await runningServer();
  const { write } = await connectTo(port);
  write('POST /api/checkout HTTP/1.1\r\nHost: l');
  expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null });
});

/** Expects exit code 1 and a single line that says what to do. */
async function refusal(variables: Record<string, string>): Promise<string> {
  const server = await startServer(variables);
  expect(await server.ended).toEqual({ code: 1, signal: null });
  expect(server.out()).toBe('');
  expect(server.said().split('\n')).toEqual([expect.stringMatching(/^Northlight cannot start\. /), '']);
  return server.said().trim().slice('Northlight cannot start. '.length);
}

test('a second server for one data folder is refused and names the first, and a crash leaves no lock', async () => {
  const dataDir = tempFolder();
  const first = await startServer({ PORT: '0', DATA_DIR: dataDir, PUBLIC_URL: 'http://localhost:4711' });
  const settings = { PORT: '0', DATA_DIR: dataDir };
  expect(await refusal(settings)).toMatch(
    /^The server at http:\/\/localhost:4711 \(process \d+ on .+, since .+\) is using .+\. Stop it first, or choose another DATA_DIR\.$/,
  );
  // A restore is refused, too. Other commands work beside the server.
  const restored = await runCommand('restore', ['latest'], { dataDir });
  expect(restored).toMatchObject({ code: 1, error: expect.stringContaining('http://localhost:4711') });
  expect(await runCommand('seed', ['2'], { dataDir })).toMatchObject({ code: 0, error: '' });
  const saved = await runCommand('backup', ['monday.tar.gz'], { dataDir });
  expect(saved).toMatchObject({ code: 0, error: '' });
  await first.kill('SIGKILL');
  // What a backup and a restore left that were killed together with it.
  for (const folder of ['.backup-work', '.restoring', '.download']) {
    mkdirSync(join(dataDir, folder));
    writeFileSync(join(dataDir, folder, 'northlight.db'), 'a copy of everything');
  }
  const next = await startServer(settings);
  expect(next.said()).toBe('');
  expect(next.out()).toContain('Northlight is running');
  expect(readdirSync(dataDir).filter((name) => /^\.(backup-work|restoring|download)$/.test(name))).toEqual(
    [],
  );
});

test('a server that starts while the one before it still answers waits for its end', async () => {
  const dataDir = tempFolder();
  const { port, ...first } = await runningServer({ DATA_DIR: dataDir });
  // Keeps the first server from ending for a few seconds.
  const { write } = await connectTo(port);
  write('POST /api/checkout HTTP/1.1\r\nHo');
  const order: string[] = [];
  const ended = first.kill('SIGTERM').then(() => order.push('the first ends'));
  const next = await startServer({ PORT: String(port), DATA_DIR: dataDir });
  order.push('the next answers');
  await ended;
  expect(order).toEqual(['the first ends', 'the next answers']);
  expect(next.said()).toBe('');
  expect(next.out()).toContain('Northlight is running');
});

test('a port in use is rejected with one line that says what to do', async () => {
  const { port } = await runningServer();
  expect(await refusal({ PORT: String(port) })).toBe(
    `Port ${port} is already in use. Stop the other program, or set PORT to another number.`,
  );
});

test.each([
  [
    'a bad setting',
    { PORT: 'abc', RATE_LIMIT: 'no' },
    /^PORT must be a whole number.*; RATE_LIMIT must be one of/,
  ],
  [
    'a weak password',
    { PORT: '0', ADMIN_PASSWORD: 'password1' },
    /^ADMIN_PASSWORD is not accepted\..*common/,
  ],
  ['production without payments', { NODE_ENV: 'production' }, /set PAYMENTS=demo/],
  [
    'an address of another machine',
    { PORT: '0', HOST: '192.0.2.1' },
    /^HOST 192\.0\.2\.1 is not an address on this machine/,
  ],
] as const)(
  '%s is rejected with one line',
  async (_name, variables, words) => {
    expect(await refusal(variables)).toMatch(words);
  },
  30_000,
);

test('an unusable DATA_DIR or database is rejected with one line', async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'file'), 'not a folder');
  expect(await refusal({ DATA_DIR: join(folder, 'file', 'data') })).toMatch(/^Cannot write to DATA_DIR /);
  mkdirSync(join(folder, 'northlight.db'));
  expect(await refusal({ DATA_DIR: folder, PORT: '0' })).toMatch(
    /^Could not open the database .*northlight\.db: /,
  );
});
