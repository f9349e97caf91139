import type { Bug } from './bugs.ts';

export const privacy: Bug[] = [
  {
    what: 'an erasure leaves what backups and exports left',
    file: 'api/src/privacy/erase-person.ts',
    from: '  deleteLeftWork(dataDir);\n',
    tests: ['privacy.test'],
  },
  {
    what: 'an erasure leaves previews',
    file: 'api/src/privacy/erase-person.ts',
    from: '...previewFiles(dataDir, hash)',
    tests: ['privacy.test'],
  },
  {
    what: 'an erasure leaves the order’s links open',
    file: 'api/src/privacy/erase-person.ts',
    from: 'keyVersion: sql`${orders.keyVersion} + 1`',
    to: 'keyVersion: sql`${orders.keyVersion}`',
    tests: ['privacy.test', 'order-keys.test'],
  },
  {
    what: 'an erasure leaves unfinished uploads',
    file: 'api/src/privacy/erase-person.ts',
    from: '(caseId !== null && person.cases.includes(caseId)) ||',
    tests: ['privacy.test'],
  },
  {
    what: 'an erasure leaves content that no file has anymore',
    file: 'api/src/privacy/erase-person.ts',
    from: '  await deleteUnknown({ db, settings, now }, UNDER_WAY_MS);\n',
    tests: ['privacy.test'],
  },
  {
    what: 'an erasure that failed cannot be repeated',
    file: 'api/src/privacy/erase-person.ts',
    from: '  for (const hash of hashes)\n    for (const file of [',
    to: '  if (!isKnown(person)) return null;\n  for (const hash of hashes)\n    for (const file of [',
    tests: ['privacy.test'],
  },
  {
    what: 'a join shows the money of others to whoever saw it before',
    file: 'api/src/work/customers/customer-store.ts',
    from: "customerId: row.id, sees: 'own'",
    to: 'customerId: row.id',
    tests: ['customer-orders.test'],
  },
  {
    what: 'the certificate of an erased person stays in their quotes',
    file: 'api/src/privacy/erase-quote.ts',
    from: 'withoutCertificate(versions).map',
    to: 'versions.map',
    tests: ['privacy.test'],
  },
];
