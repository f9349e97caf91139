import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Given = { user: string; scope: string };

/**
 * The consent and token calls of Microsoft (v2.0) and Google, as their documentation describes them: a registered redirect
 * address, PKCE, codes that work once, and refresh tokens that expire or are revoked. Microsoft renews a refresh token with
 * each token and wants the scope each time.
 */
export async function startMailLogin() {
  const state = {
    tenant: 'd1f6b3c0-tenant',
    clientId: 'app-1',
    clientSecret: 'MARKED-client-secret',
    redirectUri: 'https://shop.example.com/api/connections/consent',
    user: 'hello@shop.example',
    /** What the app was given permission for. */
    scopes:
      'https://outlook.office.com/SMTP.Send https://outlook.office.com/IMAP.AccessAsUser.All https://mail.google.com/',
    isSecretExpired: false,
    isDown: false,
    requests: [] as Record<string, string>[],
  };
  const codes = new Map<string, Given & { challenge: string; redirectUri: string }>();
  const refreshTokens = new Map<string, Given>();
  const accessTokens = new Map<string, Given>();
  const secret = (kind: string) => `MARKED-${kind}-${randomBytes(12).toString('hex')}`;

  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const [, first = '', ...rest] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
    const isGoogle = first === 'token';
    const sent = Object.fromEntries(new URLSearchParams(body));
    const answer = (status: number, content: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    const refuse = (error: string, description: string, status = 400) =>
      answer(status, { error, error_description: description });
    state.requests.push(sent);
    if (state.isDown)
      return refuse(
        'temporarily_unavailable',
        'AADSTS90033: A transient error has occurred. Please try again.',
        503,
      );
    if (request.headers['content-type']?.split(';')[0] !== 'application/x-www-form-urlencoded')
      return refuse(
        'invalid_request',
        'AADSTS900144: The request body must contain the parameter grant_type.',
      );
    if (!isGoogle && rest.join('/') !== 'oauth2/v2.0/token') return void response.writeHead(404).end();
    if (!isGoogle && decodeURIComponent(first) !== state.tenant)
      return refuse('invalid_request', `AADSTS90002: Tenant '${first}' not found.`);
    if (sent['client_id'] !== state.clientId)
      return isGoogle
        ? refuse('invalid_client', 'The OAuth client was not found.', 401)
        : refuse('unauthorized_client', 'AADSTS700016: Application was not found in the directory.');
    if (!isGoogle && state.isSecretExpired)
      return refuse('invalid_client', 'AADSTS7000222: The provided client secret keys are expired.', 401);
    if (sent['client_secret'] !== state.clientSecret)
      return refuse('invalid_client', 'AADSTS7000215: Invalid client secret provided.', 401);
    const { grant_type: grant, code = '', refresh_token: old = '' } = sent;
    let given: Given | undefined;
    if (grant === 'authorization_code') {
      const found = codes.get(code);
      codes.delete(code);
      const challenge = createHash('sha256')
        .update(sent['code_verifier'] ?? '')
        .digest('base64url');
      if (!found || found.redirectUri !== sent['redirect_uri'] || found.challenge !== challenge)
        return refuse('invalid_grant', 'AADSTS70000: The provided code is not valid.');
      given = found;
    } else if (grant === 'refresh_token') {
      given = refreshTokens.get(old);
      if (!given)
        return refuse(
          'invalid_grant',
          isGoogle
            ? 'Token has been expired or revoked.'
            : 'AADSTS700082: The refresh token has expired due to inactivity.',
        );
    } else return refuse('unsupported_grant_type', 'AADSTS70003: The grant type is not supported.');
    if (!isGoogle && !sent['scope'])
      return refuse('invalid_request', 'AADSTS900144: The request body must contain the parameter: scope.');
    const access = secret('access');
    accessTokens.set(access, given);
    const isRenewed = grant === 'authorization_code' || !isGoogle;
    const refresh = secret('refresh');
    if (isRenewed) refreshTokens.set(refresh, given);
    answer(200, {
      token_type: 'Bearer',
      expires_in: 3_599,
      scope: given.scope,
      access_token: access,
      ...(isRenewed && { refresh_token: refresh }),
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return {
    state,
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What the owner does in the browser: follows the address, logs in, and consents. Returns the way back. */
    consent: (address: string, { user = state.user, granted = state.scopes } = {}): string => {
      const { pathname, searchParams } = new URL(address);
      const asked = Object.fromEntries(searchParams);
      const isGoogle = pathname === '/o/oauth2/v2/auth';
      const {
        redirect_uri: redirectUri = '',
        state: own = '',
        scope = '',
        code_challenge: challenge = '',
      } = asked;
      const back = (query: Record<string, string>) =>
        `${redirectUri}?${new URLSearchParams({ ...query, state: own })}`;
      if (redirectUri !== state.redirectUri) throw new Error('AADSTS50011: The redirect URI does not match.');
      if (!isGoogle && pathname !== `/${state.tenant}/oauth2/v2.0/authorize`)
        throw new Error('AADSTS90002: Tenant not found.');
      if (asked['client_id'] !== state.clientId || asked['response_type'] !== 'code')
        throw new Error('The request is not valid.');
      if (asked['code_challenge_method'] !== 'S256' || !challenge) return back({ error: 'invalid_request' });
      const isRenewable = isGoogle ? asked['access_type'] === 'offline' : scope.includes('offline_access');
      if (!isRenewable) throw new Error('No refresh token was asked for.');
      const wanted = scope.split(' ').filter((one) => one !== 'offline_access');
      const code = secret('code');
      const both = wanted.filter((one) => granted.split(' ').includes(one)).join(' ');
      codes.set(code, { user, scope: both || 'openid', challenge, redirectUri });
      return back({ code });
    },
    /** The user or an administrator revokes the consent, or it expires. */
    revoke: () => {
      refreshTokens.clear();
      accessTokens.clear();
    },
    /** As after a password change. Refresh tokens stay. */
    endAccess: () => accessTokens.clear(),
    refreshTokens,
    /** Whether a mail server lets this user in with this token, for one of its own scopes. */
    accepts: (user: string, token: string, scope: RegExp): boolean => {
      const given = accessTokens.get(token);
      return given !== undefined && given.user === user && scope.test(given.scope);
    },
  };
}
