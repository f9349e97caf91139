import type { Bug } from './bugs.ts';

export const operations: Bug[] = [
  {
    what: 'the log of a fault in a browser takes an address with its key',
    file: 'shared/src/contracts/operations.ts',
    from: 'page: z.string().check(z.regex(/^\\/[a-z-]{0,40}$/)),',
    to: 'page: z.string(),',
    tests: ['health.test'],
  },
  {
    what: 'a backup without its key is restored',
    file: 'api/src/operations/backups/archive.ts',
    from: 'takesUnencrypted = key === undefined,',
    to: 'takesUnencrypted = true,',
    tests: ['restore-backup.test'],
  },
  {
    what: 'the latest backup may be an unencrypted one',
    file: 'api/src/server/commands/restore.ts',
    from: 'takesUnencrypted || isEncrypted(name)',
    to: 'true || isEncrypted(name)',
    tests: ['commands.test'],
  },
  {
    what: 'a restored secret may be weak',
    file: 'api/src/operations/backups/restore-backup.ts',
    from: 'if (secret && !isStrongSecret(secret))',
    to: 'if (secret && secret.length < 32)',
    tests: ['restore-backup.test'],
  },
  {
    what: 'a file that vanishes stops a backup',
    file: 'api/src/operations/backups/archive.ts',
    from: "if (error.code !== 'ENOENT') throw error;",
    to: 'throw error;',
    tests: ['make-backup.test'],
  },
  {
    what: 'a full disk looks like another backup',
    file: 'api/src/db/folder-lock.ts',
    from: "if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;",
    to: 'if (error instanceof Database.SqliteError) return null;',
    tests: ['make-backup.test'],
  },
  {
    what: 'health tries no completed order',
    file: 'api/src/money/checkout/trial-order.ts',
    from: '  store(\n    context,',
    to: "  if (payment.status === 'paid') store(\n    context,",
    tests: ['health.test'],
  },
  {
    what: 'a repeated character with a line end is a secret',
    file: 'api/src/base/data-folder.ts',
    from: 'const trimmed = secret.trim();',
    to: 'const trimmed = secret;',
    tests: ['env.test'],
  },
  {
    what: 'what a killed backup left stays',
    file: 'api/src/operations/backups/store.ts',
    from: 'if (isUnfinished(left) && left',
    to: 'if (isUnfinished(left) && left === name && left',
    tests: ['store.test'],
  },
];
