/** `pnpm seed COUNT`: fills a demo shop with sample orders and forms. */
import { randomUUID } from 'node:crypto';
import { ne } from 'drizzle-orm';
import { countWhere } from '../src/db/prepared.ts';
import { orders } from '../src/db/schema/orders.ts';
import { publishedBusiness } from '../src/db/catalogs.ts';
import { businessOf } from '../src/operations/shop/business.ts';
import * as adminStore from '../src/people/session/admin-store.ts';
import { createFirstAdmin } from '../src/people/session/first-admin.ts';
import { createPasswords } from '../src/people/session/passwords.ts';
import { openShop, runCommand } from '../src/server/commands/open-shop.ts';
import { seedShop } from './seed-shop.ts';

/** Who works on the sample orders. Nobody knows their passwords. */
const STAFF = [
  { username: 'ines', firstName: 'Ines', lastName: 'Moreau' },
  { username: 'sam', firstName: 'Sam', lastName: 'Adeyemi' },
];

await runCommand(async () => {
  const count = Number(process.argv[2]);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error('Missing count. Example: pnpm seed 1000');
  const { env, db } = openShop();
  if (countWhere(db, orders, ne(orders.paymentMode, 'demo')) > 0) {
    throw new Error(`${env.dataDir} contains orders paid with real money. Choose another DATA_DIR.`);
  }
  const now = new Date();
  const passwords = createPasswords();
  // As the first start does, which would not do it after this.
  await createFirstAdmin({ db, settings: env, passwords, now: () => now });
  for (const person of STAFF) {
    if (adminStore.byUsername(db, person.username)) continue;
    const password = await passwords.hash(randomUUID());
    const email = `${person.username}@northlight.example`;
    adminStore.insert(db, { ...person, password, email, role: 'staff' }, now);
  }
  const team = STAFF.flatMap(({ username }) => adminStore.byUsername(db, username)?.id ?? []);
  const { hours } = businessOf(env, publishedBusiness(db), false);
  await seedShop(db, count, now, {
    hours,
    secret: env.secret,
    studio: { team, dataDir: env.dataDir },
    onProgress: (done) => {
      if (done % 10_000 === 0) console.log(`${done} of ${count}`);
    },
  });
  db.$client.close();
  console.log(`Added ${count} orders with their forms to ${env.dataDir}.`);
});
