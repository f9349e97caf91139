import {
  CONNECTION_IDS,
  type ConnectionId,
  type ConnectionSaved,
} from '@northlight/shared/contracts/connections.ts';
import { hasRight } from '@northlight/shared/contracts/rights.ts';
import { ApiError, badInput, notFound, conflict } from '../../base/errors.ts';
import { isFixed, isProvider, kindOf, type Values } from '../../base/settings/connections.ts';
import type { Env } from '../../base/settings/env.ts';
import { kindOfKeys, PROVIDER_IDS } from '../../base/settings/payment-state.ts';
import { audited, callerStillMay, recordDetail } from '../../db/audit-log.ts';
import * as store from '../../db/connection-store.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { type AppContext, createCheckoutLocks } from '../../money/context.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import { isDeepStrictEqual } from 'node:util';
import { ConsentError, refusal, requestTokens } from '../../messages/mail/consent.ts';
import { CONSENT_AGAIN } from '../../messages/mail/mail-token.ts';
import { createConsents } from './consents.ts';
import { earlierOf, failed, isMade, madeIn, scrubbed, typed } from './form.ts';
import { presentConnection } from './present-connection.ts';
import { requireConfirmed } from './account-question.ts';
import { SERVICES } from './services.ts';
import { AnotherAccount, type Found, Problem } from './service.ts';
import { checkServerSet } from './check-again.ts';
import { refuse, saveAndHold } from './save-and-hold.ts';
import { tellOwners } from './tell-owners.ts';

const FORM = 'POST /api/json/connections/:id';
const NONE: store.Stored = { values: null, earlier: [] };
type Who = { id: number; name: string; email: string };
type Saved = {
  /** What owners are told. */
  news: 'connected' | 'changed' | 'disconnected' | null;
  result?: store.CheckResult;
  /** Somebody submitted the form. */
  isEntered?: boolean;
};

/** The services that owners connect. `env` is what the server sets. */
export function connectionRoutes(mount: Mount, context: AppContext, env: Env): void {
  const { db, settings, now } = context;
  const locks = createCheckoutLocks();
  const consents = createConsents<Who>(now);
  /** Why a consent didn't work, for the dashboard. */
  const notices = new Map<ConnectionId, string>();

  mount('GET /api/json/connections', ({ ctx }) => {
    const { faults } = store.settingsOf(db, env);
    const mayChange = hasRight(ctx.session?.role, 'manage');
    const connections = CONNECTION_IDS.map((id) =>
      presentConnection(context, env, id, { fault: faults[id], notice: notices.get(id), mayChange }),
    );
    return { success: true, connections };
  });

  mount(
    FORM,
    async ({ params: { id }, body, ctx }) => {
      const person = adminStore.byId(db, ctx.session?.adminId ?? 0);
      if (!person) throw notFound();
      const who = { id: person.id, name: adminStore.nameOf(person), email: person.email };
      const { label } = kindOf(id);
      const version = store.versionOf(db, id);
      return locks.run(id, async () => {
        const opened = store.storedOf(settings.secret, store.rowOf(db, id));
        const stored = opened ?? NONE;
        requireSame(id, version);
        const { version: _version, action, saveAnyway, confirmAccount, ...sent } = body;
        if (action === 'check') {
          recordDetail({ name: label, action });
          return check(id, stored, who);
        }
        if (action === 'confirm') return confirm(id);
        if (isFixed(env, id))
          throw conflict('set_on_server', `${label} is set on the server, and can only be changed there.`);
        if (action === 'disconnect') {
          if (opened && !opened.values) throw badInput(`${label} isn’t connected.`);
          recordDetail({ name: label, action });
          const earlier = earlierOf(id, stored, null);
          const next = { values: null, earlier };
          await save(id, version, { read: stored, next }, who, { news: 'disconnected' });
          return { success: true, message: `${label} disconnected` };
        }
        if (action !== undefined) throw badInput('Unknown action.');
        const before = stored.values && store.plainValues(stored.values);
        const form = typed(id, sent, before);
        const entered = { ...SERVICES[id].unmade?.(), ...madeIn(id, before, form), ...form };
        const values = SERVICES[id].complete?.(entered) ?? entered;
        refuse(context, env, id, values);
        recordDetail({ name: label, action: before ? 'change' : 'connect' });
        return submit(id, { values, version, who, stored, isAnyway: saveAnyway === true, confirmAccount });
      });
    },
    ({ params: { id } }) => String(store.versionOf(db, id)),
  );

  mount('GET /api/connections/consent', async ({ query: { state = '', code = '', error }, ctx }) => {
    ctx.redirect('/admin#/settings/connections');
    ctx.status = 303;
    const asked = consents.take(state);
    if (!asked) return;
    const { id, values, consent, version, who, stillMay, verifier, redirectUri } = asked;
    const detail = { name: kindOf(id).label, action: 'consent' };
    const entry = { adminId: who.id, who: who.name, address: ctx.ip, action: FORM, record: id, detail };
    const purpose = id === 'replies' ? 'replies' : 'email';
    notices.delete(id);
    try {
      stillMay();
      if (error || !code) throw refusal(consent, purpose, { error: error ?? 'no code' });
      const given = await requestTokens(consent, purpose, { code, verifier, redirectUri });
      if (!given.refresh_token) throw new ConsentError('The consent can’t be renewed. Try again.');
      const all = { ...values, refreshToken: given.refresh_token };
      const stored = () => store.storedOf(settings.secret, store.rowOf(db, id)) ?? NONE;
      await audited(entry, { at: now, check: stillMay }, () =>
        locks.run(id, () => submit(id, { values: all, version, who, stored: stored(), isAnyway: false })),
      );
    } catch (problem) {
      if (!(problem instanceof ConsentError || problem instanceof ApiError)) throw problem;
      notices.set(id, problem.message);
    }
    context.liveFeed.publish({ kind: 'change', orderNumber: null });
  });

  type Submitted = {
    values: Values;
    version: number;
    who: Who;
    stored: store.Stored;
    isAnyway: boolean;
    /** The account that an owner said gets the money. */
    confirmAccount?: unknown;
  };

  /** Checks the values with the service, and saves them, or asks whether another account may get the money. */
  async function submit(id: ConnectionId, submitted: Submitted): Promise<ConnectionSaved> {
    try {
      return await checkAndSave(id, submitted);
    } catch (error) {
      if (!(error instanceof AnotherAccount)) throw error;
      const asks = { text: error.message, account: error.account };
      return { success: true, message: 'Nothing is saved yet.', asks };
    }
  }

  async function checkAndSave(id: ConnectionId, submitted: Submitted): Promise<ConnectionSaved> {
    const { values, version, who, stored, isAnyway, confirmAccount } = submitted;
    const { label } = kindOf(id);
    const before = stored.values && store.plainValues(stored.values);
    requireSame(id, version);
    const requireAccount = (made: Values) =>
      requireConfirmed(context, id, stored, { ...values, ...made }, confirmAccount);
    const { found, problem } = await tried(id, values, before, who, requireAccount);
    if (problem && (problem.isFinal || !isAnyway)) throw failed(id, problem, values);
    if (problem) requireAccount({});
    if (found.choices)
      return { success: true, message: 'Choose one, then save again.', choices: found.choices };
    if (found.consent) {
      const continueAt = consents.ask(
        { id, values, consent: found.consent, version, who, stillMay: callerStillMay() },
        settings.publicUrl,
      );
      return { success: true, message: `Now consent at ${continueAt.label}.`, continueAt };
    }
    const all = { ...values, ...found.made };
    const at = now().getTime();
    const kept = Object.fromEntries(
      Object.entries(all).map(([name, value]) => {
        const old = stored.values?.[name];
        return [name, old?.value === value ? old : { value, by: who.name, at }];
      }),
    );
    const result = {
      failure: problem && scrubbed(id, problem.message, all),
      facts: found.facts ?? [],
      test: found.test,
    };
    const next = { values: kept, earlier: earlierOf(id, stored, all) };
    const news = before ? 'changed' : 'connected';
    await save(id, version, { read: stored, next }, who, { news, result, isEntered: true });
    notices.delete(id);
    await cleanUp(found);
    if (id === 'address') await moveCallers(who);
    const waits =
      isProvider(id) && kindOfKeys(id, all) === 'live' && settings.paymentState.waits.includes(id);
    const works = found.message ?? `${label} connected${waits ? '. Now choose Take live payments.' : ''}`;
    return { success: true, message: problem ? `${label} saved, but it doesn’t work yet` : works };
  }

  /** The owner has the test email. */
  async function confirm(id: ConnectionId) {
    const { test, failure = null, facts, version = 0 } = store.rowOf(db, id) ?? {};
    if (!test) throw badInput('There is no test email to confirm.');
    const result = { failure, facts: facts ?? [], test: { ...test, isAnswered: true } };
    recordDetail({ name: kindOf(id).label, action: 'confirm' });
    await inTransaction(db, () => store.recordCheck(db, id, version, result, now()));
    return { success: true as const, message: 'Confirmed' };
  }

  const cleanUp = async ({ afterwards }: Found) =>
    afterwards?.().catch((error: unknown) =>
      context.log.warn({ err: error }, 'could not remove what a connection no longer needs'),
    );

  /** Their webhooks get the new address. What doesn't work is on their cards. */
  async function moveCallers(who: Who): Promise<void> {
    for (const id of PROVIDER_IDS)
      await locks.run(id, async () => {
        const stored = store.storedOf(settings.secret, store.rowOf(db, id));
        if (stored?.values && !isFixed(env, id)) await check(id, stored, who);
      });
  }

  function requireSame(id: ConnectionId, version: number): void {
    if (store.versionOf(db, id) !== version)
      throw conflict(
        'changed_meanwhile',
        'Somebody else changed this connection at the same time. Look at it, and try again.',
      );
  }

  async function save(
    id: ConnectionId,
    version: number,
    values: { read: store.Stored; next: store.Stored },
    who: Who,
    { news, result, isEntered = false }: Saved,
  ): Promise<void> {
    const owners = tellOwners(context, id);
    await inTransaction(db, () => {
      requireSame(id, version);
      const isNew = news !== null;
      const next = store.withRenewed(db, settings.secret, id, values);
      saveAndHold(context, env, id, next, { by: who.id, isEntered, isNew });
      if (result) store.recordCheck(db, id, version + Number(isNew), result, now());
      if (news) owners.note(version + 1, news, who.id);
    });
    await owners.send();
  }

  async function tried(
    id: ConnectionId,
    values: Values,
    before: Values | null,
    who: Who,
    requireAccount: (found: Values) => void = () => {},
  ) {
    const isSame = isDeepStrictEqual(values, before);
    const test = (isSame && store.rowOf(db, id)?.test) || null;
    try {
      const trial = { values, before, env: settings, context, owner: who.email, test, requireAccount };
      return { found: await SERVICES[id].connect(trial), problem: null };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { found: {} as Found, problem: error };
    }
  }

  async function check(id: ConnectionId, stored: store.Stored, who: Who) {
    const { label } = kindOf(id);
    let version = store.versionOf(db, id);
    let result: store.CheckResult;
    if (isFixed(env, id)) result = await checkServerSet(id, context, who.email);
    else {
      const values = stored.values && store.plainValues(stored.values);
      if (!values) throw badInput(`${label} isn’t connected.`);
      const { found, problem } = await tried(id, values, values, who);
      const failure = found.consent
        ? `The consent has ended. ${CONSENT_AGAIN}`
        : problem && scrubbed(id, problem.message, values);
      result = { failure, facts: found.facts ?? [], test: found.test };
      const changed = Object.entries(found.made ?? {}).filter(([name, value]) => values[name] !== value);
      if (changed.length > 0) {
        const given = { by: who.name, at: now().getTime() };
        const made = Object.fromEntries(changed.map(([name, value]) => [name, { value, ...given }]));
        const repaired = {
          values: { ...stored.values, ...made },
          earlier: earlierOf(id, { ...stored, values: null }, { ...values, ...found.made }),
        };
        // What only the shop knows is no news.
        const news = changed.every(([name]) => isMade(id, name)) ? null : 'changed';
        await save(id, version, { read: stored, next: repaired }, who, { news, result });
        version += Number(news !== null);
      }
      await cleanUp(found);
    }
    await inTransaction(db, () => store.recordCheck(db, id, version, result, now()));
    return { success: true as const, message: result.failure ? `${label} doesn’t work` : `${label} works` };
  }
}
