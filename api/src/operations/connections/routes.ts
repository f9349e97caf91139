import { CONNECTION_IDS, KEY_END, type ConnectionId } from '@northlight/shared/contracts/connections.ts';
import { hasRight } from '@northlight/shared/contracts/rights.ts';
import { ApiError, badInput, notFound } from '../../base/errors.ts';
import { isFixed, kindOf, type Values, withConnections } from '../../base/settings/connections.ts';
import type { Env } from '../../base/settings/env.ts';
import { recordDetail } from '../../db/audit-log.ts';
import * as store from '../../db/connection-store.ts';
import type { Stored } from '../../db/connection-store.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { queueForOwners } from '../../messages/notices.ts';
import type { AppContext } from '../../money/context.ts';
import { createCheckoutLocks } from '../../money/settlement/checkout-locks.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import { presentConnection } from './present-connection.ts';
import { type Found, Problem, type Service } from './service.ts';
import { addressService } from './address.ts';
import { backupsService } from './backups.ts';
import { doctorResult } from './check-again.ts';
import { emailService } from './email.ts';
import { mailchimpService } from './mailchimp.ts';
import { paypalService } from './paypal.ts';
import { repliesService } from './replies.ts';
import { stripeService } from './stripe.ts';

const SERVICES: Record<ConnectionId, Service> = {
  stripe: stripeService,
  paypal: paypalService,
  email: emailService,
  replies: repliesService,
  mailchimp: mailchimpService,
  backups: backupsService,
  address: addressService,
};
/** Whoever calls the shop at its address. */
const CALLERS = ['stripe', 'paypal'] as const;

type Who = { id: number; name: string; email: string };

/** The services that owners connect. `env` is what the server sets. */
export function connectionRoutes(mount: Mount, context: AppContext, env: Env): void {
  const { db, settings, now } = context;
  const locks = createCheckoutLocks();

  mount('GET /api/json/connections', ({ ctx }) => {
    const { faults } = store.settingsOf(db, env);
    const mayChange = hasRight(ctx.session?.role, 'manage');
    const connections = CONNECTION_IDS.map((id) =>
      presentConnection(context, env, id, { fault: faults[id], mayChange }),
    );
    return { success: true, connections };
  });

  mount('POST /api/json/connections/:id', async ({ params: { id }, body, ctx }) => {
    const service = SERVICES[id];
    const person = adminStore.byId(db, ctx.session?.adminId ?? 0);
    if (!person) throw notFound();
    const who = { id: person.id, name: adminStore.nameOf(person), email: person.email };
    const { label } = kindOf(id);
    const version = versionOf(id);
    return locks.run(id, async () => {
      const opened = store.storedOf(settings.secret, store.rowOf(db, id));
      const stored = opened ?? { values: null, earlier: [] };
      requireSame(id, version);
      const { action, saveAnyway, ...sent } = body;
      if (action === 'check') {
        recordDetail({ name: label, action });
        return check(id, service, stored, who);
      }
      if (isFixed(env, id))
        throw new ApiError(
          409,
          'set_on_server',
          `${label} is set on the server, and can only be changed there.`,
        );
      if (action === 'disconnect') {
        if (opened && !opened.values) throw badInput(`${label} isn’t connected.`);
        recordDetail({ name: label, action });
        await save(id, version, { values: null, earlier: earlierOf(stored, null) }, who, 'disconnected');
        return { success: true, message: `${label} disconnected` };
      }
      if (action !== undefined) throw badInput('Unknown action.');
      const before = stored.values && store.plainValues(stored.values);
      const values = { ...service.unmade?.(), ...madeIn(id, before), ...typed(id, sent, before) };
      refuse(id, service, values);
      const { found, problem } = await tried(service, values, before, who);
      if (problem && (problem.isFinal || saveAnyway !== true)) throw failed(id, problem, values);
      if (found.choices)
        return { success: true, message: 'Choose one, then save again.', choices: found.choices };
      const all = { ...values, ...found.made };
      if (!found.made) delete all['account'];
      const at = now().getTime();
      const kept = Object.fromEntries(
        Object.entries(all).map(([name, value]) => {
          const old = stored.values?.[name];
          return [name, old?.value === value ? old : { value, by: who.name, at }];
        }),
      );
      recordDetail({ name: label, action: before ? 'change' : 'connect' });
      await save(
        id,
        version,
        { values: kept, earlier: earlierOf(stored, all) },
        who,
        before ? 'changed' : 'connected',
        {
          failure: problem && scrubbed(id, problem.message, all),
          facts: found.facts ?? [],
        },
      );
      await cleanUp(found);
      if (id === 'address') await moveCallers(who);
      if (found.message) return { success: true, message: found.message };
      return {
        success: true,
        message: problem ? `${label} saved, but it doesn’t work yet` : `${label} connected`,
      };
    });
  });

  const cleanUp = async ({ afterwards }: Found) =>
    afterwards?.().catch((error: unknown) =>
      context.log.warn({ err: error }, 'could not remove what a connection no longer needs'),
    );

  /** Their webhooks get the new address. What doesn't work is on their cards. */
  async function moveCallers(who: Who): Promise<void> {
    for (const id of CALLERS) {
      const stored = store.storedOf(settings.secret, store.rowOf(db, id));
      if (stored?.values && !isFixed(env, id)) await check(id, SERVICES[id], stored, who);
    }
  }

  const versionOf = (id: ConnectionId) => store.rowOf(db, id)?.version ?? 0;

  function requireSame(id: ConnectionId, version: number): void {
    if (versionOf(id) !== version)
      throw new ApiError(
        409,
        'changed_meanwhile',
        'Somebody else changed this connection at the same time. Look at it, and try again.',
      );
  }

  async function save(
    id: ConnectionId,
    version: number,
    stored: Stored,
    who: Who,
    news: 'connected' | 'changed' | 'disconnected',
    result?: { failure: string | null; facts: string[] },
  ): Promise<void> {
    await inTransaction(db, () => {
      requireSame(id, version);
      store.saveConnection(db, settings.secret, id, stored);
      if (result) store.recordCheck(db, id, result, now());
      queueForOwners(context, `connection:${id}:${version + 1}`, { connection: id, news, by: who.id });
    });
  }

  /** What can never work, whatever the service says. */
  function refuse(id: ConnectionId, service: Service, values: Values): void {
    try {
      service.refuse?.(values, settings);
      const others = store.savedIn(db, settings.secret);
      // In the order in which the server reads them, so that each is checked with the others.
      const { faults } = withConnections(env, { ...others, [id]: { ...values, ...service.unmade?.() } });
      const isNew = faults.paypal !== store.settingsOf(db, env).faults.paypal;
      const fault = faults[id] ?? (id === 'stripe' && isNew ? faults.paypal : undefined);
      if (fault) throw faultOf(id, fault);
    } catch (error) {
      if (error instanceof Problem)
        throw badInput(scrubbed(id, error.message, values), atField(id, error, values));
      throw error;
    }
  }

  async function tried(service: Service, values: Values, before: Values | null, who: Who) {
    try {
      const trial = { values, before, env: settings, context, owner: who.email };
      return { found: await service.connect(trial), problem: null };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { found: {} as Found, problem: error };
    }
  }

  async function check(id: ConnectionId, service: Service, stored: Stored, who: Who) {
    const { label } = kindOf(id);
    let result: { failure: string | null; facts: string[] };
    if (isFixed(env, id)) result = await doctorResult(id, { db, settings, now });
    else {
      const values = stored.values && store.plainValues(stored.values);
      if (!values) throw badInput(`${label} isn’t connected.`);
      const { found, problem } = await tried(service, values, values, who);
      result = { failure: problem && scrubbed(id, problem.message, values), facts: found.facts ?? [] };
      const isRepaired = Object.entries(found.made ?? {}).some(([name, value]) => values[name] !== value);
      if (isRepaired) {
        const made = Object.entries(found.made ?? {}).map(
          ([name, value]) => [name, { value, by: who.name, at: now().getTime() }] as const,
        );
        const repaired = {
          values: { ...stored.values, ...Object.fromEntries(made) },
          earlier: stored.earlier.filter(({ account }) => account !== found.made?.['account']),
        };
        await save(id, versionOf(id), repaired, who, 'changed', result);
        await cleanUp(found);
      }
    }
    await inTransaction(db, () => store.recordCheck(db, id, result, now()));
    return { success: true as const, message: result.failure ? `${label} doesn’t work` : `${label} works` };
  }
}

/** The fields of the form. A secret that is left empty stays; anything else that is left empty is removed. */
function typed(id: ConnectionId, sent: Record<string, string | boolean>, before: Values | null): Values {
  const fields: Record<string, string[]> = {};
  const entries = Object.entries(kindOf(id).settings).flatMap(([name, setting]) => {
    if (setting.isMade) return [];
    const given = sent[name];
    const text = typeof given === 'string' ? given.trim() : '';
    const isElsewhere = setting.goesTo !== undefined && sent[setting.goesTo] !== before?.[setting.goesTo];
    const isKept = setting.isSecret ? !isElsewhere : given === undefined;
    const kept = isKept ? before?.[name] : undefined;
    const value = text || kept || '';
    if (!value && !setting.isOptional) fields[name] = ['Please fill this in'];
    // A kept key was shown only once.
    if (setting.isGenerated && text && sent[`${name}End`] !== text.slice(-KEY_END))
      fields[`${name}End`] = [`Please type the last ${KEY_END} characters of the key that you saved`];
    if (setting.options && value && !Object.hasOwn(setting.options, value))
      fields[name] = ['Please choose one of these'];
    return value ? [[name, value] as const] : [];
  });
  if (Object.keys(fields).length > 0) throw badInput('Please check what you entered.', fields);
  return Object.fromEntries(entries);
}

/** Accounts whose payments still need their keys: all but the one that is connected now. */
function earlierOf({ values, earlier }: Stored, next: Values | null): Stored['earlier'] {
  const before = values && store.plainValues(values);
  const account = before?.['account'];
  const all =
    account && before
      ? [{ account, isLive: account.endsWith(' live'), values: before }, ...earlier]
      : earlier;
  const others = all.filter((one) => one.account !== next?.['account']);
  return others.filter(
    (one, index) => others.findIndex(({ account: other }) => other === one.account) === index,
  );
}

/** What the shop made before. */
const madeIn = (id: ConnectionId, before: Values | null): Values =>
  Object.fromEntries(
    Object.entries(before ?? {}).filter(([name]) => {
      const setting = kindOf(id).settings[name];
      return !setting || setting.isMade;
    }),
  );

/** A fault names the setting as it is called on the server. */
function faultOf(id: ConnectionId, fault: string): Problem {
  const all = Object.entries(kindOf(id).settings);
  const [field = ''] = all.find(([, { env }]) => fault.includes(env)) ?? all[0] ?? [];
  return new Problem(
    field,
    all.reduce((text, [, { env, label }]) => text.replaceAll(env, label), fault),
  );
}

/** A service's own words can quote what they refuse. */
function scrubbed(id: ConnectionId, message: string, values: Values): string {
  const secrets = Object.entries(values).filter(([name]) => kindOf(id).settings[name]?.isSecret);
  return secrets.reduce((text, [, secret]) => (secret ? text.replaceAll(secret, '****') : text), message);
}

const atField = (id: ConnectionId, { field, message }: Problem, values: Values) => ({
  [field]: [scrubbed(id, message, values)],
});

const failed = (id: ConnectionId, problem: Problem, values: Values) =>
  new ApiError(
    409,
    problem.isFinal ? 'connection_refused' : 'connection_failed',
    scrubbed(id, problem.message, values),
    {
      fields: atField(id, problem, values),
    },
  );
