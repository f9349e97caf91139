import type { Bug } from './bugs.ts';

export const money: Bug[] = [
  {
    what: 'a refund asks for the second factor before its transaction',
    file: 'api/src/money/refunds/refund-payment.ts',
    from: '  return context.locks.run(`refund-',
    to: '  if (!refundStore.byKey(context.db, order.key)) order.checkConfirmed();\n  order = { ...order, checkConfirmed: () => {} };\n  return context.locks.run(`refund-',
    tests: ['refund-limit.test', 'second-factor.test'],
  },
  {
    what: 'a refund of a recurring charge asks for the second factor outside its transaction',
    file: 'api/src/money/recurring/act-on-agreement.ts',
    from: 'await inTransaction(db, checkConfirmed);',
    to: 'checkConfirmed();',
    tests: ['refund-limit.test'],
  },
  {
    what: 'anybody’s unpaid checkout takes a use of a promo code',
    file: 'api/src/money/promo-codes/promo-store.ts',
    from: '\n        AND ${payments.clientNetwork} = ${network})))`',
    to: "${network === '-' ? sql`` : sql``})))`",
    tests: ['promo-limits.test'],
  },
  {
    what: 'unpaid checkouts of one network take no use of a promo code',
    file: 'api/src/money/promo-codes/promo-store.ts',
    from: 'AND ${payments.clientNetwork} = ${network})',
    to: "AND ${payments.clientNetwork} = ${network + '-'})",
    tests: ['promo-limits.test', 'at-once.test'],
  },
  {
    what: 'an add-on is sold for an ended link',
    file: 'api/src/money/checkout/addon.ts',
    from: 'isOrderKey(settings.secret, order, key)',
    to: 'isOrderKey(settings.secret, { ...order, keyVersion: 0 }, key)',
    tests: ['order-keys.test', 'addon.test'],
  },
  {
    what: 'an ended link cancels a recurring payment',
    file: 'api/src/money/recurring/routes.ts',
    from: 'isOrderKey(settings.secret, order, key)',
    to: 'isOrderKey(settings.secret, { ...order, keyVersion: 0 }, key)',
    tests: ['order-keys.test'],
  },
  {
    what: 'a second paid use of one buyer is not reported',
    file: 'api/src/money/promo-codes/promo-uses.ts',
    from: '  if (uses.ofEmail >= (terms?.maxUsesPerEmail ?? Infinity))\n    return { code',
    to: '  if (uses.ofEmail > 1_000)\n    return { code',
    tests: ['promo-limits.test'],
  },
  {
    what: 'a refund may be more than what is left',
    file: 'api/src/money/refunds/refund-payment.ts',
    from: 'if (amount <= 0 || amount > left) {',
    to: 'if (amount <= 0) {',
    tests: ['refunds.test', 'refund-limit.test'],
  },
  {
    what: 'a refused order uses an invoice number',
    file: 'api/src/money/invoices/invoice-store.ts',
    from: '  if (byCause(db).get(cause)) return;\n',
    to: '',
    tests: ['numbering.test'],
  },
  {
    what: 'a quote that is withdrawn before it was sent has no content any more',
    file: 'api/src/money/quotes/write-quote.ts',
    from: 'const draft = quote.versions.length === 0 ? quote.draft : null;',
    to: 'const draft = null;',
    tests: ['quotes.test'],
  },
];
