import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openDatabase, type Db } from '../src/db/client.ts';
import { startFakePaypal } from '../test/paypal/fake-paypal.ts';
import { startFakeStripe } from '../test/stripe/fake-stripe.ts';
import { liveSettings } from '../test/shop/live-settings.ts';
import { tempFolder } from '../test/fixtures/temp-folder.ts';
import { freePort } from '../test/shop/free-port.ts';
import { startShopProcess, type ShopProcess } from './shop-process.ts';

export type LiveShop = Awaited<ReturnType<typeof startLiveShop>>;

/** A shop in live mode with fake providers, in its own process, so that it can be killed and opened again. */
export async function startLiveShop(held: { fd: number; port: number } | null = null) {
  const dataDir = tempFolder();
  const port = held?.port ?? (await freePort());
  const base = `http://127.0.0.1:${port}`;
  const stripe = await startFakeStripe({ webhookUrl: `${base}/api/webhooks/stripe` });
  const paypal = await startFakePaypal({ webhookUrl: `${base}/api/webhooks/paypal` });
  const variables = {
    PORT: String(port),
    PUBLIC_URL: base,
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: 'a password for nobody',
    ...liveSettings(stripe, paypal),
  };
  let opening: Promise<ShopProcess> | undefined;

  const open = async (preload: string | null = null, more: Record<string, string> = {}) => {
    opening = startShopProcess({ ...variables, ...more }, preload, held?.fd);
    const shop = await opening;
    if (!preload && shop.said()) throw new Error(shop.said());
    return shop;
  };
  const close = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const shop = await opening;
    opening = undefined;
    return shop?.kill(signal);
  };

  onTestFinished(async () => {
    await close('SIGKILL');
    await stripe.close();
    await paypal.close();
  });
  return {
    base,
    dataDir,
    stripe,
    paypal,
    open,
    close,
    /** Resolves when the shop has finished opening, if it is being opened. */
    isOpen: async () => void (await opening),
    pid: async () => (await opening)?.pid ?? 0,
    /** Opens the database only briefly. If it stayed open, the next start would need no recovery. */
    withRecords: <Result>(work: (db: Db) => Result): Result => {
      const db = openDatabase(join(dataDir, 'northlight.db'));
      try {
        return work(db);
      } finally {
        db.$client.close();
      }
    },
  };
}
