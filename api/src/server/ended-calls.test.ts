import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Router } from '@koa/router';
import type { Endpoint } from '@northlight/shared/contracts/endpoint.ts';
import { allCalls, endpointOf, type Call } from '@northlight/shared/contracts/endpoints.ts';
import { eq } from 'drizzle-orm';
import Koa, { type Context } from 'koa';
import { expect, onTestFinished, test } from 'vitest';
import { ADMIN, loggedIn } from '../../test/fixtures/admin-fixtures.ts';
import { appWithAdmin } from '../../test/shop/admin-client.ts';
import type { TestApp } from '../../test/shop/test-app.ts';
import { adminUsers, sessions } from '../db/schema/people.ts';
import { sequenceCounter } from '../db/schema/orders.ts';
import { inTransaction } from '../db/transaction.ts';
import { mountOn } from '../http/endpoints/mount.ts';
import { errorHandler } from '../http/middleware/error-handler.ts';
import { sessions as sessionsOf } from '../people/session/session.ts';

// Every call of the table, mounted as the shop mounts it. What is sent and what a call does are left out, so that a new call
// needs no line here.

const protectedCalls = allCalls.filter((call) => endpointOf(call).access !== 'public');
/** What lasts: downloads and streams. */
const lasting = protectedCalls.filter((call) => call.startsWith('GET ') && endpointOf(call).responseType);
const changing = protectedCalls.filter((call) => !/^(?:GET|HEAD|OPTIONS) /.test(call));

const ADA = eq(adminUsers.username, ADMIN.username);
const asAda = ({ db }: TestApp, changes: Partial<typeof adminUsers.$inferSelect>) =>
  db.update(adminUsers).set(changes).where(ADA).run();

const ENDINGS: [name: string, status: number, end: (app: TestApp) => unknown][] = [
  ['a logout', 401, ({ db, clock }) => db.update(sessions).set({ endedAt: clock.now }).run()],
  ['a new password', 401, (app) => asAda(app, { password: 'another hash' })],
  ['a deactivation', 401, (app) => asAda(app, { isActive: false })],
  ['another role', 403, (app) => asAda(app, { role: 'staff' })],
];

/** Takes out of the table what is checked of a call's input and answer, until the test ends. */
function leaveOut(call: Call): void {
  const endpoint: Endpoint = endpointOf(call);
  const whole = { ...endpoint };
  for (const name of [
    'params',
    'query',
    'body',
    'bodyFor',
    'accessFor',
    'confirms',
    'limits',
    'response',
  ] as const)
    delete endpoint[name];
  onTestFinished(() => void Object.assign(endpoint, whole));
}

/** A server with these calls, and an owner who is logged in. */
async function serve(
  calls: readonly Call[],
  handler: (app: TestApp) => (input: { ctx: Context }) => unknown,
) {
  const app = await appWithAdmin();
  const cookie = await loggedIn(app);
  const router = new Router({ sensitive: true, strict: true });
  const mount = mountOn(router, app.context);
  const mountAny = mount as (call: Call, handle: unknown) => void;
  for (const call of calls) {
    leaveOut(call);
    mountAny(call, handler(app));
  }
  const koa = new Koa();
  // A download that is broken off.
  koa.silent = true;
  koa.use(errorHandler(app.context.log));
  koa.use(sessionsOf(koa, app.context));
  koa.use(router.routes());
  const server = createServer(koa.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = (call: Call) => {
    const [method = '', path = ''] = call.split(' ');
    return fetch(base + path.replaceAll(/:\w+/g, '1'), { method, headers: cookie });
  };
  return { app, ask };
}

test('there are such calls', () => {
  expect(lasting.length).toBeGreaterThan(8);
  expect(changing.length).toBeGreaterThan(60);
});

test.each(ENDINGS)('%s while they wait: no call changes anything any more', async (_, status, end) => {
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  let waiting = 0;
  const { app, ask } = await serve(changing, ({ db }) => async () => {
    waiting += 1;
    await gate;
    await inTransaction(db, () => db.insert(sequenceCounter).values({ name: crypto.randomUUID() }).run());
  });
  const before = app.db.select().from(sequenceCounter).all();
  const answers = changing.map(async (call) => [call, (await ask(call)).status]);
  await expect.poll(() => waiting, { timeout: 20_000 }).toBe(changing.length);
  end(app);
  open();
  expect(await Promise.all(answers)).toEqual(changing.map((call) => [call, status]));
  expect(app.db.select().from(sequenceCounter).all()).toEqual(before);
});

test('with nothing ended, each of them does', async () => {
  const { app, ask } = await serve(changing, ({ db }) => async ({ ctx }) => {
    ctx.status = 204;
    await inTransaction(db, () => db.insert(sequenceCounter).values({ name: crypto.randomUUID() }).run());
  });
  const before = app.db.select().from(sequenceCounter).all().length;
  for (const call of changing) expect([call, (await ask(call)).status]).toEqual([call, 204]);
  expect(app.db.select().from(sequenceCounter).all()).toHaveLength(before + changing.length);
});

test('every download and every stream ends with what began it', async () => {
  const endless = () => {
    const body = new Readable({ read() {} });
    body.push('a part');
    return body;
  };
  const opened = [];
  for (const [name, , end] of ENDINGS) {
    const { app, ask } = await serve(lasting, () => ({ ctx }) => {
      ctx.body = endless();
    });
    const readers = [];
    for (const call of lasting) readers.push(((await ask(call)).body ?? expect.fail(call)).getReader());
    for (const reader of readers) expect((await reader.read()).value?.length).toBe(6);
    opened.push({ name, readers, end: () => end(app) });
  }
  const over = opened.map(async ({ name, readers, end }) => {
    end();
    const left = readers.map((reader) =>
      reader.read().then(
        () => 'complete',
        () => 'broken off',
      ),
    );
    return [name, await Promise.race([Promise.all(left), delay(60_000)])];
  });
  // A file that seems complete would be taken for the whole.
  const broken = lasting.map(() => 'broken off');
  expect(await Promise.all(over)).toEqual(ENDINGS.map(([name]) => [name, broken]));
});
