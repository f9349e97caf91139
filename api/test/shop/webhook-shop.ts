import { webhookEvents } from '@northlight/shared/contracts/webhooks.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { queueWebhooks } from '../../src/messages/webhooks/queue-webhooks.ts';
import { addAdmin, loggedIn } from '../fixtures/admin-fixtures.ts';
import { dialOf, startReceiver } from '../fixtures/webhook-receiver.ts';
import { startTestApp } from './test-app.ts';

/** A shop whose owner adds webhooks. */
export async function webhookShop(options: Parameters<typeof startTestApp>[0] = {}) {
  const app = await startTestApp({ dial: dialOf(), ...options });
  await addAdmin(app);
  // Sessions end before the clocks do.
  const cookie = () => loggedIn(app);
  const see = async (path: string) => (await app.get(path, await cookie())).body;
  const act = async (path: string, body: object = {}) => app.post(path, body, await cookie());
  const add = async (url: string, events: readonly string[] = webhookEvents) =>
    (await act('/api/admin/webhooks', { url, events, isOn: true })).body;
  /** Something happened that all webhooks are told. */
  const tell = (id = 1, orderNumber: string | null = null) =>
    inTransaction(app.db, () =>
      queueWebhooks(app.context, { event: 'website.live', orderNumber, id, text: 'It is live' }),
    );
  /** Sends what is due. */
  const send = async () => void (await app.sentEmails());
  return {
    app,
    see,
    act,
    add,
    /** A webhook of a receiver that answers like this. */
    receive: async (answer?: Parameters<typeof startReceiver>[0], events?: readonly string[]) => {
      const receiver = await startReceiver(answer);
      const { id, secret }: { id: number; secret: string } = await add(receiver.url, events);
      return { receiver, id, secret };
    },
    webhook: async (id = 1) =>
      (await see('/api/json/webhooks')).webhooks.find((webhook: { id: number }) => webhook.id === id),
    log: async (id = 1) => (await see(`/api/json/webhooks/${id}/log`)).entries,
    tell,
    send,
    /** Something happened, and what is due is sent. */
    tellAndSend: async (id?: number) => {
      await tell(id);
      await send();
    },
    wait: (seconds: number) => app.wait(seconds * 1_000),
    /** Time passes, and what is due is sent. */
    waitAndSend: async (seconds: number) => {
      app.wait(seconds * 1_000);
      await send();
    },
  };
}
