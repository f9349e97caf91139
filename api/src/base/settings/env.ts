import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DEFAULT_KEPT } from '@northlight/shared/catalog/retention.ts';
import { SAMPLE_BUSINESS } from '@northlight/shared/catalog/sample-business.ts';
import * as z from 'zod/mini';
import { MINIMUM_PASSWORD_LENGTH } from '@northlight/shared/contracts/session.ts';
import type { MailConsent } from './mail-consent.ts';
import { emailAddress } from '@northlight/shared/contracts/texts.ts';
import { backupSettings, backupVariables } from './backup-settings.ts';
import { finishRestore, isStrongSecret, MIN_SECRET_LENGTH, SECRET } from '../data-folder.ts';
import { hoursSettings, hoursVariables } from './hours-settings.ts';
import { inboxSettings, inboxVariables } from './inbox-settings.ts';
import type { PaymentState } from './payment-state.ts';
import { projectRoot } from '../paths.ts';
import { oneOf, optionalUrl, SettingsError, textThat, wholeNumber } from './variables.ts';
import {
  paymentSettings,
  paymentVariables,
  type PaypalSettings,
  type StripeSettings,
} from './payment-settings.ts';

const ONE_MAILBOX = /^(?:[^<>@\r\n]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/;

const Variables = z.object({
  ...paymentVariables,
  ...backupVariables,
  ...hoursVariables,
  ...inboxVariables,
  PORT: wholeNumber('PORT', 0, 65_535, 3_000),
  HOST: z._default(z.string(), '127.0.0.1'),
  PUBLIC_URL: optionalUrl('PUBLIC_URL', /^https?$/, 'https://shop.example.com'),
  DATA_DIR: z._default(z.string(), './data'),
  SESSION_SECRET: z.optional(
    z.string().check(
      z.minLength(
        MIN_SECRET_LENGTH,
        `SESSION_SECRET must be at least ${MIN_SECRET_LENGTH} characters. Leave it empty to generate one`,
      ),
      z.refine(
        (secret) => secret.length < MIN_SECRET_LENGTH || isStrongSecret(secret),
        'SESSION_SECRET must not be one repeated character. Leave it empty to generate one',
      ),
    ),
  ),
  ADMIN_USERNAME: z._default(
    z.string().check(z.trim(), z.maxLength(50, 'ADMIN_USERNAME must be 50 characters or fewer')),
    'admin',
  ),
  ADMIN_PASSWORD: z.optional(
    textThat(
      (text) => text.length >= MINIMUM_PASSWORD_LENGTH,
      `ADMIN_PASSWORD must be at least ${MINIMUM_PASSWORD_LENGTH} characters. Leave it empty to generate one`,
    ),
  ),
  SMTP_URL: optionalUrl('SMTP_URL', /^smtps?$/, 'smtp://user:password@mail.example.com:587'),
  MAIL_FROM: z.optional(
    textThat(
      (text) => ONE_MAILBOX.test(text),
      'MAIL_FROM must be a single address, such as hello@shop.example or "My Shop" <hello@shop.example>',
    ),
  ),
  MAIL_LOGIN_BASE: optionalUrl('MAIL_LOGIN_BASE', /^https?$/, 'https://login.example.com'),
  MAILCHIMP_API_KEY: z.optional(z.string()),
  MAILCHIMP_SERVER_PREFIX: z.optional(
    z.string().check(z.regex(/^[a-z]+\d+$/i, 'MAILCHIMP_SERVER_PREFIX must be a server prefix such as us21')),
  ),
  MAILCHIMP_LIST_ID: z.optional(z.string()),
  MAILCHIMP_API_BASE: optionalUrl('MAILCHIMP_API_BASE', /^https?$/, 'https://us21.api.mailchimp.com/3.0'),
  BUSINESS_NAME: z._default(z.string(), SAMPLE_BUSINESS.name),
  BUSINESS_EMAIL: z._default(emailAddress('BUSINESS_EMAIL must be an email address'), SAMPLE_BUSINESS.email),
  BUSINESS_PHONE: z._default(z.string(), SAMPLE_BUSINESS.phone),
  BUSINESS_ADDRESS: z._default(z.string(), SAMPLE_BUSINESS.address),
  BUSINESS_TAX_ID: z._default(z.string(), ''),
  TRUST_PROXY_HOPS: wholeNumber('TRUST_PROXY_HOPS', 0, 10, 0),
  RECURRING_TAX: oneOf('RECURRING_TAX', ['on', 'off'], 'off'),
  YOUTUBE_URL: optionalUrl('YOUTUBE_URL', /^https$/, 'https://www.youtube.com/watch?v=...'),
  RENEWAL_NOTICE_DAYS: wholeNumber('RENEWAL_NOTICE_DAYS', 1, 90, 30),
  REFUND_SECOND_PAYMENTS: oneOf('REFUND_SECOND_PAYMENTS', ['on', 'off'], 'on'),
  RECURRING_AFTER_REFUND: oneOf('RECURRING_AFTER_REFUND', ['end', 'ask'], 'end'),
  RATE_LIMIT: oneOf('RATE_LIMIT', ['on', 'off'], 'on'),
  VERSION_FEED: optionalUrl('VERSION_FEED', /^https$/, 'https://example.com/versions.json'),
  METRICS_TOKEN: z.optional(
    z.string().check(z.minLength(16, 'METRICS_TOKEN must be at least 16 characters')),
  ),
  LOG_LEVEL: oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
});

export type MailchimpSettings = {
  apiKey: string;
  listId: string;
  /** Without a trailing slash. Paths such as `/lists/...` are appended. */
  basePath: string;
};

type Settings = ReturnType<typeof parseEnv>;
/** What the server runs with. `secret` signs session cookies and links. */
export type Env = Omit<Settings, 'secret'> & { secret: string };

/**
 * Reads the environment, then `.env` in the project root, and prepares the data folder. Throws a SettingsError that
 * names every invalid setting.
 */
export function readEnv(): Env {
  const dotEnv = join(projectRoot, '.env');
  if (existsSync(dotEnv)) process.loadEnvFile(dotEnv);
  return withDataFolder(parseEnv(process.env));
}

/** Makes the data folder, finishes a restore, and keeps a secret there if none is set. */
export function withDataFolder(settings: Settings): Env {
  prepareDataDir(settings.dataDir);
  return { ...settings, secret: settings.secret ?? secretInFolder(settings.dataDir) };
}

/** Changes nothing. Empty settings count as missing, so `.env.example` can be copied as it is. */
export function parseEnv(variables: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const { success, data, error } = Variables.safeParse(given);
  if (!success) throw new SettingsError(error.issues.map((issue) => issue.message).join('; '));
  const publicUrl = (data.PUBLIC_URL ?? `http://localhost:${data.PORT}`).replace(/\/+$/, '');
  const dataDir = resolve(projectRoot, data.DATA_DIR);
  return {
    /** As they were given. What is saved in the dashboard adds to them. */
    variables: Object.fromEntries(
      Object.keys(data).flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
    ),
    /** Accounts that were connected before, for payments that were started there. */
    earlier: { stripe: [] as StripeSettings[], paypal: [] as PaypalSettings[] },
    port: data.PORT,
    host: data.HOST,
    /** Without a trailing slash. The base of every link in emails. */
    publicUrl,
    dataDir,
    secret: data.SESSION_SECRET,
    /** For the first administrator. Without a password, one is generated; see `first-password.ts`. */
    admin: { username: data.ADMIN_USERNAME, password: data.ADMIN_PASSWORD },
    payments: paymentSettings(data, publicUrl),
    /** How the shop is paid, with what owners saved. */
    paymentState: { mode: 'demo', why: null, uses: [], waits: [] } as PaymentState,
    /** Whether recurring amounts include sales tax where the first payment does. */
    taxesRecurring: data.RECURRING_TAX === 'on',
    /** The demo video on YouTube, or empty. */
    youtubeUrl: data.YOUTUBE_URL ?? '',
    /** How long before a yearly charge customers are told. */
    renewalNoticeDays: data.RENEWAL_NOTICE_DAYS,
    /** Whether second payments are refunded automatically. */
    refundsSecondPayments: data.REFUND_SECOND_PAYMENTS === 'on',
    /** Whether a recurring payment ends when its order is fully refunded or charged back. Otherwise people decide. */
    endsPaidBack: data.RECURRING_AFTER_REFUND === 'end',
    /** How long data is kept, which owners decide in the dashboard. */
    ...DEFAULT_KEPT,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? `"${data.BUSINESS_NAME.replaceAll('"', '')}" <${data.BUSINESS_EMAIL}>`,
    /** Logins at mail servers with a provider's consent, which only the dashboard can get. */
    consents: {} as Partial<Record<'email' | 'replies', MailConsent | undefined>>,
    /** Where replies to the shop's emails arrive. */
    inbox: inboxSettings(data),
    mailchimp: mailchimpSettings(data),
    business: {
      name: data.BUSINESS_NAME,
      email: data.BUSINESS_EMAIL,
      phone: data.BUSINESS_PHONE,
      address: data.BUSINESS_ADDRESS,
      taxId: data.BUSINESS_TAX_ID,
    },
    /** When the studio works. The promises' clocks run only then. */
    hours: hoursSettings(data),
    backup: backupSettings(data, { projectRoot, dataDir }),
    trustProxyHops: data.TRUST_PROXY_HOPS,
    isRateLimited: data.RATE_LIMIT === 'on',
    /** Undefined without metrics. */
    /** Where the server reads once a day which version is the newest. */
    versionFeed: data.VERSION_FEED,
    metricsToken: data.METRICS_TOKEN,
    logLevel: data.LOG_LEVEL as string,
    /** Turns on developer tools, such as email previews. */
    isDevelopment: data.NODE_ENV === 'development',
    isStartedByNpx: variables['npm_execpath']?.includes('_npx') ?? false,
  };
}

/** All or none: incomplete settings would silently lose subscribers. */
function mailchimpSettings(settings: z.infer<typeof Variables>): MailchimpSettings | undefined {
  const { MAILCHIMP_API_KEY: apiKey, MAILCHIMP_LIST_ID: listId, MAILCHIMP_API_BASE: base } = settings;
  // A key ends with its server prefix: 0123456789abcdef-us21.
  const prefix = settings.MAILCHIMP_SERVER_PREFIX ?? /-([a-z]+\d+)$/i.exec(apiKey ?? '')?.[1];
  if (apiKey === undefined && listId === undefined && prefix === undefined) return undefined;
  if (apiKey !== undefined && listId !== undefined && (prefix ?? base) !== undefined) {
    return { apiKey, listId, basePath: versionedBase(base ?? `https://${prefix}.api.mailchimp.com`) };
  }
  const missing = Object.entries({
    MAILCHIMP_API_KEY: apiKey,
    MAILCHIMP_SERVER_PREFIX: prefix ?? base,
    MAILCHIMP_LIST_ID: listId,
  }).flatMap(([name, value]) => (value === undefined ? [name] : []));
  throw new SettingsError(
    `The mailing list is only partly set up. Set ${missing.join(' and ')} as well, or clear all MAILCHIMP settings`,
  );
}

/** An address without a path gets Mailchimp's own path. */
function versionedBase(base: string): string {
  const isBare = new URL(base).pathname === '/';
  return `${base.replace(/\/+$/, '')}${isBare ? '/3.0' : ''}`;
}

function prepareDataDir(dataDir: string): void {
  try {
    // Customers' data is only for the server's own account. An existing folder keeps its permissions.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    finishRestore(dataDir);
    mkdirSync(join(dataDir, 'mail'), { recursive: true, mode: 0o700 });
    writeFileSync(join(dataDir, '.writable'), '');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    throw new SettingsError(
      `Cannot write to DATA_DIR ${dataDir} (${reason}). Choose another folder, or change its owner`,
    );
  }
}

function secretInFolder(dataDir: string): string {
  const file = join(dataDir, SECRET);
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // A full disk or a power cut can leave an empty file, and with a weak secret anyone could sign.
  if (isStrongSecret(kept)) return kept;
  const made = randomBytes(32).toString('base64url');
  writeFileSync(file, made, { mode: 0o600 });
  return made;
}

/** Whether customers can reach the shop. */
export const isPublic = ({ publicUrl }: Pick<Env, 'publicUrl'>): boolean =>
  !isLoopback(new URL(publicUrl).hostname);

/** Whether a host name leads to the machine that calls it. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

export const isHttps = ({ publicUrl }: Pick<Env, 'publicUrl'>): boolean => publicUrl.startsWith('https:');

/** Over https, no other host and no unencrypted connection can set a cookie with this prefix. */
export function cookieName(name: string, isEncrypted: boolean): string {
  return isEncrypted ? `__Host-${name}` : name;
}
