import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url).pathname;
const SOURCES = '{api,shared,site,admin-desktop}/src/**/*.{ts,tsx,astro}';

/** Where a day of UTC is right, and why. Every other day that a person reads is the studio's. */
const EXCEPTIONS: Record<string, string> = {
  'api/src/money/payments/stripe/recurring.ts': 'Stripe counts its anchors in UTC.',
  'api/src/money/payments/stripe/recurring-states.ts': 'A card expires with its month.',
  'api/src/money/payments/paypal/recurring.ts': 'A day that PayPal names.',
  'api/src/money/invoices/document-content.ts': 'A day that is the studio’s already.',
  'shared/src/catalog/due-text.ts': 'The name of the zone.',
  'shared/src/catalog/periods.ts': 'Recurring payments are due at their time in UTC.',
  'shared/src/admin/overview/figures.tsx': 'Days that are the studio’s already.',
  'shared/src/admin/customer/exemption.tsx': 'A day that was typed.',
  'shared/src/admin/app/admin-app.tsx': 'Until the zone is known.',
  'shared/src/admin/base/admin-context.ts': 'Until the zone is known.',
  'shared/src/admin/base/time-zones.ts': 'A zone that may be chosen.',
  'shared/src/admin/settings/business.tsx': 'Until the zone is known.',
  'shared/src/admin/settings/promo-codes/promo-words.ts': 'Days that were typed.',
  'shared/src/admin/list/filters.tsx': 'Days that were typed.',
  'shared/src/admin/list/times.tsx': 'Days of documents, which are the studio’s of then.',
  'shared/src/admin/offline-cache/offline-banner.tsx': 'Whether it was today for the reader.',
  'site/src/features/checkout/payment/demo-card.ts': 'Whether a card has expired for its buyer.',
  'site/src/features/forms/draft/saved-note.tsx': 'Whether it was today for the reader.',
  'shared/src/admin/books/sales-tax.tsx': 'Months that are the studio’s already.',
  'site/src/features/thank-you/confirmation-texts.ts': 'If the server names no zone.',
  'site/src/features/order-page/forms-to-confirm.tsx': 'If the server names no zone.',
};

test('every day that a person reads is of the studio’s time zone', () => {
  const files = globSync(SOURCES, { cwd: ROOT }).filter((file) => !/\.test\.tsx?$|\/test\//.test(file));
  const found = files.filter((file) =>
    /'UTC'|getUTC|Date\.UTC|toDateString|getDate\(\)|getMonth\(\)|getDay\(\)/.test(
      readFileSync(`${ROOT}${file}`, 'utf8'),
    ),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(found.toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted());
});
