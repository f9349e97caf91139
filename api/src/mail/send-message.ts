import type { Env } from '../env.ts';
import type { OrderStore } from '../orders/order-store.ts';
import type { SendMessage } from '../outbox/outbox-worker.ts';
import type { MailTransport } from './transport.ts';

type Deps = {
  orderStore: OrderStore;
  settings: Pick<Env, 'publicUrl' | 'business' | 'mailFrom'>;
  transport: MailTransport;
};

/** Turns an outbox row into a mail and hands it over. The templates are loaded with the first mail, not at start. */
export function createSendMessage({ orderStore, settings, transport }: Deps): SendMessage {
  return async (message) => {
    const { orderConfirmation } = await import('./order-confirmation.ts');
    const order = orderStore.byId(message.orderId);
    if (!order) throw new Error(`The order of message ${message.key} is gone.`);
    const mail = { ...orderConfirmation(order, settings), to: message.recipient };
    await transport.send(mail, message.key.replaceAll(':', '-'));
  };
}
