import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { startShopProcess } from '../../chaos/shop-process.ts';
import { aCheckout, aDraft } from '../../test/fixtures/factories.ts';
import { anOnHoldForm } from '../../test/fixtures/form-factories.ts';
import { tempFolder } from '../../test/fixtures/temp-folder.ts';
import { freePort } from '../../test/shop/free-port.ts';
import { rawJson } from '../../test/shop/raw-request.ts';
import { errorFacts, maskEmails } from './log.ts';
import { secretOf } from '../messages/webhooks/webhook-store.ts';
import { resumeKeyOf } from '../money/unfinished-checkouts/resume-key.ts';
import { demoId } from '../money/payments/demo/demo-store.ts';
import { invitationLink } from '../people/team/invitations.ts';
import { browserKeyOf, emailKeyOf, orderKeyOf } from '../work/orders/order-links.ts';
import { isSameSignature } from './signed.ts';

/** Refuses every email, and repeats the address as mail servers do. */
async function startRefusingMailServer(): Promise<string> {
  const server = new SMTPServer({
    logger: false,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`<${address}>: no mailbox for ${address} here`), { responseCode: 550 })),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return `smtp://127.0.0.1:${port}`;
}

async function startShop(variables: Record<string, string>) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const shop = await startShopProcess({
    PORT: String(port),
    PUBLIC_URL: base,
    PAYMENTS: 'demo',
    RATE_LIMIT: 'on',
    LOG_LEVEL: 'trace',
    ...variables,
  });
  onTestFinished(() => void shop.kill('SIGKILL'));
  const post = (path: string, body: object | string) =>
    rawJson(base, path, typeof body === 'string' ? body : JSON.stringify(body), {
      'user-agent': 'Marked-Browser',
    });
  const log = () => shop.out() + shop.said();
  const stop = async () => {
    await shop.kill('SIGTERM');
    return log();
  };
  return { post, stop, log };
}

test('the log of a purchase, a form, refused emails and a database error contains no personal data', async () => {
  const dataDir = tempFolder();
  const shop = await startShop({
    DATA_DIR: dataDir,
    SMTP_URL: await startRefusingMailServer(),
    SESSION_SECRET: 'marked-secret-of-thirty-two-characters',
  });
  const person = {
    firstName: 'Markedfirst',
    lastName: 'Markedlast',
    email: 'marked.person@marked-mail.example',
    phone: '(734) 555-0177',
  };
  const bought = await shop.post(
    '/api/checkout',
    aCheckout(
      aDraft({
        ...person,
        businessName: 'Marked Bicycles',
        address: '77 Marked Street',
        serviceTypes: ['voice'],
      }),
    ),
  );
  expect(bought.status, bought.text).toBe(200);
  const form = anOnHoldForm({ ...person, businessName: 'Marked Bicycles' });
  expect((await shop.post('/api/on-hold-audio-form', form)).status).toBe(200);
  await expect.poll(() => shop.log().split('message not sent').length).toBeGreaterThan(2);

  await shop.post('/api/admin/login', { username: 'admin', password: 'marked password' });
  await shop.post('/api/demo-payments/card', { number: '4242 4242 4242 4242', name: 'Markedfirst' });
  await shop.post(
    '/api/on-hold-audio-form?token=marked-token',
    '{"email": "marked.person@marked-mail.example", Mar',
  );
  await shop.post('/api/none/marked.person%40marked-mail.example', {});
  const database = new Database(join(dataDir, 'northlight.db'));
  database.exec(
    `CREATE TRIGGER broken BEFORE INSERT ON orders BEGIN SELECT RAISE(ABORT, 'row of marked.person@marked-mail.example'); END`,
  );
  database.close();
  const failed = await shop.post('/api/checkout', aCheckout(aDraft({ ...person, serviceTypes: ['voice'] })));
  expect(failed.status).toBe(500);

  const log = await shop.stop();
  expect(log).toContain('row of [email]');
  expect(log).toContain('no mailbox for');
  expect(log.match(/[^\n]*marked[^\n]*/gi)).toBeNull();
  expect(log).not.toMatch(/555-0177|5550177|4242 ?4242/);
  // Only lines about logins need an address.
  const lines = log.split('\n').filter((line) => line.startsWith('{'));
  for (const line of lines) JSON.parse(line);
  expect(lines.filter((line) => line.includes('"security":true'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes('127.0.0.1') && !line.includes('"security":true'))).toEqual([]);
});

test('email addresses are masked in every spelling, and the line stays JSON', () => {
  const texts = [
    'to ada@marlow.example, bob+shop@sub.marlow.co.uk',
    'first\nada@marlow.example\tagain',
    '"ada@marlow.example"<ada@marlow.example>',
    'path /api/ada%40marlow.example/x',
    'zoë@exämple.de',
    "o'brien@marlow.example",
  ];
  const line = JSON.stringify({ texts });
  expect(JSON.parse(maskEmails(line)).texts).toEqual([
    'to [email], [email]',
    'first\n[email]\tagain',
    '"[email]"<[email]>',
    'path /api/[email]/x',
    '[email]',
    '[email]',
  ]);
  const stack = 'at run (/opt/node_modules/.pnpm/drizzle-orm@0.45.4_better-sqlite3@13.2.0/index.js:1:2)';
  expect(maskEmails(stack)).toBe(stack);
});

test('of an error only what explains it is logged, with its causes', () => {
  const cause = Object.assign(new Error('card declined'), { payment_method: { name: 'Ada' } });
  const error = Object.assign(new Error('no payment', { cause }), {
    code: 'card_declined',
    requestId: 'req_1',
    raw: { email: 'ada@marlow.example' },
    rejected: ['ada@marlow.example'],
  });
  expect(JSON.stringify(errorFacts(error))).not.toMatch(/ada/i);
  expect(errorFacts(error)).toMatchObject({
    type: 'Error',
    message: 'no payment: card declined',
    code: 'card_declined',
    requestId: 'req_1',
    stack: expect.stringContaining('caused by: Error: card declined'),
  });
});

const secret = 'a secret of this test';
const createdAt = new Date('2026-11-23T10:00:00.000Z');
const order = { orderNumber: 'ORD-10001', createdAt, keyVersion: 0 };

test('links and secrets that were sent stay valid: the same bytes as ever', () => {
  const invited = { id: 3, email: 'bo@studio.example', invitedAt: createdAt };
  expect({
    browser: browserKeyOf(secret, order),
    email: emailKeyOf(secret, order),
    order: orderKeyOf(secret, order),
    afterEnded: orderKeyOf(secret, { ...order, keyVersion: 2 }),
    resume: resumeKeyOf(secret, { id: 7, createdAt, linkFor: 'ada@marlow.example' }, createdAt),
    invitation: invitationLink(
      { publicUrl: 'https://shop.example', secret },
      { ...invited, isActive: false, invitationAgeMs: 0, invitationCountedAt: createdAt },
      0,
    ),
    webhook: secretOf(secret, { id: 1, createdAt, secretVersion: 1 }),
    demo: demoId('pi_demo', '3f0c9a52-9c54-4c3e-9d0a-2f6b8a1f4c11', 14_900, secret),
  }).toMatchInlineSnapshot(`
    {
      "afterEnded": "hp6yHKX2PyS5DCvMtD5b4A",
      "browser": "1qfQg7Va72sxvEDoB3xgoA",
      "demo": "pi_demo_3f0c9a52-9c54-4c3e-9d0a-2f6b8a1f4c11_14900_mVsBCOKBkPGsmJNwQ9nOET",
      "email": "VT8x6jajjY6vEd5jOxGekA",
      "invitation": "https://shop.example/admin-login?link=invite#invite=3.OF8pqeX00Xed5lxx2xpXuIUXjeggPHFzfJF2epYT8YQ",
      "order": "Qfa0-wR_XI5Ae9XBesRGUA",
      "resume": "7.1795428000000.1796032800000.UwmQ-ls3mtt801hW6dBuQNU97rPilswV",
      "webhook": "whsec_uHbYdhPIRP2jOWaAPg4gWluPOLqsCpbFMFDAa8nwuO8=",
    }
  `);
});

test('a signature is the same only with the same length and text', () => {
  expect(isSameSignature('abc', 'abc')).toBe(true);
  for (const other of ['abd', 'ab', 'abcd', '']) expect(isSameSignature(other, 'abc')).toBe(false);
});
