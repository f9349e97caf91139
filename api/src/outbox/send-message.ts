import type { Env } from '../env.ts';
import type { MailTransport, MailText } from '../mail/transport.ts';
import type { Newsletter } from '../newsletter/newsletter.ts';
import type { IntakeLinks } from '../orders/intake-links.ts';
import type { OrderStore, OrderWithLines } from '../orders/order-store.ts';
import type { OutboxMessage } from './outbox-store.ts';
import type { SendMessage } from './outbox-worker.ts';

type Deps = {
  orderStore: OrderStore;
  intakeLinks: IntakeLinks;
  settings: Pick<Env, 'publicUrl' | 'business' | 'mailFrom'>;
  transport: MailTransport;
  newsletter: Newsletter | null;
};

/** Does what an outbox row asks for, or rejects. The mail templates are loaded with the first mail, not at start. */
export function createSendMessage(deps: Deps): SendMessage {
  return async (message) => {
    switch (message.kind) {
      case 'newsletter':
        return joinNewsletter(deps, message);
      case 'order-confirmation':
      case 'refund':
        return sendMail(deps, message);
    }
  };
}

async function sendMail(deps: Deps, message: OutboxMessage): Promise<void> {
  const { orderStore, settings, transport } = deps;
  const order = orderStore.byNumber(message.orderNumber);
  if (!order) throw new Error(`The order of message ${message.key} is gone.`);
  const mail = await writeMail(deps, message, order);
  // Sent again after a crash it bears the same id, so that a mailbox that has it already shows it once.
  const messageId = `<${message.key.replaceAll(':', '.')}@${new URL(settings.publicUrl).hostname}>`;
  await transport.send({ ...mail, messageId, to: message.recipient }, message.key.replaceAll(':', '-'));
}

async function writeMail(
  { settings, intakeLinks }: Deps,
  { payload }: OutboxMessage,
  order: OrderWithLines,
): Promise<MailText> {
  if (payload && 'taxCents' in payload) {
    const { refundNotice } = await import('../mail/refund-notice.ts');
    return refundNotice(order, payload, settings);
  }
  const { orderConfirmation } = await import('../mail/order-confirmation.ts');
  return orderConfirmation(order, settings, intakeLinks);
}

async function joinNewsletter(
  { newsletter }: Deps,
  { payload, recipient, key }: OutboxMessage,
): Promise<void> {
  if (!payload || !('tag' in payload)) throw new Error(`Message ${key} says nothing of whom to add.`);
  if (!newsletter) throw new Error('No mailing list is configured.');
  await newsletter.subscribe({ email: recipient, ...payload });
}
