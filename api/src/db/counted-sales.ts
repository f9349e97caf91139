import type { OrderMode } from '@northlight/shared/contracts/payments.ts';
import type { Db } from './client.ts';
import { countAgain } from './customer-figures.ts';
import { countMode, hasReal } from './tallies.ts';

/**
 * Figures and books count the sales of one mode: those with real money as soon as there is one or the shop takes it, and
 * otherwise those of the shop's own mode. So they never mix, and never forget a real sale.
 */
export function countSales(db: Db, ofShop: OrderMode): void {
  const mode = hasReal(db) ? 'live' : ofShop;
  db.$client.transaction(() => {
    if (!countMode(db, mode)) return;
    db.$client.exec(countAgain());
    // Sums by day, which do not say which of their sales were tests.
    db.$client.exec(`DELETE FROM step_counts WHERE step = 'paid'`);
  })();
}
