import { expect, onTestFinished, test } from 'vitest';
import { startSmtpServer } from '../../../test/fixtures/smtp-fixture.ts';
import { startFakeImap } from '../../../test/imap/fake-imap.ts';
import { PASSWORD, USER } from '../../../test/imap/test-mailbox.ts';
import { startFakeMailchimp } from '../../../test/mailchimp/fake-mailchimp.ts';
import { startFakePaypal } from '../../../test/paypal/fake-paypal.ts';
import { startS3 } from '../../../test/s3/s3-server.ts';
import { connectionShop } from '../../../test/shop/connection-shop.ts';
import { freePort } from '../../../test/shop/free-port.ts';
import { startFakeStripe } from '../../../test/stripe/fake-stripe.ts';
import { inTransaction } from '../../db/transaction.ts';
import * as store from '../../db/connection-store.ts';
import { loginProblem } from './email.ts';

/** A shop beside every service, each with an account of the right kind. */
async function open() {
  const random = Math.random().toString(36).slice(2);
  const stripe = await startFakeStripe();
  const live = await startFakeStripe({ secretKey: `sk_live_${random}`, publishableKey: `pk_live_${random}` });
  const other = await startFakeStripe({
    secretKey: `sk_live_x${random}`,
    publishableKey: `pk_live_x${random}`,
  });
  const otherTest = await startFakeStripe();
  for (const one of [live, other, otherTest]) stripe.alsoServes(one);
  const paypal = await startFakePaypal();
  const mailchimp = await startFakeMailchimp();
  for (const one of [stripe, live, other, otherTest, paypal, mailchimp]) onTestFinished(one.close);
  const smtp = await startSmtpServer({ login: { user: 'shop', password: 'a-password' } });
  const imap = await startFakeImap();
  const { variables: s3 } = await startS3();
  const shop = await connectionShop({
    STRIPE_API_BASE: stripe.base,
    STRIPE_JS_URL: stripe.scriptUrl,
    PAYPAL_API_BASE: paypal.base,
    MAILCHIMP_API_BASE: mailchimp.base,
  });
  const key = '01234567-89abcdef-01234567';
  const right = {
    stripe: { publishableKey: stripe.publishableKey, secretKey: stripe.secretKey },
    paypal: { clientId: paypal.clientId, clientSecret: paypal.clientSecret },
    email: {
      host: '127.0.0.1',
      port: /\d+$/.exec(smtp.url)?.[0] ?? '',
      user: 'shop',
      password: 'a-password',
      from: 'hi@shop.test',
    },
    replies: { host: '127.0.0.1', port: String(imap.inbox.port), user: USER, password: PASSWORD },
    mailchimp: { apiKey: mailchimp.key },
    backups: {
      to: 's3://studio/northlight',
      endpoint: s3.BACKUP_S3_ENDPOINT,
      accessKeyId: s3.AWS_ACCESS_KEY_ID,
      secretAccessKey: s3.AWS_SECRET_ACCESS_KEY,
      key,
      keyEnd: key.slice(-6),
    },
  };
  return {
    ...shop,
    right,
    stripe,
    live,
    other,
    otherTest,
    paypal,
    smtp,
    imap,
    closed: String(await freePort()),
  };
}
type Shop = Awaited<ReturnType<typeof open>>;
type Id = keyof Shop['right'];
type Try = [what: string, id: Id, wrong: (shop: Shop) => object, field: string, cure: RegExp];

const REFUSED: readonly Try[] = [
  [
    'the secret key in the first field',
    'stripe',
    ({ stripe }) => ({ publishableKey: stripe.secretKey }),
    'publishableKey',
    /secret key\. Put it in the field below/,
  ],
  [
    'the publishable key in the second field',
    'stripe',
    ({ stripe }) => ({ secretKey: stripe.publishableKey }),
    'secretKey',
    /publishable key\. Put it in the field above/,
  ],
  [
    'keys swapped',
    'stripe',
    ({ stripe }) => ({ publishableKey: stripe.secretKey, secretKey: stripe.publishableKey }),
    'publishableKey',
    /Put it in the field below/,
  ],
  [
    'the secret of a webhook',
    'stripe',
    () => ({ secretKey: 'whsec_abc' }),
    'secretKey',
    /makes its own webhook, and needs the secret key/,
  ],
  [
    'a masked key',
    'stripe',
    () => ({ secretKey: 'sk_test_••••4242' }),
    'secretKey',
    /starts with sk_ or rk_/,
  ],
  ['no publishable key', 'stripe', () => ({ publishableKey: '' }), 'publishableKey', /fill this in/],
  ['no secret key', 'stripe', () => ({ secretKey: '' }), 'secretKey', /fill this in/],
  [
    'a live key beside a test key',
    'stripe',
    ({ live }) => ({ secretKey: live.secretKey }),
    'secretKey',
    /Copy both keys from the same page/,
  ],
  [
    'a test key beside a live key',
    'stripe',
    ({ live }) => ({ publishableKey: live.publishableKey }),
    'secretKey',
    /Copy both keys from the same page/,
  ],
  [
    'the publishable key of another account',
    'stripe',
    ({ otherTest }) => ({ publishableKey: otherTest.publishableKey }),
    'publishableKey',
    /another Stripe account.*Copy both keys/,
  ],
  [
    'a key without its last letter',
    'stripe',
    ({ stripe }) => ({ secretKey: stripe.secretKey.slice(0, -1) }),
    'secretKey',
    /incomplete, or it was revoked\. Copy it again/,
  ],
  [
    'PayPal’s login instead of keys',
    'paypal',
    () => ({ clientId: 'ada@shop.test', clientSecret: 'my-password' }),
    'clientSecret',
    /Copy both again from the same app/,
  ],
  [
    'the secret of another app',
    'paypal',
    () => ({ clientSecret: 'secret-of-another-app' }),
    'clientSecret',
    /Copy both again from the same app/,
  ],
  ['no client ID', 'paypal', () => ({ clientId: '' }), 'clientId', /fill this in/],
  ['a wrong password for email', 'email', () => ({ password: 'wrong' }), 'password', /app password/],
  [
    'a misspelled mail server',
    'email',
    () => ({ host: 'no-such-name.invalid' }),
    'host',
    /no server named .*Check its spelling/,
  ],
  [
    'an address as the mail server',
    'email',
    () => ({ host: 'https://mail.example.com' }),
    'host',
    /only the name of the server/,
  ],
  [
    'a port that is closed, such as 25',
    'email',
    ({ closed }) => ({ port: closed }),
    'port',
    /Check the port\. Some hosting companies block it/,
  ],
  [
    'the port of the mailbox for sending',
    'email',
    ({ imap }) => ({ port: String(imap.inbox.port) }),
    'port',
    /Check the port/,
  ],
  [
    'a sender of somebody else',
    'email',
    ({ smtp }) => {
      smtp.state.fault = 'refuses-sender';
      return {};
    },
    'from',
    /didn’t take an email from this sender/,
  ],
  ['a wrong password for replies', 'replies', () => ({ password: 'wrong' }), 'password', /app password/],
  [
    'a password for a mailbox of Microsoft 365',
    'replies',
    () => ({ host: 'outlook.office365.com' }),
    'login',
    /Choose Microsoft’s consent/,
  ],
  [
    'a folder that is missing',
    'replies',
    () => ({ folder: 'Nowhere' }),
    'folder',
    /can’t open the folder Nowhere/,
  ],
  ['a wrong key of Mailchimp', 'mailchimp', () => ({ apiKey: 'nonsense-us1' }), 'apiKey', /Create a new one/],
  [
    'a wrong secret of the store',
    'backups',
    () => ({ secretAccessKey: 'typo-of-a-secret' }),
    'secretAccessKey',
    /the secret access key is wrong/,
  ],
  [
    'an unknown key ID of the store',
    'backups',
    () => ({ accessKeyId: 'unknown' }),
    'accessKeyId',
    /does not know the access key ID/,
  ],
  [
    'a bucket that is missing',
    'backups',
    () => ({ to: 's3://no-such-bucket' }),
    'to',
    /the bucket does not exist\. Check the name of the bucket/,
  ],
  [
    'a bucket without its key',
    'backups',
    () => ({ to: 's3://studio', accessKeyId: '' }),
    'accessKeyId',
    /needs an access key/,
  ],
  [
    'wrong last characters of the key of the backups',
    'backups',
    () => ({ keyEnd: 'xxxxxx' }),
    'keyEnd',
    /last 6 characters of the key/,
  ],
];

test.each(REFUSED)('%s is answered at the field, with the cure', async (_what, id, wrong, field, cure) => {
  const shop = await open();
  const form = { ...shop.right[id], ...wrong(shop) };
  const { status, body } = await shop.save(id, form);
  expect([400, 409]).toContain(status);
  expect(Object.keys(body.fields)[0]).toBe(field);
  expect(body.fields[field][0]).toMatch(cure);
  expect(await shop.card(id)).toMatchObject({ state: 'not-connected' });
});

test('both keys of another account are a question', async () => {
  const { app, save, live, other } = await open();
  const keysOf = ({ publishableKey, secretKey }: typeof live) => ({ publishableKey, secretKey });
  await save('stripe', keysOf(live));
  await inTransaction(app.db, () => store.holdLive(app.db, false, 1, app.clock.now));
  expect((await save('stripe', keysOf(other))).body.asks.text).toMatch(/money goes to Marlow Bicycles/);
});

test('live keys beside the test keys of the other provider wait, in both orders', async () => {
  const first = await open();
  const { publishableKey, secretKey } = first.live;
  await first.save('paypal', first.right.paypal);
  expect((await first.save('stripe', { publishableKey, secretKey })).body.message).toBe(
    'Stripe connected. Now choose Take live payments.',
  );
  expect(first.app.context.settings.paymentState).toMatchObject({
    mode: 'test',
    uses: ['paypal'],
    waits: ['stripe'],
  });
  const second = await open();
  const { live } = second;
  await second.save('stripe', { publishableKey: live.publishableKey, secretKey: live.secretKey });
  expect((await second.save('paypal', second.right.paypal)).status).toBe(200);
  expect(second.app.context.settings.paymentState).toMatchObject({
    mode: 'test',
    uses: ['paypal'],
    waits: ['stripe'],
  });
});

test('the bare name of a bucket is completed', async () => {
  const { app, save, right } = await open();
  expect((await save('backups', { ...right.backups, to: 'studio/northlight' })).status).toBe(200);
  expect(app.context.settings.backup.to).toMatchObject({ s3: { prefix: 'northlight/' } });
});

test('Gmail with the normal password, and Microsoft 365 with one, are told what they want', () => {
  expect(loginProblem('Username and Password not accepted', 'smtp.gmail.com').message).toMatch(
    /Google wants an app password: create one/,
  );
  expect(loginProblem('5.7.139 basic authentication is disabled', 'smtp.office365.com').message).toMatch(
    /Microsoft no longer takes passwords.*Use a service that does, or allow SMTP/,
  );
});

test('a key of Mailchimp without its server says how it ends', async () => {
  const { save } = await connectionShop();
  const { body } = await save('mailchimp', { apiKey: '0123456789abcdef0123456789abcdef' });
  expect(body.fields.apiKey[0]).toMatch(/ends with a dash and a server, such as -us21/);
});

test('a webhook that was deleted at Stripe is made anew by a check', async () => {
  const { save, right, stripe } = await open();
  await save('stripe', right.stripe);
  stripe.settings.webhookEndpoints = [];
  expect((await save('stripe', { action: 'check' })).body.message).toBe('Stripe works');
  expect(stripe.settings.webhookEndpoints).toHaveLength(1);
});
