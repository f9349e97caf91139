/** How long each kind of data is kept. */
export const RETENTION = {
  answers: { days: 3 * 365, label: 'Answers, messages, and files of an order, and quotes that became none' },
  emails: { days: 2 * 365, label: 'Copies of sent emails' },
  quarantine: { days: 180, label: 'Forms in quarantine' },
  unfinished: { days: 30, label: 'Unfinished checkouts' },
  providerEvents: { days: 90, label: 'Messages from payment providers' },
  webhooks: { days: 30, label: 'Webhook log' },
  audit: { days: 731, label: 'Audit log' },
} as const;
