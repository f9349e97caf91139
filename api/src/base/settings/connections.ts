import { BACKUPS_PRESETS, EMAIL_PRESETS, type Preset, REPLIES_PRESETS } from './connection-presets.ts';
import type { ConnectionId } from '@northlight/shared/contracts/connections.ts';
import type { Env } from './env.ts';
import { CONSENT_SETTINGS, consentIn } from './mail-consent.ts';
import { PROVIDER_IDS, type ProviderId } from './payment-state.ts';

export type Setting = {
  label: string;
  /** Its name in .env. Several fields can be parts of one address there. Without one, only the form has it. */
  env?: string;
  help?: string;
  isSecret?: true;
  /** The fields that say who gets it. If one changes, it must be entered again, so that nobody can have it sent elsewhere. */
  goesTo?: readonly string[];
  isOptional?: true;
  /** It is a part of the address in .env. */
  isPart?: true;
  /** The shop finds or makes it itself, so no form asks for it. */
  isMade?: true;
  /** The dashboard makes it. Its end must be typed again, so that it was kept elsewhere. */
  isGenerated?: true;
  options?: Readonly<Record<string, string>>;
  /** Shown and kept only with one of these values of another field. */
  onlyWith?: readonly [field: string, ...values: string[]];
  /** Dropped when one of these changes. */
  endsWith?: readonly string[];
};
export type Values = Readonly<Record<string, string>>;

type ConnectionKind = {
  label: string;
  about: string;
  settings: Readonly<Record<string, Setting>>;
  /** The parts of the environment that it makes. */
  parts: readonly (keyof Env)[];
  /** Whoever sets one of these on the server has set the whole connection there. */
  fixedBy: readonly string[];
  /** What fills in the form for well-known providers. */
  presets?: readonly Preset[];
  /** The services' pages where keys are made. */
  links?: readonly (readonly [label: string, url: string])[];
  /** What the values are in .env, where that isn't one value for each setting. */
  variables?: (values: Values) => Values;
};

/** Whose account it is, until another key is entered. */
const accountEnding = (key: string): Record<string, Setting> => ({
  account: { label: 'Account', isMade: true, endsWith: [key] },
  accountName: { label: 'Name of the account', isMade: true, endsWith: [key] },
});

const MAIL_LINKS = [
  ['App passwords at Google', 'https://myaccount.google.com/apppasswords'],
  ['Apps for Google’s consent', 'https://console.cloud.google.com/auth/clients'],
  ['Apps for Microsoft’s consent', 'https://entra.microsoft.com/'],
  ['App passwords at Fastmail', 'https://app.fastmail.com/settings/security/apps'],
] as const;

/** The one list of the settings of services: `.env`, the doctor, and the forms in the dashboard all follow it. */
export const CONNECTIONS: Record<ConnectionId, ConnectionKind> = {
  stripe: {
    label: 'Stripe',
    about: 'Takes payments by card and by the other methods you turn on at Stripe.',
    settings: {
      publishableKey: {
        label: 'Publishable key',
        env: 'STRIPE_PUBLISHABLE_KEY',
        help: 'Copy both keys from Stripe’s dashboard, under Developers, API keys. Start with the test keys (pk_test_). Live keys come last.',
      },
      secretKey: {
        label: 'Secret key',
        env: 'STRIPE_SECRET_KEY',
        help: 'It starts with sk_, or with rk_ if you restricted it. To check it, the shop creates a payment of 50 cents and cancels it right away. Nobody is charged.',
        isSecret: true,
      },
      webhookSecret: { label: 'Webhook secret', env: 'STRIPE_WEBHOOK_SECRET', isSecret: true, isMade: true },
      ...accountEnding('secretKey'),
    },
    links: [
      ['Test keys at Stripe', 'https://dashboard.stripe.com/test/apikeys'],
      ['Live keys at Stripe', 'https://dashboard.stripe.com/apikeys'],
    ],
    parts: ['payments'],
    fixedBy: ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  },
  paypal: {
    label: 'PayPal',
    about: 'Takes payments with PayPal.',
    settings: {
      clientId: {
        label: 'Client ID',
        env: 'PAYPAL_CLIENT_ID',
        help: 'Copy both from the app in PayPal’s developer dashboard, under Apps & Credentials. Start with an app in the sandbox. Live keys come last.',
      },
      clientSecret: { label: 'Secret', env: 'PAYPAL_CLIENT_SECRET', isSecret: true },
      webhookId: { label: 'Webhook ID', env: 'PAYPAL_WEBHOOK_ID', isMade: true, endsWith: ['clientId'] },
      apiBase: { label: 'Sandbox or live', env: 'PAYPAL_API_BASE', isMade: true, endsWith: ['clientId'] },
      ...accountEnding('clientId'),
    },
    links: [['Apps at PayPal', 'https://developer.paypal.com/dashboard/applications']],
    parts: ['payments'],
    fixedBy: ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'],
  },
  email: {
    label: 'Outgoing email',
    about: 'Sends confirmations, reminders, and notices. Without it, emails are only saved on the server.',
    settings: {
      host: { label: 'Server', env: 'SMTP_URL', isPart: true },
      port: { label: 'Port', env: 'SMTP_URL', isPart: true, help: 'Usually 465 or 587.' },
      user: { label: 'User', env: 'SMTP_URL', isPart: true, isOptional: true },
      password: {
        label: 'Password',
        env: 'SMTP_URL',
        isPart: true,
        isSecret: true,
        goesTo: ['host', 'port', 'user'],
        isOptional: true,
        help: 'Many providers want an app password, which you create in your account there.',
        onlyWith: ['login', '', 'password'],
      },
      ...CONSENT_SETTINGS,
      from: {
        label: 'Sender',
        env: 'MAIL_FROM',
        isOptional: true,
        help: 'An address, or a name with an address, such as My Shop <hello@shop.example>. Without one, the business’s name and email.',
      },
    },
    links: MAIL_LINKS,
    parts: ['smtpUrl', 'mailFrom'],
    fixedBy: ['SMTP_URL'],
    presets: EMAIL_PRESETS,
    variables: (values) => ({
      SMTP_URL: mailUrl('smtp', '465', values),
      ...(values['from'] && { MAIL_FROM: values['from'] }),
    }),
  },
  replies: {
    label: 'Replies',
    about: 'Reads a mailbox, so that customers’ replies become messages on their order.',
    settings: {
      host: { label: 'Server', env: 'IMAP_URL', isPart: true },
      port: { label: 'Port', env: 'IMAP_URL', isPart: true, help: 'Usually 993.' },
      user: {
        label: 'User',
        env: 'IMAP_URL',
        isPart: true,
        help: 'If it is an email address, customers reply to it. It must be a mailbox of its own, not a group or a forwarding address.',
      },
      password: {
        label: 'Password',
        env: 'IMAP_URL',
        isPart: true,
        isSecret: true,
        goesTo: ['host', 'port', 'user'],
        onlyWith: ['login', '', 'password'],
      },
      ...CONSENT_SETTINGS,
      folder: {
        label: 'Folder',
        env: 'IMAP_URL',
        isPart: true,
        isOptional: true,
        help: 'INBOX without one.',
      },
    },
    links: MAIL_LINKS,
    parts: ['inbox'],
    fixedBy: ['IMAP_URL'],
    presets: REPLIES_PRESETS,
    variables: ({ folder = '', ...values }) => ({
      IMAP_URL: `${mailUrl('imap', '993', values)}/${encodeURIComponent(folder || 'INBOX')}${consentIn(values, undefined) ? '?login=consent' : ''}`,
    }),
  },
  mailchimp: {
    label: 'Mailchimp',
    about:
      'Invites everyone who fills out a website or voice agent form to your mailing list. Nobody is on it until they confirm in Mailchimp’s email.',
    settings: {
      apiKey: {
        label: 'API key',
        env: 'MAILCHIMP_API_KEY',
        isSecret: true,
        help: 'Create one in Mailchimp under Profile, Extras, API keys. It ends with a dash and a server, such as -us21.',
      },
      audience: {
        label: 'Audience',
        env: 'MAILCHIMP_LIST_ID',
        isOptional: true,
        help: 'Leave it empty to choose from a list.',
      },
    },
    links: [['API keys at Mailchimp', 'https://admin.mailchimp.com/account/api']],
    parts: ['mailchimp'],
    fixedBy: ['MAILCHIMP_API_KEY', 'MAILCHIMP_LIST_ID'],
  },
  backups: {
    label: 'Backups',
    about: 'Copies everything in the shop to another place every hour, encrypted.',
    settings: {
      to: {
        label: 'Place',
        env: 'BACKUP_TO',
        help: 'A folder on another disk of the server, such as /mnt/backups, or the name of a bucket, such as s3://my-bucket.',
      },
      endpoint: {
        label: 'Address of the store',
        env: 'BACKUP_S3_ENDPOINT',
        isOptional: true,
        help: 'The endpoint on the bucket’s page, such as https://s3.example.com. Empty for Amazon S3.',
      },
      region: {
        label: 'Region',
        env: 'AWS_REGION',
        isOptional: true,
        help: 'On the bucket’s page, too. us-east-1 without one.',
      },
      accessKeyId: { label: 'Access key ID', env: 'AWS_ACCESS_KEY_ID', isOptional: true },
      secretAccessKey: {
        label: 'Secret access key',
        env: 'AWS_SECRET_ACCESS_KEY',
        isSecret: true,
        goesTo: ['endpoint', 'region', 'accessKeyId'],
        isOptional: true,
      },
      key: {
        label: 'Key of the backups',
        env: 'BACKUP_KEY',
        isSecret: true,
        isGenerated: true,
        help: 'Without it, nobody can open a backup. Keep it somewhere other than the server.',
      },
    },
    links: [
      ['Access keys at Amazon', 'https://console.aws.amazon.com/iam/home#/security_credentials'],
      ['Application keys at Backblaze', 'https://secure.backblaze.com/app_keys.htm'],
      ['API tokens at Cloudflare', 'https://dash.cloudflare.com/?to=/:account/r2/api-tokens'],
      ['Access keys at Wasabi', 'https://console.wasabisys.com/access_keys'],
      ['Projects at Hetzner', 'https://console.hetzner.cloud/projects'],
    ],
    parts: ['backup'],
    fixedBy: ['BACKUP_TO', 'BACKUP_KEY'],
    presets: BACKUPS_PRESETS,
  },
  address: {
    label: 'Address',
    about: 'Where visitors find the shop. Links in emails, payments, and passkeys use it.',
    settings: {
      url: { label: 'Address', env: 'PUBLIC_URL', help: 'Such as https://shop.example.com.' },
      proxies: {
        label: 'Proxies in front',
        env: 'TRUST_PROXY_HOPS',
        isOptional: true,
        help: 'How many servers of yours pass requests on. Leave it empty to have them counted.',
      },
    },
    parts: ['publicUrl', 'trustProxyHops'],
    fixedBy: ['PUBLIC_URL', 'TRUST_PROXY_HOPS'],
  },
};

function mailUrl(protocol: string, tlsPort: string, values: Values): string {
  const { host = '', port = '', user = '', password = '' } = values;
  const login = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : '';
  return `${protocol}${port === tlsPort ? 's' : ''}://${login}${host}:${port}`;
}

export const isProvider = (id: ConnectionId): id is ProviderId => PROVIDER_IDS.some((one) => one === id);

export const kindOf = (id: ConnectionId): ConnectionKind => CONNECTIONS[id];

/** Whether a connection is set on the server. */
export const isFixed = ({ variables }: Pick<Env, 'variables'>, id: ConnectionId): boolean =>
  kindOf(id).fixedBy.some((name) => variables[name] !== undefined);

/** What a connection has in .env or would have there. */
export function variablesOf(id: ConnectionId, values: Values): Values {
  const { settings, variables } = kindOf(id);
  if (variables) return variables(values);
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      settings[name]?.env && value ? [[settings[name].env, value]] : [],
    ),
  );
}
