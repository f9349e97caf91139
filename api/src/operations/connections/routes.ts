import {
  CONNECTION_IDS,
  type Connection,
  type ConnectionField,
  type ConnectionId,
} from '@northlight/shared/contracts/connections.ts';
import { hasRight } from '@northlight/shared/contracts/rights.ts';
import { ApiError, badInput, notFound } from '../../base/errors.ts';
import {
  CONNECTIONS,
  isFixed,
  kindOf,
  type Values,
  withConnections,
} from '../../base/settings/connections.ts';
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
import { runDoctorChecks } from '../doctor/run-doctor.ts';
import { type Found, Problem, type Service } from './service.ts';
import { stripeService } from './stripe.ts';

const SERVICES: Partial<Record<ConnectionId, Service>> = { stripe: stripeService };

type Who = { id: number; name: string; email: string };

/** The services that owners connect. `env` is what the server sets. */
export function connectionRoutes(mount: Mount, context: AppContext, env: Env): void {
  const { db, settings, now } = context;
  const locks = createCheckoutLocks();
  const serviceOf = (id: ConnectionId): Service => {
    const service = SERVICES[id];
    if (!service) throw notFound();
    return service;
  };

  mount('GET /api/json/connections', ({ ctx }) => ({
    success: true,
    connections: CONNECTION_IDS.filter((id) => CONNECTIONS[id]).map((id) =>
      present(id, hasRight(ctx.session?.role, 'manage')),
    ),
  }));

  mount('POST /api/json/connections/:id', async ({ params: { id }, body, ctx }) => {
    const service = serviceOf(id);
    const person = adminStore.byId(db, ctx.session?.adminId ?? 0);
    if (!person) throw notFound();
    const who = { id: person.id, name: adminStore.nameOf(person), email: person.email };
    const { label } = kindOf(id);
    const version = versionOf(id);
    return locks.run(id, async () => {
      const stored = store.storedOf(settings.secret, store.rowOf(db, id)) ?? { values: null, earlier: [] };
      requireSame(id, version);
      const { action, saveAnyway, ...sent } = body;
      if (action === 'check') return check(id, service, stored, who);
      if (isFixed(env, id))
        throw new ApiError(
          409,
          'set_on_server',
          `${label} is set on the server, and can only be changed there.`,
        );
      if (action === 'disconnect') {
        if (!stored.values) throw badInput(`${label} isn’t connected.`);
        recordDetail({ name: label, action });
        await save(id, version, { values: null, earlier: earlierOf(stored, null) }, who, 'disconnected');
        return { success: true, message: `${label} disconnected` };
      }
      if (action !== undefined) throw badInput('Unknown action.');
      const before = stored.values && store.plainValues(stored.values);
      const values = { ...service.unmade?.(), ...before, ...typed(id, sent, before) };
      refuse(id, service, values);
      const { found, problem } = await tried(service, values, before, who);
      if (problem && saveAnyway !== true) throw failed(problem, values);
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
          failure: problem && scrubbed(problem.message, all),
          facts: found.facts ?? [],
        },
      );
      await found
        .afterwards?.()
        .catch((error: unknown) =>
          context.log.warn({ err: error }, 'could not remove what a connection no longer needs'),
        );
      return {
        success: true,
        message: problem ? `${label} saved, but it doesn’t work yet` : `${label} connected`,
      };
    });
  });

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
      if (fault) throw new Problem(Object.keys(kindOf(id).settings)[0] ?? '', fault);
    } catch (error) {
      if (error instanceof Problem) throw badInput(scrubbed(error.message, values), atField(error, values));
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
    recordDetail({ name: label, action: 'check' });
    let result: { failure: string | null; facts: string[] };
    if (isFixed(env, id)) result = await doctorResult(service);
    else {
      const values = stored.values && store.plainValues(stored.values);
      if (!values) throw badInput(`${label} isn’t connected.`);
      const { found, problem } = await tried(service, values, values, who);
      result = { failure: problem && scrubbed(problem.message, values), facts: found.facts ?? [] };
      const isRepaired = Object.entries(found.made ?? {}).some(([name, value]) => values[name] !== value);
      if (isRepaired) {
        const made = Object.entries(found.made ?? {}).map(
          ([name, value]) => [name, { value, by: who.name, at: now().getTime() }] as const,
        );
        const repaired = { ...stored, values: { ...stored.values, ...Object.fromEntries(made) } };
        await save(id, versionOf(id), repaired, who, 'changed', result);
        await found.afterwards?.();
      }
    }
    await inTransaction(db, () => store.recordCheck(db, id, result, now()));
    return { success: true as const, message: result.failure ? `${label} doesn’t work` : `${label} works` };
  }

  async function doctorResult(service: Service): Promise<{ failure: string | null; facts: string[] }> {
    const lines = await runDoctorChecks(service.doctor, { settings, db, now });
    const wrong = lines.find(({ state }) => state === 'failure' || state === 'warning');
    return {
      failure: wrong ? `${wrong.message} ${wrong.advice ?? ''}`.trim() : null,
      facts: lines.flatMap(({ state, message }) => (state === 'ok' ? [message] : [])),
    };
  }

  function present(id: ConnectionId, mayChange: boolean): Connection {
    const { label, about, settings: list, presets = [] } = kindOf(id);
    const row = store.rowOf(db, id);
    const stored = store.storedOf(settings.secret, row);
    const fixed = isFixed(env, id);
    const fault = store.settingsOf(db, env).faults[id];
    const isSet = fixed || stored === null || stored.values !== null;
    const reason = fault ?? row?.failure ?? null;
    const checked = isSet ? row : undefined;
    return {
      id,
      label,
      about,
      fixed,
      state: !isSet ? 'not-connected' : reason ? 'fails' : checked?.checkedAt ? 'works' : 'unchecked',
      since: checked?.since?.toISOString() ?? null,
      reason: isSet && reason ? reason : null,
      lastChecked: checked?.checkedAt?.toISOString() ?? null,
      facts: checked?.facts ?? [],
      presets: mayChange ? presets.map(([presetLabel, values]) => ({ label: presetLabel, values })) : [],
      fields: !mayChange
        ? []
        : Object.entries(list).flatMap(([name, setting]): ConnectionField[] => {
            if (setting.isMade) return [];
            const { isSecret = false, isOptional = false, help = null, options = null } = setting;
            const kept = fixed ? undefined : stored?.values?.[name];
            const onServer = fixed && !list[name]?.isPart ? env.variables[setting.env] : undefined;
            const value = kept?.value ?? onServer ?? null;
            return [
              {
                name,
                label: setting.label,
                help,
                isSecret,
                isOptional,
                options: options && { ...options },
                value: isSecret ? null : value,
                lastFour: isSecret && value ? lastFourOf(value) : null,
                savedBy: kept?.by ?? null,
                savedAt: kept ? new Date(kept.at).toISOString() : null,
              },
            ];
          }),
    };
  }
}

/** Four of a short secret would be most of it. */
const lastFourOf = (secret: string): string => (secret.length >= 12 ? secret.slice(-4) : '••••');

/** The fields of the form. A secret that is left empty stays; anything else that is left empty is removed. */
function typed(id: ConnectionId, sent: Record<string, string | true>, before: Values | null): Values {
  const fields: Record<string, string[]> = {};
  const entries = Object.entries(kindOf(id).settings).flatMap(([name, setting]) => {
    if (setting.isMade) return [];
    const given = sent[name];
    const text = typeof given === 'string' ? given.trim() : '';
    const kept = setting.isSecret || given === undefined ? before?.[name] : undefined;
    const value = text || kept || '';
    if (!value && !setting.isOptional) fields[name] = ['Please fill this in'];
    if (setting.options && value && !Object.hasOwn(setting.options, value))
      fields[name] = ['Please choose one of these'];
    return [[name, value] as const];
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

/** A service's own words can quote what they refuse. */
function scrubbed(message: string, values: Values): string {
  const secrets = Object.values(values).filter((value) => value.length >= 6);
  return secrets.reduce((text, secret) => text.replaceAll(secret, '****'), message);
}

const atField = ({ field, message }: Problem, values: Values) => ({ [field]: [scrubbed(message, values)] });

const failed = (problem: Problem, values: Values) =>
  new ApiError(409, 'connection_failed', scrubbed(problem.message, values), {
    fields: atField(problem, values),
  });
