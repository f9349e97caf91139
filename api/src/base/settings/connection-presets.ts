/** What is the same for all customers of a provider: the name, and the values of the form. */
export type Preset = readonly [label: string, values: Record<string, string>];

export const EMAIL_PRESETS: readonly Preset[] = [
  ['Google Workspace', { host: 'smtp.gmail.com', port: '465', login: 'google' }],
  ['Google with an app password', { host: 'smtp.gmail.com', port: '465', login: 'password' }],
  ['Microsoft 365', { host: 'smtp.office365.com', port: '587', login: 'microsoft' }],
  ['Fastmail', { host: 'smtp.fastmail.com', port: '465' }],
  ['Zoho', { host: 'smtp.zoho.com', port: '465' }],
  ['Postmark', { host: 'smtp.postmarkapp.com', port: '587' }],
  ['Amazon SES', { host: 'email-smtp.us-east-1.amazonaws.com', port: '587' }],
  ['Mailgun', { host: 'smtp.mailgun.org', port: '587' }],
  ['Brevo', { host: 'smtp-relay.brevo.com', port: '587' }],
];

export const REPLIES_PRESETS: readonly Preset[] = [
  ['Google Workspace', { host: 'imap.gmail.com', port: '993', login: 'google' }],
  ['Google with an app password', { host: 'imap.gmail.com', port: '993', login: 'password' }],
  ['Microsoft 365', { host: 'outlook.office365.com', port: '993', login: 'microsoft' }],
  ['Fastmail', { host: 'imap.fastmail.com', port: '993' }],
  ['Zoho', { host: 'imap.zoho.com', port: '993' }],
];

export const BACKUPS_PRESETS: readonly Preset[] = [
  ['Amazon S3', { endpoint: '', region: 'us-east-1' }],
  ['Backblaze B2', { endpoint: 'https://s3.us-west-004.backblazeb2.com', region: 'us-west-004' }],
  ['Cloudflare R2', { endpoint: 'https://ACCOUNT.r2.cloudflarestorage.com', region: 'auto' }],
  ['Wasabi', { endpoint: 'https://s3.wasabisys.com', region: 'us-east-1' }],
  ['Hetzner', { endpoint: 'https://fsn1.your-objectstorage.com', region: 'fsn1' }],
];
