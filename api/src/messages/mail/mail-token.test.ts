import { expect, test } from 'vitest';
import { startMailLogin } from '../../../test/mail-login/fake-mail-login.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';
import { MINUTE_MS, SECOND_MS } from '../../base/units.ts';
import * as store from '../../db/connection-store.ts';
import { inTransaction } from '../../db/transaction.ts';
import { consentUrl, ConsentError, requestTokens } from './consent.ts';
import { CONSENT_AGAIN, mailToken } from './mail-token.ts';

const REDIRECT = 'https://shop.example.com/api/connections/consent';

/** A shop that sends by a consent at Microsoft or Google, and its time. */
async function open(provider: 'microsoft' | 'google' = 'microsoft') {
  const login = await startMailLogin();
  const { tenant, clientId, clientSecret, user } = login.state;
  const consent = { provider, tenant, clientId, clientSecret, refreshToken: '', base: login.base };
  const { url, verifier } = consentUrl(consent, 'email', { user, state: 's', redirectUri: REDIRECT });
  const code = new URL(login.consent(url)).searchParams.get('code') ?? '';
  const first = await requestTokens(consent, 'email', { code, verifier, redirectUri: REDIRECT });
  consent.refreshToken = first.refresh_token ?? '';
  const app = await startTestApp({ env: { variables: { MAIL_LOGIN_BASE: login.base } } });
  const { db, context } = app;
  const saved = { host: 'mail.shop.example', port: '587', user, from: user, login: provider, tenant };
  const secrets = { clientId, clientSecret, refreshToken: consent.refreshToken };
  const save = (given: Record<string, string>) =>
    inTransaction(db, () => {
      const values = Object.fromEntries(
        Object.entries(given).map(([name, value]) => [name, { value, by: 'Ada', at: 1 }]),
      );
      store.saveConnection(db, context.settings.secret, 'email', { values, earlier: [] });
    });
  await save({ ...saved, ...secrets });
  const token = mailToken(context, 'email') ?? expect.fail('There is no consent.');
  login.state.requests.length = 0;
  return {
    login,
    context,
    consent,
    token,
    wait: app.wait,
    /** Consents again, as the form does. */
    consentAgain: async (): Promise<void> => {
      const again = consentUrl(consent, 'email', { user, state: 's', redirectUri: REDIRECT });
      const next = new URL(login.consent(again.url)).searchParams.get('code') ?? '';
      const redeemed = { code: next, verifier: again.verifier, redirectUri: REDIRECT };
      const { refresh_token: refreshToken = '' } = await requestTokens(consent, 'email', redeemed);
      await save({ ...saved, ...secrets, refreshToken });
    },
    works: async (given: string) => login.accepts(user, given, /SMTP\.Send|mail\.google/),
    asked: () => login.state.requests.length,
    failure: () => store.rowOf(db, 'email')?.failure ?? null,
    savedToken: () => context.settings.consents.email?.refreshToken ?? '',
  };
}

test('a token is used as long as it lasts, without the last two minutes, and by everybody', async () => {
  const { token, asked, wait, works, context } = await open();
  const first = await token(false);
  expect(await works(first)).toBe(true);
  expect(await mailToken(context, 'email')?.(false)).toBe(first);
  wait(3_599 * SECOND_MS - 2 * MINUTE_MS - 1);
  expect([await token(false), asked()]).toEqual([first, 1]);
  wait(1);
  const next = await token(false);
  expect([next === first, await works(next), asked()]).toEqual([false, true, 2]);
});

test('a token that the mail server refused is replaced before its time', async () => {
  const { token, asked, login, works } = await open();
  await token(false);
  login.endAccess();
  const next = await token(true);
  expect([await works(next), asked()]).toEqual([true, 2]);
});

test('many emails at once ask for one token', async () => {
  const { token, asked } = await open();
  const all = await Promise.all(Array.from({ length: 10 }, () => token(false)));
  expect([new Set(all).size, asked()]).toEqual([1, 1]);
});

test.each(['microsoft', 'google'] as const)(
  'after a renewal that failed at %s, the next email tries again, without a restart',
  async (provider) => {
    const { token, login, works, wait, failure, asked } = await open(provider);
    await token(false);
    wait(60 * MINUTE_MS);
    login.state.isDown = true;
    const failed = await Promise.allSettled([token(false), token(false)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(token(false)).rejects.toThrow(/didn’t answer/);
    // It may be over in a minute.
    expect(failure()).toBeNull();
    login.state.isDown = false;
    const before = asked();
    expect([await works(await token(false)), asked() - before]).toEqual([true, 1]);
  },
);

test('a consent that is over is told with what to do, and a new one works at once', async () => {
  const { token, login, failure, works, consentAgain } = await open();
  login.revoke();
  await expect(token(false)).rejects.toMatchObject({ isOver: true });
  expect(failure()).toMatch(/has ended/);
  expect(failure()).toContain(CONSENT_AGAIN);
  await consentAgain();
  expect(await works(await token(false))).toBe(true);
});

test('a connection that was removed gives no token any more', async () => {
  const { token, context, asked } = await open();
  context.settings.consents.email = undefined;
  await expect(token(false)).rejects.toBeInstanceOf(ConsentError);
  expect(asked()).toBe(0);
});

test('a client secret that expired is no end of the consent', async () => {
  const { token, login, failure } = await open();
  login.state.isSecretExpired = true;
  await expect(token(false)).rejects.toMatchObject({ isOver: false, field: 'clientSecret' });
  expect(failure()).toBeNull();
});

test('a renewed refresh token is saved; a trial’s is kept for what is saved next', async () => {
  const { token, savedToken, consent, context, login } = await open();
  await token(false);
  const next = savedToken();
  expect([next === consent.refreshToken, login.refreshTokens.has(next)]).toEqual([false, true]);
  const trial = { ...consent, refreshToken: next };
  await mailToken(context, 'email', trial)?.(true);
  expect(login.refreshTokens.has(trial.refreshToken)).toBe(true);
  expect([trial.refreshToken === next, savedToken()]).toEqual([false, next]);
});

test('without a consent there is no token', async () => {
  const { context } = await open();
  expect(mailToken(context, 'replies')).toBeUndefined();
});
