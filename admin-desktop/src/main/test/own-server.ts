import { orderBody } from '@northlight/shared/contracts/test/order-body.ts';
import { ADMIN } from '../../../../site/e2e/support/admin.ts';
import { serveSite } from '../../../../site/e2e/support/own-server.ts';

export { ADMIN };

export type OwnServer = Awaited<ReturnType<typeof startOwnServer>>;

/** Starts the built API in its own process, with an empty data folder. It can be stopped and restarted. */
export async function startOwnServer(settings: { PUBLIC_URL?: string } = {}) {
  const variables = {
    // The app is not a page of the shop, so its calls must work with any public URL.
    PUBLIC_URL: 'https://shop.example.com',
    TRUST_PROXY_HOPS: '1',
    NODE_ENV: 'test',
    ...settings,
  };
  const server = await serveSite({ variables });
  const origin = server.origin.replace('localhost', '127.0.0.1');
  return { ...server, origin, buy: (lastName: string) => buy(origin, lastName) };
}

/** Places an order that needs no payment. Returns its number. */
async function buy(origin: string, lastName: string): Promise<string> {
  const response = await fetch(`${origin}/api/checkout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(orderBody({ lastName })),
  });
  return JSON.parse(await response.text()).order.orderNumber;
}
