import type { Bug } from './bugs.ts';

export const people: Bug[] = [
  {
    what: 'the limit of wrong second factors is read outside the transaction that counts',
    file: 'api/src/people/session/second-factor.ts',
    from: '      await inTransaction(db, () => {\n        const seconds = limits.secondFactor.secondsToWait(key);\n        if (seconds > 0) throw tooManyRequests(seconds);\n        limits.secondFactor.add(key);\n      });',
    to: '    {\n        const seconds = limits.secondFactor.secondsToWait(key);\n        if (seconds > 0) throw tooManyRequests(seconds);\n        await inTransaction(db, () => limits.secondFactor.add(key));\n      }',
    tests: ['factor-at-once.test'],
  },
  {
    what: 'a login ticket can be used twice',
    file: 'api/src/people/session/routes.ts',
    from: '!factors.tickets.take(login)',
    to: '!factors.tickets.find(login)',
    tests: ['factor-at-once.test'],
  },
  {
    what: 'an owner without a required second factor sees what owners see',
    file: 'api/src/people/session/session.ts',
    from: ' && !ctx.session?.mustAddFactor;',
    to: ';',
    tests: ['second-factor.test'],
  },
  {
    what: 'nobody waits in line during a login flood',
    file: 'api/src/http/limits/login-throttle.ts',
    from: 'const TRIES_IN_LINE = 3',
    to: 'const TRIES_IN_LINE = 0',
    tests: ['login-throttle.test'],
  },
  {
    what: 'each address of a network has its own place in line',
    file: 'api/src/http/limits/login-throttle.ts',
    from: '[byNetwork, clientNetwork(address)]',
    to: '[byNetwork, address]',
    tests: ['login-throttle.test'],
  },
  {
    what: 'the audit check does not miss the first entry',
    file: 'api/src/db/audit-log.ts',
    from: 'if (row.id !== last.id + 1) return',
    to: 'if (count > 0 && row.id !== last.id + 1) return',
    tests: ['people.test'],
  },
  {
    what: 'the audit check does not miss the last entry',
    file: 'api/src/db/audit-log.ts',
    from: 'Number(highestId(db).get() ?? 0) > last.id ? last.id + 1 : null',
    to: 'null',
    tests: ['people.test'],
  },
  {
    what: 'a clock that is set back makes an invitation longer',
    file: 'api/src/people/team/invitations.ts',
    from: 'return invitationAgeMs + Math.max(0, now.getTime() - countedAt.getTime()) >= LASTS_MS;',
    to: 'return now.getTime() - (invitedAt?.getTime() ?? 0) + 0 * (invitationAgeMs + countedAt.getTime()) >= LASTS_MS;',
    tests: ['people.test'],
  },
  {
    what: 'staff may refund',
    file: 'shared/src/contracts/payments.ts',
    from: "'POST /api/admin/payments/:id/refund': {\n    access: 'manage',",
    to: "'POST /api/admin/payments/:id/refund': {\n    access: 'work',",
    tests: ['rights.test'],
  },
];
