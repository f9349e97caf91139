/** `pnpm seed COUNT`: fills a demo shop with sample orders and forms. */
import { ne } from 'drizzle-orm';
import { countWhere } from '../src/db/count-where.ts';
import { orders } from '../src/db/schema/orders.ts';
import { openShop, runCommand } from '../src/server/commands/open-shop.ts';
import { seedShop } from './seed-shop.ts';

await runCommand(async () => {
  const count = Number(process.argv[2]);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error('Missing count. Example: pnpm seed 1000');
  const { env, db } = openShop();
  if (countWhere(db, orders, ne(orders.paymentMode, 'demo')) > 0) {
    throw new Error(`${env.dataDir} contains orders paid with real money. Choose another DATA_DIR.`);
  }
  await seedShop(db, count, new Date(), (done) => {
    if (done % 10_000 === 0) console.log(`${done} of ${count}`);
  });
  db.$client.close();
  console.log(`Added ${count} orders and ${count} forms to ${env.dataDir}.`);
});
