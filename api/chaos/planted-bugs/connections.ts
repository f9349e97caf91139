import type { Bug } from './bugs.ts';

const FOLDER = 'api/src/operations/connections';

/** Connections, and what has to be true before real money is taken. */
export const connections: Bug[] = [
  {
    what: 'connections: disconnecting forgets the keys of its payments',
    file: `${FOLDER}/routes.ts`,
    from: 'const earlier = earlierOf(id, stored, null);',
    to: 'const earlier = stored.earlier;',
    tests: ['connections/live-keys.test', 'connections/stripe.test'],
  },
  {
    what: 'connections: the first live keys take payments at once',
    file: `${FOLDER}/save-and-hold.ts`,
    from: "if (kind === 'live' && mode !== 'live' && why !== 'restored' && !goesOn)",
    to: "if (kind === 'live' && mode === 'live')",
    tests: ['connections/live-keys.test'],
  },
  {
    what: 'connections: a consent never ends',
    file: `${FOLDER}/consents.ts`,
    from: 'found && found.until >= now().getTime() ? found : undefined',
    to: 'found',
    tests: ['connections/consents.test'],
  },
  {
    what: 'connections: the refresh token stays for another user',
    file: 'api/src/base/settings/mail-consent.ts',
    from: "'clientId', 'user', 'host'],",
    to: "'clientId', 'host'],",
    tests: ['connections/consents.test'],
  },
  {
    what: 'connections: a stored failure keeps a secret that the service repeats',
    file: `${FOLDER}/routes.ts`,
    from: 'problem && scrubbed(id, problem.message, all)',
    to: 'problem && problem.message',
    tests: ['connections/kept-secrets.test'],
  },
  {
    what: 'connections: staff are asked whether the test email arrived',
    file: `${FOLDER}/present-connection.ts`,
    from: '!checked.test.isAnswered && mayChange',
    to: '!checked.test.isAnswered',
    tests: ['connections/kept-secrets.test'],
  },
  {
    what: 'connections: a shop whose live keys are gone becomes a demo',
    file: 'api/src/base/settings/payment-state.ts',
    from: 'if (tookLive && (!triesTest || test.length === 0))',
    to: 'if (tookLive && !triesTest && test.length > 0)',
    tests: ['connections/live-keys.test', 'payment-state.test'],
  },
  {
    what: 'connections: a check of test keys opens a shop that took live payments',
    file: `${FOLDER}/save-and-hold.ts`,
    from: "kind === 'test' && isEntered &&",
    to: "kind === 'test' &&",
    tests: ['connections/live-history.test'],
  },
  {
    what: 'connections: live keys count before the switch although they fail',
    file: 'api/src/pages/overview/setup.ts',
    from: 'live.length > 0 && live.every((id) => works(db, id) && !faults[id])',
    to: 'live.length > 0',
    tests: ['live-payments.test'],
  },
  {
    what: 'connections: a test email that nobody answered counts before the switch',
    file: 'api/src/pages/overview/setup.ts',
    from: 'isAnswered(email) &&',
    to: '',
    tests: ['live-payments.test'],
  },
  {
    what: 'connections: a live account that can’t take charges is connected',
    file: `${FOLDER}/stripe.ts`,
    from: 'if (isLive(secretKey) && account && !account.charges_enabled)',
    to: 'if (false)',
    tests: ['connections/live-keys.test'],
  },
  {
    what: 'connections: old webhooks are removed before the new one is saved',
    file: `${FOLDER}/stripe.ts`,
    from: '    const made = await create().catch(',
    to: '    await removeUseless();\n    const made = await create().catch(',
    tests: ['connections/live-keys.test'],
  },
  {
    what: 'connections: an account without a name has no identity, so its keys are not kept',
    file: 'api/src/base/settings/payment-state.ts',
    from: 'if (account) return account;',
    to: "return account ?? 'unknown';",
    tests: ['connections/live-keys.test', 'payment-state.test'],
  },
  {
    what: 'connections: another account gets the money without a question when the check failed',
    file: `${FOLDER}/routes.ts`,
    from: 'if (problem) requireAccount({});',
    tests: ['connections/live-keys.test'],
  },
  {
    what: 'connections: keys that wait are taken for checked',
    file: `${FOLDER}/check-again.ts`,
    from: 'accountOf(settings, id, store.plainValues(values)) ?? settings.payments',
    to: 'settings.payments',
    tests: ['connections/live-keys.test'],
  },
];
