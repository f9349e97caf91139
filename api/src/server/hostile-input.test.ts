import * as fc from 'fast-check';
import { anyText } from '@northlight/shared/contracts/test/any-text.ts';
import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { expect, test } from 'vitest';
import { PUBLIC_CALLS } from '../people/session/deny-by-default.ts';
import { aDraft } from '../../test/fixtures/factories.ts';
import { hostileTexts, VALID_BODIES } from '../../test/fixtures/hostile-bodies.ts';
import { inFull } from '../../test/fixtures/long.ts';
import { rawJson, rawRequest } from '../../test/shop/raw-request.ts';
import { checkOut } from '../../test/shop/purchase-steps.ts';
import { writesSoFar } from '../../test/fixtures/rows.ts';
import { startTestApp } from '../../test/shop/test-app.ts';

const RUNS = inFull(1_000, 40);
const MAX_ANSWER_LENGTH = 20_000;
/** The status of what is well formed, but names nobody. */
const UNKNOWN: Record<string, number> = {
  '/api/quote/accept': 404,
  '/api/quote/decline': 404,
  '/api/unfinished-checkout/resume': 404,
  [pathOf('POST /api/admin/login')]: 401,
  [pathOf('POST /api/admin/login/factor')]: 410,
  [pathOf('POST /api/admin/login/passkey')]: 410,
  [pathOf('POST /api/claim')]: 409,
  // While payments are taken, nobody can leave an address.
  [pathOf('POST /api/closed-checkout')]: 409,
  [pathOf('POST /api/admin/invitation')]: 404,
  [pathOf('POST /api/admin/invitation/accept')]: 404,
};

const posts = [...PUBLIC_CALLS]
  // Webhooks accept only signed events, and their own tests cover forged ones.
  // Stopping reminders uses only the URL; see stop-reminders.test.ts. So do calls about files, and confirming a form.
  .filter(
    (call) => call.startsWith('POST ') && !/\/webhooks\/|\/stop-reminders$|\/files\b|\/confirm$/.test(call),
  )
  .map((call) => call.slice('POST '.length));

type Answer = Awaited<ReturnType<typeof rawJson>>;

/** What is wrong with a rejection, or null. One `expect` per call would double the time. */
function complaint(text: string, { status, text: answered }: Answer): string | null {
  if (status !== 400 && status !== 413) return `status ${status}`;
  if (answered.length > MAX_ANSWER_LENGTH) return 'the answer is too long';
  const body = JSON.parse(answered);
  if (body.success !== false || !/\w/.test(body.message) || body.error !== body.message) return 'no message';
  // The parser rejects prototype keys before the fields are checked.
  const isRead = status === 400 && isObject(text) && !text.includes('"__proto__"');
  return isRead && Object.keys(body.fields ?? {}).length === 0 ? 'no field is named' : null;
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

test('every public POST call is attacked', () => {
  expect(posts.toSorted()).toEqual(Object.keys(VALID_BODIES).toSorted());
});

test('1,000 hostile bodies for each call are rejected with a message, never stored, never a 5xx', async () => {
  const app = await startTestApp();
  // The order that the forms refer to. Its emails are sent first, so that they don't count as writes.
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  await app.sentEmails();
  for (const path of posts) {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(hostileTexts(VALID_BODIES[path] ?? Object), async (text) => {
        const before = writesSoFar(app.db);
        const answer = await rawJson(app.base, path, text);
        // A body that happens to be valid may be stored.
        if (answer.status === 200 || answer.status === 204) return;
        refused += 1;
        // A well-formed login or link of someone who does not exist. A failed login is noted in the audit log.
        if (answer.status === UNKNOWN[path]) {
          expect(Number(writesSoFar(app.db)) - Number(before)).toBe(answer.status === 401 ? 1 : 0);
          return;
        }
        const wrong =
          complaint(text, answer) ?? (writesSoFar(app.db) === before ? null : 'something was stored');
        if (wrong) throw new Error(`${path}: ${wrong}: ${answer.text.slice(0, 300)}`);
      }),
      { numRuns: RUNS },
    );
    expect(refused, `${path} refused`).toBeGreaterThan(RUNS * 0.5);
  }
});

test('1,000 hostile queries to verify-order are rejected or answered, never a 5xx', async () => {
  const app = await startTestApp();
  const before = writesSoFar(app.db);
  const values = fc
    .oneof(
      anyText(),
      fc.constantFrom(
        '\0',
        'ORD-\0',
        '%',
        '%zz',
        '9'.repeat(5_000),
        '../..',
        "' OR 1=1 --",
        '10001',
        'ord-99999',
      ),
    )
    .map((value) => encodeURIComponent(value.toWellFormed()));
  const queries = fc.oneof(
    values.map((value) => `orderNumber=${value}`),
    values.map((value) => `orderNumber=10001&orderNumber=${value}`),
    values.map((value) => `orderNumber[]=${value}`),
    fc.stringMatching(/^[\w%&=[\]+.-]{0,60}$/),
  );
  await fc.assert(
    fc.asyncProperty(queries, async (query) => {
      const { status, text } = await rawRequest(app.base, { path: `/api/json/verify-order?${query}` });
      const body = JSON.parse(text);
      const isAnswered = status === 200 && body.exists === false;
      const isRefused = status === 400 && Object.hasOwn(body.fields, 'orderNumber');
      if (!(isAnswered || isRefused) || !/\w/.test(body.message)) throw new Error(`${status}: ${text}`);
    }),
    { numRuns: RUNS },
  );
  expect(writesSoFar(app.db)).toBe(before);
});
