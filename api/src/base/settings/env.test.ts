import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../paths.ts';
import { parseEnv, withDataFolder } from './env.ts';
import { SettingsError } from './variables.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import * as z from 'zod/mini';
import { hoursSettings, hoursText, hoursVariables } from './hours-settings.ts';

const SECRET = 'a secret of thirty-two characters';

function parse(variables: Record<string, string> = {}) {
  return parseEnv({ DATA_DIR: tempFolder(), SESSION_SECRET: SECRET, ...variables });
}

test('every setting has its documented default', () => {
  const dataDir = tempFolder();
  expect(parseEnv({ DATA_DIR: dataDir, SESSION_SECRET: SECRET })).toMatchObject({
    port: 3_000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    dataDir,
    secret: SECRET,
    payments: { mode: 'demo' },
    smtpUrl: undefined,
    mailchimp: undefined,
    mailFrom: '"Northlight Studio" <hello@northlight.example>',
    business: { name: 'Northlight Studio', email: 'hello@northlight.example' },
    trustProxyHops: 0,
    isRateLimited: true,
    logLevel: 'info',
  });
});

test('settings are read from the environment', () => {
  const env = parse({
    PORT: '8080',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://shop.example.com/',
    SMTP_URL: 'smtp://user:pass@mail.example.com:587',
    MAIL_FROM: 'Shop <shop@example.com>',
    BUSINESS_NAME: 'The "Best" Shop',
    TRUST_PROXY_HOPS: '2',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'debug',
    PAYMENTS: 'demo',
  });
  expect(env).toMatchObject({
    port: 8_080,
    host: '0.0.0.0',
    publicUrl: 'https://shop.example.com',
    smtpUrl: 'smtp://user:pass@mail.example.com:587',
    mailFrom: 'Shop <shop@example.com>',
    trustProxyHops: 2,
    isRateLimited: false,
    logLevel: 'debug',
  });
  expect(parse({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  expect(parse({ BUSINESS_NAME: 'The "Best" Shop' }).mailFrom).toBe(
    '"The Best Shop" <hello@northlight.example>',
  );
});

test.each([
  ['PORT', 'abc', 'must be a whole number from 0 to 65535'],
  ['PORT', '-1', 'must be a whole number from 0 to 65535'],
  ['PORT', '65536', 'must be a whole number from 0 to 65535'],
  ['PORT', '3000.5', 'must be a whole number from 0 to 65535'],
  ['PORT', ' 3000', 'must be a whole number from 0 to 65535'],
  ['PUBLIC_URL', 'shop.example.com', 'must be an address such as https://shop.example.com'],
  ['PUBLIC_URL', 'ftp://shop.example.com', 'must be an address such as https://shop.example.com'],
  ['SMTP_URL', 'mail.example.com', 'must be an address such as smtp://user:password@mail.example.com:587'],
  [
    'IMAP_URL',
    'pop3://user:pass@mail.example.com',
    'must be an address such as imaps://user:password@mail.example.com:993/INBOX',
  ],
  [
    'IMAP_URL',
    'imaps://mail.example.com',
    'must contain a user and a password, such as imaps://user:password@mail.example.com:993/INBOX',
  ],
  [
    'IMAP_URL',
    'imaps://user:100%@mail.example.com',
    'has a % that is not followed by two hexadecimal digits. Write % as %25',
  ],
  ['SESSION_SECRET', 'short', 'must be at least 32 characters. Leave it empty to generate one'],
  ['SESSION_SECRET', 'a'.repeat(40), 'must not be one repeated character. Leave it empty to generate one'],
  [
    'SESSION_SECRET',
    `${'a'.repeat(40)}\n`,
    'must not be one repeated character. Leave it empty to generate one',
  ],
  ['PAYMENTS', 'fake', 'must be one of: demo, live'],
  ['MAILCHIMP_SERVER_PREFIX', 'us21.evil.example/', 'must be a server prefix such as us21'],
  ['MAILCHIMP_API_BASE', 'localhost:4010', 'must be an address such as https://us21.api.mailchimp.com/3.0'],
  ['BUSINESS_EMAIL', 'nobody', 'must be an email address'],
  ['TRUST_PROXY_HOPS', 'yes', 'must be a whole number from 0 to 10'],
  ['RATE_LIMIT', 'no', 'must be one of: on, off'],
  ['BACKUP_KEY', 'short', 'must be at least 20 characters'],
  ['BACKUP_KEEP', 'forever', 'must be a number of hours and days such as 24h 30d'],
  ['BACKUP_KEEP', '0h 30d', 'must be a number of hours and days such as 24h 30d'],
  ['BACKUP_S3_ENDPOINT', 's3.example.com', 'must be an address such as https://s3.example.com'],
  ['BACKUP_TO', 's3:/bucket', 'must be a folder, or an address such as s3://my-bucket/northlight'],
  [
    'BACKUP_TO',
    'https://bucket.example.com',
    'must be a folder, or an address such as s3://my-bucket/northlight',
  ],
  ['BACKUP_TO', 's3://bucket', 'also needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
  ['LOG_LEVEL', 'loud', 'must be one of: fatal, error, warn, info, debug, trace, silent'],
])('%s=%s is rejected with a message', (name, value, message) => {
  expect(() => parse({ [name]: value })).toThrow(new SettingsError(`${name} ${message}`));
});

test.each([
  [
    'imaps://hello%40shop.example:p%2Fw@mail.example.com',
    { host: 'mail.example.com', port: 993, user: 'hello@shop.example', password: 'p/w', encryption: 'tls' },
  ],
  [
    'imap://u1:pw@mail.example.com/Sh%C3%B6p/Replies',
    { port: 143, folder: 'Shöp/Replies', address: undefined, encryption: 'starttls' },
  ],
  ['imap://u1:pw@[::1]:1143', { host: '::1', port: 1143, folder: 'INBOX', encryption: 'none' }],
])('the mailbox %s is understood, and other machines need encryption', (url, inbox) => {
  expect(parse({ IMAP_URL: url }).inbox).toMatchObject(inbox);
});

test('every invalid setting is named at once', () => {
  expect(() => parse({ PORT: 'abc', RATE_LIMIT: 'no', LOG_LEVEL: 'loud' })).toThrow(
    /^PORT must.*; RATE_LIMIT must.*; LOG_LEVEL must/,
  );
});

test('empty settings count as missing, so .env.example can be copied as it is', () => {
  const example = readFileSync(join(projectRoot, '.env.example'), 'utf8');
  const names = Array.from(example.matchAll(/^[A-Z\d_]+(?==)/gm), ([name]) => name);
  expect(names).toContain('MAILCHIMP_API_BASE');
  const given = { DATA_DIR: tempFolder(), SESSION_SECRET: SECRET };
  const empty = Object.fromEntries(['NODE_ENV', ...names].map((name) => [name, '']));
  expect(parseEnv({ ...empty, ...given })).toEqual(parseEnv(given));
});

test('the first administrator is admin without a password unless the settings say otherwise', () => {
  expect(parse().admin).toEqual({ username: 'admin', password: undefined });
  expect(parse({ ADMIN_USERNAME: ' grace ', ADMIN_PASSWORD: '12345678' }).admin).toEqual({
    username: 'grace',
    password: '12345678',
  });
  expect(() => parse({ ADMIN_PASSWORD: '1234567' })).toThrow(/^ADMIN_PASSWORD must be at least 8 characters/);
  expect(() => parse({ ADMIN_USERNAME: 'x'.repeat(51) })).toThrow(
    /^ADMIN_USERNAME must be 50 characters or fewer/,
  );
});

test.each([
  ['a key that names its server', {}, 'https://us21.api.mailchimp.com/3.0'],
  ['a server prefix', { MAILCHIMP_SERVER_PREFIX: 'us6' }, 'https://us6.api.mailchimp.com/3.0'],
  ['another address', { MAILCHIMP_API_BASE: 'http://localhost:4010/' }, 'http://localhost:4010/3.0'],
  [
    'another address with a path',
    { MAILCHIMP_API_BASE: 'http://mock-server/mailchimp/' },
    'http://mock-server/mailchimp',
  ],
  [
    'another address and a key that names no server',
    { MAILCHIMP_API_KEY: 'abc', MAILCHIMP_API_BASE: 'http://localhost:4010' },
    'http://localhost:4010/3.0',
  ],
])('the mailing list address comes from %s', (_case, more, basePath) => {
  const key = { MAILCHIMP_API_KEY: '0123abcd-us21', MAILCHIMP_LIST_ID: 'a1b2c3' };
  const { mailchimp } = parse({ ...key, ...more });
  expect(mailchimp).toEqual({ apiKey: { ...key, ...more }.MAILCHIMP_API_KEY, listId: 'a1b2c3', basePath });
});

test.each<[Record<string, string>, string]>([
  [{ MAILCHIMP_API_KEY: '0123abcd-us21' }, 'MAILCHIMP_LIST_ID'],
  [{ MAILCHIMP_API_KEY: '0123abcd', MAILCHIMP_LIST_ID: 'a1b2c3' }, 'MAILCHIMP_SERVER_PREFIX'],
  [{ MAILCHIMP_LIST_ID: 'a1b2c3' }, 'MAILCHIMP_API_KEY and MAILCHIMP_SERVER_PREFIX'],
  [{ MAILCHIMP_SERVER_PREFIX: 'us21' }, 'MAILCHIMP_API_KEY and MAILCHIMP_LIST_ID'],
])('incomplete mailing list settings are refused by name, without showing the key', (variables, missing) => {
  expect(() => parse(variables)).toThrow(
    new SettingsError(
      `The mailing list is only partly set up. Set ${missing} as well, or clear all MAILCHIMP settings`,
    ),
  );
});

test('an API address on its own does not configure the mailing list', () => {
  expect(parse({ MAILCHIMP_API_BASE: 'http://localhost:4010' }).mailchimp).toBeUndefined();
});

test('in production, demo payments must be requested explicitly', () => {
  expect(() => parse({ NODE_ENV: 'production' })).toThrow(/set PAYMENTS=demo/);
  expect(parse({ NODE_ENV: 'production', PAYMENTS: 'demo' }).payments).toEqual({ mode: 'demo' });
});

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const PAYPAL = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'WH-1' };
const HTTPS = { PUBLIC_URL: 'https://shop.example.com' };
const LIVE_STRIPE = { ...STRIPE, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };

test.each<[Record<string, string>, RegExp]>([
  [{ PAYMENTS: 'live' }, /no payment keys are set/],
  [{ STRIPE_SECRET_KEY: 'sk_live_x' }, /STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET/],
  [{ PAYPAL_CLIENT_ID: 'x' }, /PAYPAL_CLIENT_SECRET and PAYPAL_WEBHOOK_ID/],
  [{ NODE_ENV: 'production', ...PAYPAL, STRIPE_SECRET_KEY: 'sk_live_x' }, /STRIPE_PUBLISHABLE_KEY/],
  [{ ...STRIPE, STRIPE_SECRET_KEY: 'sk_live_1' }, /do not match: one is a test key/],
  [{ ...STRIPE, STRIPE_SECRET_KEY: 'pk_test_1' }, /STRIPE_SECRET_KEY must look like sk_live/],
  [{ ...STRIPE, ...PAYPAL, PAYPAL_API_BASE: 'https://api-m.paypal.com' }, /Test and live keys are mixed/],
  [
    { ...LIVE_STRIPE, ...PAYPAL, PAYPAL_API_BASE: 'https://api-m.sandbox.paypal.com' },
    /Test and live keys are mixed/,
  ],
])('with %j the server does not start in demo mode by mistake', (variables, words) => {
  expect(() => parse(variables)).toThrow(SettingsError);
  expect(() => parse(variables)).toThrow(words);
});

test('complete keys turn on live payments; PayPal’s address follows Stripe’s keys', () => {
  const { payments } = parse({ ...STRIPE, ...PAYPAL, PUBLIC_URL: 'https://shop.example.com/' });
  expect(payments).toMatchObject({
    mode: 'live',
    stripe: { secretKey: 'sk_test_1', publishableKey: 'pk_test_1' },
    paypal: { apiBase: 'https://api-m.sandbox.paypal.com', publicUrl: 'https://shop.example.com' },
  });
  expect(parse({ ...LIVE_STRIPE, ...PAYPAL, ...HTTPS }).payments).toMatchObject({
    paypal: { apiBase: 'https://api-m.paypal.com' },
  });
  expect(parse(STRIPE).payments).toMatchObject({ mode: 'live', paypal: null });
  const onlyPaypal = { NODE_ENV: 'production', ...PAYPAL, ...HTTPS };
  expect(parse(onlyPaypal).payments).toMatchObject({ mode: 'live', stripe: null });
});

test.each([
  ['Stripe’s live keys', LIVE_STRIPE],
  ['a restricted live key', { ...LIVE_STRIPE, STRIPE_SECRET_KEY: 'rk_live_1' }],
  ['PayPal’s keys', PAYPAL],
])('%s are refused without an https address, even on localhost', (_keys, keys) => {
  const words =
    /^The payment keys are live keys, but PUBLIC_URL is http:\/\/.*Set PUBLIC_URL to your shop’s https/;
  expect(() => parse(keys)).toThrow(words);
  expect(() => parse({ ...keys, PUBLIC_URL: 'http://localhost:3000' })).toThrow(words);
  expect(() => parse({ ...keys, PUBLIC_URL: 'http://shop.example.com' })).toThrow(words);
  expect(parse({ ...keys, ...HTTPS }).payments.mode).toBe('live');
});

test('test keys and another PayPal server work without https', () => {
  expect(parse({ ...STRIPE, ...PAYPAL }).payments.mode).toBe('live');
  expect(parse({ ...PAYPAL, PAYPAL_API_BASE: 'http://localhost:4000' }).payments.mode).toBe('live');
});

test('keys together with PAYMENTS=demo give demo payments', () => {
  expect(parse({ STRIPE_SECRET_KEY: 'sk_test_x', PAYMENTS: 'demo' }).payments).toEqual({ mode: 'demo' });
});

test('an unwritable DATA_DIR is rejected with its name and a reason', () => {
  const file = join(tempFolder(), 'a file');
  writeFileSync(file, '');
  expect(() => withDataFolder(parse({ DATA_DIR: join(file, 'data') }))).toThrow(
    /^Cannot write to DATA_DIR .*a file.data \((ENOTDIR|EEXIST)\)\. Choose another folder/,
  );
});

test('the data folder is closed to other accounts', () => {
  const dataDir = join(tempFolder(), 'data');
  withDataFolder(parse({ DATA_DIR: dataDir }));
  expect(statSync(dataDir).mode & 0o077).toBe(0);
  expect(statSync(join(dataDir, 'mail')).mode & 0o077).toBe(0);
});

test.each(['', 'short', 'a'.repeat(64)])('a secret file with "%s" is replaced', (weak) => {
  const dataDir = tempFolder();
  writeFileSync(join(dataDir, 'secret'), weak);
  const secretOf = () => withDataFolder(parseEnv({ DATA_DIR: dataDir })).secret;
  const secret = secretOf();
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(secret).not.toBe(weak);
  expect(secretOf()).toBe(secret);
});

test('the secret is generated once per folder and readable only by its owner', () => {
  const dataDir = tempFolder();
  const secretIn = (folder: string) => withDataFolder(parseEnv({ DATA_DIR: folder })).secret;
  const first = secretIn(dataDir);
  expect(first.length).toBeGreaterThanOrEqual(32);
  expect(secretIn(dataDir)).toBe(first);
  expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(first);
  expect(statSync(join(dataDir, 'secret')).mode & 0o077).toBe(0);
  expect(secretIn(tempFolder())).not.toBe(first);
});

test.each(['hello@shop.example', '"My Shop" <hello@shop.example>', 'My Shop <hello@shop.example>'])(
  'MAIL_FROM can be %s',
  (from) => {
    expect(parse({ MAIL_FROM: from }).mailFrom).toBe(from);
  },
);

test.each(['Northlight', 'a@b.example, c@d.example', 'My Shop <>', 'x@y@z'])(
  'MAIL_FROM cannot be %s',
  (from) => {
    expect(() => parse({ MAIL_FROM: from })).toThrow('MAIL_FROM must be a single address');
  },
);

test('backups go to a folder outside the data folder', () => {
  const folder = tempFolder();
  expect(parse().backup).toEqual({ to: null, key: undefined, keep: { hours: 24, days: 30 } });
  expect(parse({ BACKUP_TO: folder, BACKUP_KEEP: '48h 7d' }).backup).toMatchObject({
    to: { folder },
    keep: { hours: 48, days: 7 },
  });
  const dataDir = tempFolder();
  for (const inside of [dataDir, join(dataDir, 'backups')])
    expect(() => parse({ DATA_DIR: dataDir, BACKUP_TO: inside })).toThrow(
      'BACKUP_TO must be outside DATA_DIR, best on another disk',
    );
});

test('backups go to Amazon S3 or to another store', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
  const s3 = { prefix: '', region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret' };
  const endpoint = 'https://s3.us-east-1.amazonaws.com/my-bucket';
  expect(parse({ ...keys, BACKUP_TO: 's3://my-bucket' }).backup.to).toEqual({ s3: { ...s3, endpoint } });
  const own = { BACKUP_S3_ENDPOINT: 'http://localhost:9000/', AWS_REGION: 'garage' };
  expect(parse({ ...keys, ...own, BACKUP_TO: 's3://shop/a/b/' }).backup.to).toEqual({
    s3: { ...s3, endpoint: 'http://localhost:9000/shop', prefix: 'a/b/', region: 'garage' },
  });
});

const Settings = z.object(hoursVariables);
const read = (given: Record<string, string>) => hoursSettings(Settings.parse(given));
const complaintAbout = (given: Record<string, string>) =>
  Settings.safeParse(given).error?.issues.map(({ message }) => message);

test('without settings, the studio works on weekdays in New York', () => {
  expect(read({})).toEqual({
    timeZone: 'America/New_York',
    periods: [{ opensAt: '09:00', closesAt: '17:00' }],
    days: [1, 2, 3, 4, 5],
    holidays: ['US'],
  });
});

test.each([
  ['Mon-Fri', [1, 2, 3, 4, 5]],
  ['Mon, Wed,Fri', [1, 3, 5]],
  ['Tue-Thu,Sat', [2, 3, 4, 6]],
  ['Sat-Mon', [6, 7, 1]],
  ['Sun', [7]],
])('days: %s', (text, days) => {
  expect(read({ BUSINESS_DAYS: text }).days).toEqual(days);
});

test('hours have as many periods as are written, and are written the same way', () => {
  const hours = read({ BUSINESS_HOURS: '09:00-12:00,13:00-17:00, 17:00-18:00' });
  expect(hours.periods).toEqual([
    { opensAt: '09:00', closesAt: '12:00' },
    { opensAt: '13:00', closesAt: '17:00' },
    { opensAt: '17:00', closesAt: '18:00' },
  ]);
  expect(hoursText(hours).hours).toBe('09:00-12:00, 13:00-17:00, 17:00-18:00');
});

test('holidays are federal, own, both, or none', () => {
  expect(read({ BUSINESS_HOLIDAYS: 'US, 2026-12-24' }).holidays).toEqual(['US', '2026-12-24']);
  expect(read({ BUSINESS_HOLIDAYS: 'none' }).holidays).toEqual([]);
});

const TIMES = 'BUSINESS_HOURS must be times such as 09:00-17:00 or 09:00-12:00, 13:00-17:00';
const ORDER = 'BUSINESS_HOURS must be in order, each opening time before its closing time';

test.each([
  [{ BUSINESS_TIME_ZONE: 'Eastern' }, 'BUSINESS_TIME_ZONE must be a time zone such as America/New_York'],
  [{ BUSINESS_HOURS: '9-5' }, TIMES],
  [{ BUSINESS_HOURS: '' }, TIMES],
  [{ BUSINESS_HOURS: '09:00-12:00,' }, TIMES],
  [{ BUSINESS_HOURS: '09:00-12:00 13:00-17:00' }, TIMES],
  [{ BUSINESS_HOURS: '09:00-24:00' }, TIMES],
  [{ BUSINESS_HOURS: '17:00-09:00' }, ORDER],
  [{ BUSINESS_HOURS: '09:00-09:00' }, ORDER],
  [{ BUSINESS_HOURS: '09:00-13:00, 12:00-17:00' }, ORDER],
  [{ BUSINESS_HOURS: '13:00-17:00, 09:00-12:00' }, ORDER],
  [{ BUSINESS_DAYS: 'Monday' }, 'BUSINESS_DAYS must be days such as Mon-Fri or Mon,Wed,Fri'],
  [{ BUSINESS_DAYS: ',' }, 'BUSINESS_DAYS must be days such as Mon-Fri or Mon,Wed,Fri'],
  [
    { BUSINESS_HOLIDAYS: '2026-02-30' },
    'BUSINESS_HOLIDAYS must be US, none, or dates such as 2026-12-24, separated by commas',
  ],
])('%j is refused', (given, complaint) => {
  expect(complaintAbout(given)).toContain(complaint);
});
