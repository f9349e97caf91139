import { KEY_END, type ConnectionId } from '@northlight/shared/contracts/connections.ts';
import { badInput, conflict } from '../../base/errors.ts';
import { isProvider, kindOf, type Setting, type Values } from '../../base/settings/connections.ts';
import { identityOf, isSameAccount, kindOfKeys, type ProviderId } from '../../base/settings/payment-state.ts';
import * as store from '../../db/connection-store.ts';
import type { Stored } from '../../db/connection-store.ts';
import { Problem } from './service.ts';

/** The fields of the form. A secret that is left empty stays; anything else that is left empty is removed. */
export function typed(
  id: ConnectionId,
  sent: Record<string, string | boolean>,
  before: Values | null,
): Values {
  const fields: Record<string, string[]> = {};
  const entries = Object.entries(kindOf(id).settings).flatMap(([name, setting]) => {
    if (setting.isMade || !isShown(setting, { ...before, ...sent })) return [];
    const given = sent[name];
    const text = typeof given === 'string' ? given.trim() : '';
    const isElsewhere = setting.goesTo?.some((other) => isChanged(sent[other], before?.[other])) ?? false;
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

/** A field that isn't sent stays. */
const isChanged = (sent: unknown, before = ''): boolean => typeof sent === 'string' && sent.trim() !== before;

/** Whether a field belongs to what was chosen in another one. */
const isShown = (
  { onlyWith: [other, ...wanted] = [''] }: Setting,
  values: Record<string, unknown>,
): boolean => other === '' || wanted.includes(String(values[other] ?? ''));

/** Accounts whose payments still need their keys: all but the one that is connected now. */
export function earlierOf(
  id: ConnectionId,
  { values, earlier }: Stored,
  next: Values | null,
): Stored['earlier'] {
  if (!isProvider(id)) return [];
  const before = values && store.plainValues(values);
  const own = before && kindOfKeys(id, before) !== 'unseen' ? [earlierAccount(id, before)] : [];
  const others = [...own, ...earlier].filter((one) => !next || !isSameAccount(id, one.values, next));
  return others.filter(
    (one, index) => others.findIndex((other) => isSameAccount(id, other.values, one.values)) === index,
  );
}

const earlierAccount = (id: ProviderId, values: Values): Stored['earlier'][number] => ({
  account: identityOf(id, values),
  isLive: kindOfKeys(id, values) === 'live',
  values,
});

/** What the shop made before. */
export const madeIn = (id: ConnectionId, before: Values | null, next: Values): Values =>
  Object.fromEntries(
    Object.entries(before ?? {}).filter(([name]) => {
      const isOver = kindOf(id).settings[name]?.endsWith?.some((other) => next[other] !== before?.[other]);
      return !isOver && isMade(id, name);
    }),
  );

/** Whether the shop makes or finds it out itself. */
export function isMade(id: ConnectionId, name: string): boolean {
  const setting = kindOf(id).settings[name];
  return !setting || setting.isMade === true;
}

/** A fault names the setting as it is called on the server. */
export function faultOf(id: ConnectionId, fault: string): Problem {
  const all = Object.entries(kindOf(id).settings);
  const [field = ''] = all.find(([, { env }]) => env && fault.includes(env)) ?? all[0] ?? [];
  return new Problem(
    field,
    all.reduce((text, [, { env, label }]) => (env ? text.replaceAll(env, label) : text), fault),
  );
}

/** A service's own words can quote what they refuse. */
export function scrubbed(id: ConnectionId, message: string, values: Values): string {
  const secrets = Object.entries(values).filter(([name]) => kindOf(id).settings[name]?.isSecret);
  return secrets.reduce((text, [, secret]) => (secret ? text.replaceAll(secret, '****') : text), message);
}

export const atField = (id: ConnectionId, { field, message }: Problem, values: Values) => ({
  [field]: [scrubbed(id, message, values)],
});

export const failed = (id: ConnectionId, problem: Problem, values: Values) =>
  conflict(
    problem.isFinal ? 'connection_refused' : 'connection_failed',
    scrubbed(id, problem.message, values),
    {
      fields: atField(id, problem, values),
    },
  );
