/** A provider's consent instead of a password (OAuth 2.0). */
export type MailConsent = {
  provider: 'microsoft' | 'google';
  /** Of Microsoft only. */
  tenant: string | undefined;
  clientId: string;
  clientSecret: string;
  /** Replaced by the newest. */
  refreshToken: string;
  /** Another server with the same calls. */
  base: string | undefined;
};

const WITH_CONSENT = ['login', 'microsoft', 'google'] as const;

/** What a consent needs in a form. */
export const CONSENT_SETTINGS = {
  login: {
    label: 'Log in with',
    isOptional: true,
    options: {
      password: 'A password',
      microsoft: 'Microsoft’s consent (OAuth)',
      google: 'Google’s consent (OAuth)',
    },
  },
  tenant: {
    label: 'Directory (tenant) ID',
    isOptional: true,
    help: 'From the overview of the app at Microsoft.',
    onlyWith: ['login', 'microsoft'],
  },
  clientId: {
    label: 'Client ID',
    help: 'From the app that you register with the provider. Redirect address: {address}/api/connections/consent. A link above opens the provider’s page for apps.',
    onlyWith: WITH_CONSENT,
  },
  clientSecret: {
    label: 'Client secret',
    isSecret: true,
    goesTo: ['login'],
    help: 'Microsoft’s ends after two years at the latest.',
    onlyWith: WITH_CONSENT,
  },
  refreshToken: {
    label: 'Consent',
    isSecret: true,
    isMade: true,
    endsWith: ['login', 'tenant', 'clientId', 'user', 'host'],
  },
} as const;

/** Names a mail server with its user, without the password. */
export const serverId = (smtpUrl: string): string => {
  const { protocol, username, host } = new URL(smtpUrl);
  return `${protocol}//${username}@${host}`;
};

/** The consent in the values of a form. */
export function consentIn(
  values: Readonly<Record<string, string>>,
  base: string | undefined,
): MailConsent | undefined {
  const { login, tenant, clientId = '', clientSecret = '', refreshToken = '' } = values;
  if (login !== 'microsoft' && login !== 'google') return undefined;
  return { provider: login, tenant, clientId, clientSecret, refreshToken, base };
}
