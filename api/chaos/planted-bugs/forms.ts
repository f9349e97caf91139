import type { Bug } from './bugs.ts';

export const forms: Bug[] = [
  {
    what: 'a phone number copied from a contact is refused or stored with its marks',
    file: 'shared/src/contracts/one-line.ts',
    from: ".replace(UNSEEN, '$1')",
    tests: ['stored-order.test'],
  },
  {
    what: 'the order’s email makes a form the customer’s own',
    file: 'api/src/work/forms/match-order.ts',
    from: "isTheirs ? 'unconfirmed'",
    to: "isTheirs ? 'same-email'",
    tests: ['verify-form.test'],
  },
  {
    what: 'an ended link corrects answers',
    file: 'api/src/work/forms/correct-submission.ts',
    from: 'isOrderKey(settings.secret, order, orderKey)',
    to: 'isOrderKey(settings.secret, { ...order, keyVersion: 0 }, orderKey)',
    tests: ['order-keys.test', 'correct-submission.test', 'verify-form.test'],
  },
  {
    what: 'an ended link sends a form as the customer',
    file: 'api/src/work/forms/match-order.ts',
    from: 'isGenuine(context.settings.secret, order, orderKey)',
    to: 'isGenuine(context.settings.secret, { ...order, keyVersion: 0 }, orderKey)',
    tests: ['order-keys.test'],
  },
  {
    what: 'files of an unconfirmed form are on the customer’s page',
    file: 'api/src/work/forms/order-files.ts',
    from: 'isOwn: isOwn(row) }',
    to: "isOwn: row.quarantineReason === null && row.orderMatch !== 'other-email' }",
    tests: ['verify-form.test'],
  },
  {
    what: 'an unconfirmed form starts a clock',
    file: 'api/src/work/forms/save-submission.ts',
    from: 'if (!row.quarantineReason && !isUnverified(row.orderMatch)) startPromises',
    to: "if (!row.quarantineReason && (row.orderMatch === 'unconfirmed' || !isUnverified(row.orderMatch))) startPromises",
    tests: ['verify-form.test'],
  },
  {
    what: 'the key of another order confirms a form',
    file: 'api/src/work/forms/verify-form.ts',
    from: 'if (row?.caseId !== caseId) throw notFound();',
    to: 'if (!row) throw notFound();',
    tests: ['verify-form.test'],
  },
  {
    what: 'a form that is confirmed twice is told twice',
    file: 'api/src/work/forms/verify-form.ts',
    from: '    if (isOwn(row)) return;\n',
    tests: ['verify-form.test'],
  },
  {
    what: 'ten forms of strangers hide the customer’s own',
    file: 'api/src/work/forms/verify-form.ts',
    from: 'newest = Infinity',
    to: 'newest = MAX_EMAILS',
    tests: ['verify-form.test'],
  },
];
