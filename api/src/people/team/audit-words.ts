import { isServiceId } from '@northlight/shared/catalog/ids.ts';
import { formatUsd } from '@northlight/shared/catalog/money.ts';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import { WORK_LABELS, type ShownWork } from '@northlight/shared/contracts/lists.ts';
import { ROLE_LABELS, type Role } from '@northlight/shared/contracts/rights.ts';

type Detail = Record<string, unknown>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const dollars = (amount: unknown): string =>
  typeof amount === 'number' ? formatUsd(Math.round(amount * 100)) : 'everything left';
const about = (beginning: string, what: unknown): string => (text(what) ? `${beginning} ${text(what)}` : '');
const host = (url: unknown): string => (URL.canParse(text(url)) ? new URL(text(url)).host : '');
const monthsOf = ({ month, through }: Detail): string =>
  `${text(month) || 'a month'}${text(through) && ` to ${text(through)}`}`;
const fieldsOf = (value: unknown): Detail => (typeof value === 'object' && value ? (value as Detail) : {});

const RECURRING: Record<string, (detail: Detail) => string> = {
  start: () => 'Started the recurring payment',
  pause: () => 'Paused the recurring payment',
  resume: () => 'Resumed the recurring payment',
  'cancel-now': () => 'Canceled the recurring payment',
  'cancel-later': () => 'Canceled the recurring payment for the end of its period',
  'undo-cancel': () => 'Undid the cancellation of the recurring payment',
  keep: () => 'Kept the recurring payment after a refund',
  'change-amount': ({ from, to }) =>
    `Changed the recurring payment${text(from) && ` from $${text(from)} to $${text(to)}`}`,
  'offer-amount': ({ to }) => `Offered a new price of $${text(to)} for the recurring payment`,
  'withdraw-offer': () => 'Withdrew the offer of a new price',
  refund: ({ amount }) => `Refunded ${dollars(amount)} of a recurring charge`,
};

const QUOTE_ACTIONS: Record<string, string> = {
  send: 'Sent',
  renew: 'Renewed',
  ask: 'Asked an owner to send',
  save: 'Changed',
  withdraw: 'Withdrew',
  message: 'Answered a question about',
  record: 'Recorded a payment for',
};

const CONNECTION_ACTIONS: Record<string, string> = {
  connect: 'Connected',
  disconnect: 'Disconnected',
  check: 'Checked the connection of',
  confirm: 'Confirmed the test email of',
};

const SAMPLE_ACTIONS: Record<string, string> = {
  keep: 'Kept what the shop came with',
  remove: 'Removed what the shop came with',
  undo: 'Undid the decision about what the shop came with',
};

const REQUEST_ACTIONS: Record<string, string> = {
  send: 'Sent a payment request',
  cancel: 'Canceled a payment request',
  'stop-reminders': 'Stopped the reminders of a payment request',
  record: 'Recorded a payment that came another way',
};

/**
 * What happened, in the past tense, for every audited call. No names or addresses of customers: entries are kept for
 * years, also after a customer was erased.
 */
const CUSTOMER_ACTIONS: Record<string, string> = {
  note: 'Added a note to a customer',
  tags: 'Changed the tags of a customer',
  assign: 'Changed who is responsible for a customer',
  join: 'Joined two customers',
  separate: 'Made a person a customer of their own',
  exempt: 'Changed the tax exemption of a customer',
  access: 'Changed what a person of a customer may see',
};

export const SENTENCES: Record<string, string | ((detail: Detail) => string)> = {
  login: 'Logged in',
  'login-failed': 'Failed to log in',
  'login-factor-failed': 'Failed the second factor check',
  'login-refused': 'Was blocked after too many login attempts',
  'invitation-accepted': 'Accepted the invitation',
  'shop-claimed': 'Claimed the shop as its first owner',
  'password-link': 'Asked for a link to set a new password',
  'password-link-refused': 'Asked for another link to set a new password, and got none',
  'password-set-by-link': 'Set a new password with a link',
  'admin-link-printed': ({ withoutFactor }) =>
    `Printed a link on the server to get in${withoutFactor ? ', and removed the second factors' : ''}`,
  'admin-created': 'Created an administrator on the server',
  'admin-password-set': 'Set a password on the server',
  'shop-restored': 'Restored the shop from a backup on the server',
  'person-erased': 'Erased a person on the server',
  'file-uploaded': 'Uploaded a file',
  'file-removed': 'Removed an uploaded file',
  'session-moved': 'Ended a session that was used from another device',
  'address-changed': 'Continued a session from another IP address',
  'GET /api/json/audit.csv': 'Downloaded the audit log',
  'GET /api/json/orders.csv': 'Downloaded the list of orders',
  'GET /api/json/recurring.csv': 'Downloaded the list of recurring payments',
  'GET /api/json/customers.csv': 'Downloaded the list of customers',
  'GET /api/json/invoices.csv': (detail) => `Downloaded the invoices of ${monthsOf(detail)}`,
  'GET /api/json/invoices.zip': (detail) => `Downloaded the PDFs of ${monthsOf(detail)}`,
  'GET /api/json/form-submissions.csv': 'Downloaded the website forms',
  'GET /api/json/voice-agent-submissions.csv': 'Downloaded the voice agent forms',
  'GET /api/json/on-hold-submissions.csv': 'Downloaded the on-hold forms',
  'GET /api/admin/privacy/person.tar': 'Downloaded a person’s data',
  'POST /api/json/shop': ({ state }) =>
    ({ scheduled: 'Scheduled changes of the shop', publishing: 'Published changes of the shop' })[
      String(state)
    ] ?? 'Saved a draft of the shop',
  'POST /api/json/shop/media/:key': 'Uploaded a file for the website',
  'POST /api/json/shop/preview': 'Opened a preview of the shop',
  'POST /api/json/shop/versions/:version': ({ to }) =>
    to ? 'Restored an earlier version of the shop' : 'Discarded a draft of the shop',
  'POST /api/admin/cases/:orderNumber/notes': 'Added a note',
  'POST /api/admin/cases/:orderNumber/assign': ({ to }) =>
    to ? `Made ${text(to)} responsible for the order` : 'Changed who is responsible for the order',
  'POST /api/admin/customers/:id': ({ action, to }) =>
    to
      ? `Made ${text(to)} responsible for a customer`
      : (CUSTOMER_ACTIONS[text(action)] ?? 'Changed a customer'),
  'POST /api/admin/customers/:id/people': ({ action, orders }) =>
    `${CUSTOMER_ACTIONS[text(action)] ?? 'Changed the people of a customer'}${text(orders) && `: of ${text(orders)}`}`,
  'POST /api/admin/cases/:orderNumber/messages': 'Messaged the customer',
  'POST /api/admin/cases/:orderNumber/remind': 'Reminded the customer of missing forms',
  'POST /api/admin/cases/:orderNumber/work-status': ({ to }) =>
    `Changed the work status${to ? ` to ${WORK_LABELS[to as ShownWork].toLowerCase()}` : ''}`,
  'POST /api/admin/cases/:orderNumber/undo': 'Undid a change of the work status',
  'POST /api/admin/cases/:orderNumber/testimonial': 'Used a review as a testimonial',
  'POST /api/admin/cases/:orderNumber/end-links': 'Ended the customer’s earlier links',
  'POST /api/admin/cases/:orderNumber/deliveries': ({ service }) =>
    isServiceId(service)
      ? `Delivered the next version of ${SERVICES[service].name}`
      : 'Delivered the next version',
  'POST /api/admin/cases/:orderNumber/live': 'Marked the website as live',
  'POST /api/admin/cases/:orderNumber/work/:id/done': 'Marked something sold as done',
  'POST /api/admin/cases/:orderNumber/recurring': (detail) =>
    RECURRING[text(detail['action'])]?.(detail) ?? 'Changed the recurring payment',
  'POST /api/admin/messages/send-again': 'Resent every failed email',
  'POST /api/admin/messages/:id/send-again': 'Resent an email',
  'POST /api/admin/messages/:id/leave-unsent': 'Discarded an email',
  'POST /api/admin/profile': 'Changed their name or email address',
  'POST /api/admin/notices': 'Changed their notifications',
  'POST /api/admin/order-views': 'Changed their views of the orders',
  'POST /api/admin/payments/dismiss': 'Dismissed a payment to review',
  'POST /api/admin/payments/:id/refund': ({ amount }) => `Refunded ${dollars(amount)} of a payment`,
  'POST /api/json/connections/:id': ({ name, action }) =>
    about(CONNECTION_ACTIONS[text(action)] ?? 'Changed', name) || 'Changed a connection',
  'POST /api/json/samples': ({ action, samples }) =>
    `${SAMPLE_ACTIONS[text(action)] ?? 'Decided about samples'}: ${[samples].flat().map(text).join(', ')}`,
  'POST /api/admin/connection-news': 'Dismissed the notice of a changed connection',
  'POST /api/json/recovery-sheet': 'Downloaded the recovery sheet',
  'POST /api/json/live-payments': ({ isOn }) =>
    isOn ? 'Started taking live payments' : 'Stopped taking live payments',
  'POST /api/json/old-machine': 'Said that the old machine is off',
  'POST /api/admin/people': ({ email, role }) =>
    email ? `Invited ${text(email)} as ${ROLE_LABELS[role as Role]}` : 'Invited a person',
  'POST /api/admin/people/:id': ({ person }) => about('Changed', person) || 'Changed a person',
  'POST /api/admin/people/:id/invite': ({ person }) =>
    about('Sent a new link to', person) || 'Sent a new link',
  'POST /api/admin/imports/check': 'Checked a file to import',
  'POST /api/admin/imports': 'Imported a file',
  'POST /api/admin/imports/:id/undo': 'Undid an import',
  imported: 'Imported a file',
  'import-undone': 'Undid an import',
  'POST /api/admin/privacy/find': 'Looked up a person’s data',
  'POST /api/admin/privacy/erase': 'Erased a person',
  'POST /api/json/quotes': ({ quote }) => about('Wrote quote', quote) || 'Wrote a quote',
  'POST /api/json/quotes/:number': ({ quote, action }) =>
    `${QUOTE_ACTIONS[text(action)] ?? 'Changed'} quote ${text(quote)}`.trim(),
  'POST /api/admin/cases/:orderNumber/collect': ({ action }) =>
    REQUEST_ACTIONS[text(action)] ?? 'Changed a payment request',
  'POST /api/admin/cases/:orderNumber/payment-requests': ({ amount }) =>
    `Asked the customer for a payment of ${dollars(amount)}`,
  'POST /api/admin/cases/:orderNumber/payment-requests/:id': ({ action }) =>
    REQUEST_ACTIONS[text(action)] ?? 'Changed a payment request',
  'POST /api/admin/promo-codes': ({ code }) => about('Created promo code', code) || 'Created a promo code',
  'POST /api/admin/promo-codes/:code': ({ code }) =>
    about('Changed promo code', code) || 'Changed a promo code',
  'POST /api/admin/security/confirm/options': 'Started a confirmation with a passkey',
  'POST /api/admin/security/confirm': 'Confirmed with a second factor',
  'POST /api/admin/security/ready': 'Was asked for the second factor',
  'POST /api/admin/security/totp/new': 'Started adding an authenticator app',
  'POST /api/admin/security/totp': 'Added an authenticator app',
  'POST /api/admin/security/totp/remove': 'Removed their authenticator app',
  'POST /api/admin/security/passkeys/new': 'Started adding a passkey',
  'POST /api/admin/security/passkeys': 'Added a passkey',
  'POST /api/admin/security/passkeys/:id/remove': 'Removed a passkey',
  'POST /api/admin/security/recovery-codes': 'Replaced their recovery codes',
  'POST /api/admin/security/sessions/end-others': 'Ended their other sessions',
  'POST /api/admin/security/sessions/:id/end': 'Ended one of their sessions',
  'POST /api/admin/security/settings': 'Changed when a second factor is required',
  'POST /api/admin/logout': 'Logged out',
  'POST /api/admin/reset-password': 'Changed their password',
  'POST /api/admin/submissions/:form/:id/accept': 'Accepted an unverified form',
  'POST /api/admin/submissions/:form/:id/release': 'Moved a form out of quarantine',
  'POST /api/admin/tokens': ({ name, role }) =>
    name ? `Created the API token ${text(name)} as ${ROLE_LABELS[role as Role]}` : 'Created an API token',
  'POST /api/admin/tokens/:id/revoke': ({ name }) =>
    about('Revoked the API token', name) || 'Revoked an API token',
  'POST /api/admin/test-order': 'Placed a test order',
  'POST /api/admin/setup': 'Dismissed the list of what is not set up yet, or showed it again',
  'POST /api/admin/rules': 'Changed the rules of charges, refunds, and backups',
  'POST /api/admin/wording': ({ what }) =>
    Array.isArray(what) && what.includes('replies')
      ? 'Changed the ready replies'
      : 'Changed when customers are written to',
  'POST /api/admin/webhooks': ({ to }) =>
    about('Added a webhook:', host(fieldsOf(to)['url'])) || 'Added a webhook',
  'POST /api/admin/webhooks/:id': ({ to }) =>
    about('Changed the webhook', host(fieldsOf(to)['url'])) || 'Changed a webhook',
  'POST /api/admin/webhooks/:id/secret': ({ url }) =>
    about('Made a new secret for the webhook', host(url)) || 'Made a new secret for a webhook',
  'POST /api/admin/webhooks/:id/test': ({ url }) =>
    about('Sent a test event to', host(url)) || 'Sent a test event',
  'POST /api/admin/webhooks/:id/remove': ({ url }) =>
    about('Removed the webhook', host(url)) || 'Removed a webhook',
  'POST /api/admin/webhook-messages/:id/resend': 'Resent a webhook message',
};

export function auditText(action: string, detail: Detail | null = null): string {
  const sentence = SENTENCES[action] ?? action;
  return typeof sentence === 'string' ? sentence : sentence(detail ?? {});
}

/** The actions whose sentence contains a text. */
export const actionsWith = (term: string): string[] =>
  Object.keys(SENTENCES).filter((action) => auditText(action).toLowerCase().includes(term.toLowerCase()));

/** "Time zone: America/New_York → America/Detroit": the fields that a change gave another value. */
export function changeText(detail: Detail | null): string {
  const [from, to] = [fieldsOf(detail?.['from']), fieldsOf(detail?.['to'])];
  const isNew = detail?.['from'] === undefined;
  return Object.keys(to)
    .map((name) => ({ name, before: valueText(name, from[name]), after: valueText(name, to[name]) }))
    .filter(({ before, after }) => before !== after)
    .map(({ name, before, after }) => `${fieldName(name)}: ${isNew ? '' : `${before} → `}${after}`)
    .join(', ');
}

/** "Amount off" for amountOffCents. */
function fieldName(name: string): string {
  if (name === 'url') return 'URL';
  const words = name
    .replace(/^is(?=[A-Z])|Cents$/g, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueText(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '' || value === 0) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return name.endsWith('Cents') ? formatUsd(value) : String(value);
  if (Array.isArray(value)) return value.length > 4 ? `${value.length} chosen` : value.join(', ') || 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
