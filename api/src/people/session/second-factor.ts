import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Factor } from '@northlight/shared/contracts/security.ts';
import type { PeopleContext } from '../context.ts';
import { unaudited } from '../../db/audit-log.ts';
import { inTransaction } from '../../db/transaction.ts';
import { badInput, tooManyRequests } from '../../base/errors.ts';
import * as adminStore from './admin-store.ts';
import type { AdminUser } from './admin-store.ts';
import * as factorStore from './factor-store.ts';
import { createTickets } from './tickets.ts';
import { decryptTotp, stepOfCode } from './totp.ts';

const PASSKEY_FAILED = 'This passkey couldn’t be added. Please try again.';

export type SecondFactors = ReturnType<typeof createSecondFactors>;

/** Loaded with the first passkey, to keep the start fast. */
const webAuthn = () => import('@simplewebauthn/server');

/** Checks codes and passkeys. */
export function createSecondFactors({ db, settings, now, limits }: PeopleContext) {
  // The owner can change the address.
  const address = () => {
    const { origin, hostname: rpID } = new URL(settings.publicUrl);
    return { origin, rpID };
  };
  const tickets = createTickets(settings.secret, now);

  async function checkPasskey(
    ticketId: string,
    sent: object,
    adminId: number | null,
  ): Promise<AdminUser | null> {
    const ticket = tickets.take(ticketId);
    const response = sent as AuthenticationResponseJSON;
    const passkey = typeof response.id === 'string' ? factorStore.passkeyById(db, response.id) : undefined;
    const isOf = adminId ?? ticket?.adminId ?? passkey?.adminId;
    if (!ticket?.challenge || !passkey || passkey.adminId !== isOf) return null;
    const { verifyAuthenticationResponse } = await webAuthn();
    const { id, publicKey, counter } = passkey;
    const result = await verifyAuthenticationResponse({
      response,
      expectedChallenge: ticket.challenge,
      expectedOrigin: address().origin,
      expectedRPID: address().rpID,
      credential: { id, publicKey: Uint8Array.from(publicKey), counter },
      requireUserVerification: true,
    }).catch(() => null);
    if (!result?.verified) return null;
    const { newCounter } = result.authenticationInfo;
    await inTransaction(db, () => factorStore.recordPasskeyUse(db, id, newCounter, now()));
    return adminStore.byId(db, passkey.adminId) ?? null;
  }

  /** In one transaction, so that a code works once, however often it is sent at the same time. */
  const checkCode = (adminId: number, code: string): Promise<AdminUser | null> =>
    inTransaction(db, () => {
      const admin = adminStore.byId(db, adminId);
      if (!admin) return null;
      const secret = admin.totpSecret && decryptTotp(settings.secret, admin.totpSecret);
      const step = secret ? stepOfCode(secret, code.replaceAll(' ', ''), now()) : null;
      if (step !== null && step > (admin.totpStep ?? 0)) {
        adminStore.update(db, adminId, { totpStep: step }, now());
        return admin;
      }
      return factorStore.useRecoveryCode(db, settings.secret, adminId, code) ? admin : null;
    });

  async function check(adminId: number | null, factor: Factor): Promise<AdminUser | null> {
    const key = String(adminId);
    // Counted before the check and in one transaction, so that many at once cannot slip through.
    if (adminId !== null)
      await inTransaction(db, () => {
        const seconds = limits.secondFactor.secondsToWait(key);
        if (seconds > 0) throw tooManyRequests(seconds);
        limits.secondFactor.add(key);
      });
    const admin =
      'code' in factor
        ? adminId === null
          ? null
          : await checkCode(adminId, factor.code)
        : await checkPasskey(factor.ticket, factor.passkey, adminId);
    if (admin && adminId !== null) await inTransaction(db, () => limits.secondFactor.takeBack(key));
    return admin;
  }

  return {
    tickets,

    has: (admin: AdminUser): boolean =>
      admin.totpSecret !== null || factorStore.passkeysOf(db, admin.id).length > 0,

    /**
     * The person who gave a right second factor; null for a wrong one. `adminId` is who it has to be; null only
     * for a login with nothing but a passkey. Wrong ones are limited for each person, beyond the limits of the
     * login, because a code has only six digits.
     */
    check: (adminId: number | null, factor: Factor): Promise<AdminUser | null> =>
      unaudited(() => check(adminId, factor)),

    /** What a browser needs to ask for a passkey; of anyone without `adminId`. `login` is the ticket of a login. */
    passkeyOptions: async (adminId: number | null, login?: string) => {
      const { generateAuthenticationOptions } = await webAuthn();
      const own = adminId === null ? [] : factorStore.passkeysOf(db, adminId);
      const options = await generateAuthenticationOptions({
        rpID: address().rpID,
        userVerification: 'required',
        allowCredentials: own.map(({ id, transports }) => ({ id, transports })),
      });
      const ticket = tickets.issue({ adminId, challenge: options.challenge, login });
      return { ticket, options: { ...options } };
    },

    /** What a browser needs to make a passkey. */
    newPasskeyOptions: async (admin: AdminUser) => {
      const { generateRegistrationOptions } = await webAuthn();
      const options = await generateRegistrationOptions({
        rpName: settings.business.name,
        rpID: address().rpID,
        userName: admin.username,
        userDisplayName: adminStore.nameOf(admin),
        userID: Uint8Array.from(Buffer.from(`northlight-${admin.id}`)),
        excludeCredentials: factorStore.passkeysOf(db, admin.id).map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return {
        ticket: tickets.issue({ adminId: admin.id, challenge: options.challenge }),
        options: { ...options },
      };
    },

    /** Checks a new passkey and returns its row. Throws a 400 when it isn't right. */
    readNewPasskey: async (adminId: number, ticketId: string, sent: object) => {
      const ticket = tickets.take(ticketId);
      if (ticket?.adminId !== adminId || !ticket.challenge) throw badInput(PASSKEY_FAILED);
      const { verifyRegistrationResponse } = await webAuthn();
      const result = await verifyRegistrationResponse({
        response: sent as RegistrationResponseJSON,
        expectedChallenge: ticket.challenge,
        expectedOrigin: address().origin,
        expectedRPID: address().rpID,
        requireUserVerification: true,
      }).catch(() => null);
      if (!result?.verified) throw badInput(PASSKEY_FAILED);
      const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential;
      if (factorStore.passkeyById(db, id)) throw badInput('This passkey is already in use.');
      return { id, adminId, publicKey: Buffer.from(publicKey), counter, transports: [...transports] };
    },
  };
}
