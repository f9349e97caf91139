import type { Bug } from './bugs.ts';

export const messages: Bug[] = [
  {
    what: 'a receiver that switches protocols is waited for',
    file: 'api/src/messages/webhooks/post-webhook.ts',
    from: "sending.on('upgrade'",
    to: "sending.on('upgradex'",
    tests: ['hostile-receivers.test'],
  },
  {
    what: 'a webhook’s turn has no deadline',
    file: 'api/src/messages/webhooks/webhook-queue.ts',
    from: 'deliver, TURN_MS)',
    to: 'deliver)',
    tests: ['hostile-receivers.test'],
  },
  {
    what: 'all webhooks wait in one queue',
    file: 'api/src/messages/webhooks/webhook-store.ts',
    from: "and(eq(webhookMessages.endpointId, given('endpointId')), WAITING)",
    to: 'WAITING',
    tests: ['hostile-receivers.test', 'deliveries.test'],
  },
  {
    what: 'only the first address of a webhook’s name is checked',
    file: 'api/src/messages/webhooks/post-webhook.ts',
    from: '!found.every(({ address }) => isAllowed(address))',
    to: '!isAllowed(first.address)',
    tests: ['deliveries.test'],
  },
  {
    what: 'emails of all kinds share the counter of a network',
    file: 'api/src/http/limits/unverified-recipients.ts',
    from: '`${kind} ${clientKey(address)}`',
    to: '`${clientKey(address)}`',
    tests: ['unverified-recipients.test'],
  },
  {
    what: 'emails of all kinds share the counter of a mailbox',
    file: 'api/src/http/limits/unverified-recipients.ts',
    from: '[`${kind} ${mailbox}`, MAX_TO_MAILBOX]',
    to: '[`${mailbox}`, MAX_TO_MAILBOX]',
    tests: ['unverified-recipients.test'],
  },
  {
    what: 'confirmations of orders wait behind other emails',
    file: 'api/src/messages/outbox/outbox-store.ts',
    from: "lane === 'email' ? nextConfirmation(db).get()",
    to: "lane === ('x' as string) ? nextConfirmation(db).get()",
    tests: ['outbox.test'],
  },
  {
    what: 'an email that is held back is lost',
    file: 'api/src/messages/outbox/queue-unverified.ts',
    from: 'outboxStore.holdBack(db, message.key, HELD_BACK)',
    to: 'outboxStore.drop(db, outboxStore.byKey(db, message.key)?.id ?? 0)',
    tests: ['unverified-recipients.test'],
  },
  {
    what: 'a stranger’s limit delays the owner’s link',
    file: 'api/src/messages/outbox/queue-unverified.ts',
    from: '  if (before && !isHeldBack && !isLater) return null;',
    to: '  if (before) return null;',
    tests: ['queue-unverified.test', 'order-page.test'],
  },
  {
    what: 'asking again takes room from later emails',
    file: 'api/src/messages/outbox/queue-unverified.ts',
    from: 'address, dueAt, latest)',
    to: 'address, dueAt)',
    tests: ['queue-unverified.test'],
  },
];
