import { useRef, useState } from 'react';
import { CallError } from '../../../contracts/call-error.ts';
import type { ShopChangesInput, ShopResponse } from '../../../contracts/shop.ts';
import { restoreFocus, useAdminAction } from '../../base/act.tsx';
import { reads } from '../../base/query-fn.ts';
import { useDraftValue } from '../../drafts/use-draft-form.ts';

/** A build ends without a call of the dashboard. */
export const pace = (isPublishing: boolean | undefined) => (isPublishing ? 1_500 : 30_000);

export const shopQuery = {
  ...reads('GET /api/json/shop'),
  refetchInterval: ({ state: { data } }: { state: { data: ShopResponse | undefined } }) =>
    pace(data?.state === 'publishing'),
} as const;

type Typed<Value> = { version: number | null; fields: Readonly<Record<string, Value>> };
type Target = { publish: boolean; publishAt?: string };

type Options<Value> = {
  shop: ShopResponse;
  /** What the newest version has in each place. */
  base: Readonly<Record<string, Value>>;
  /** What was typed, as the API takes it. Undefined without changes. */
  changesOf: (typed: Typed<Value>['fields']) => ShopChangesInput | undefined;
  /** The server's errors by place. */
  errorsAt: (
    typed: Typed<Value>['fields'],
    errors: Readonly<Record<string, string[]>>,
  ) => Record<string, string>;
};

export type Saving = Pick<
  ReturnType<typeof useShopChanges>,
  'errors' | 'hasChanges' | 'isBusy' | 'save' | 'discard'
>;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * What was typed on top of the newest version of the shop, by place, and what saves it. Only that is sent, so others’
 * changes are never undone. It is kept in the browser under a name until it is saved.
 */
export function useShopChanges<Value>(name: string, { shop, base, changesOf, errorsAt }: Options<Value>) {
  const [stored, setStored, dropDraft] = useDraftValue<Typed<Value>>(name, { version: null, fields: {} });
  const [errors, setErrors] = useState<Record<string, string>>({});
  // What was typed while it was saved.
  const latest = useRef(stored);
  const set = (next: Typed<Value>) => {
    latest.current = next;
    setStored(next);
  };
  const keep = (fields: Typed<Value>['fields'], isKept: (entry: [string, Value]) => boolean) =>
    Object.fromEntries(Object.entries(fields).filter(isKept));
  const differing = (fields: Typed<Value>['fields']) =>
    keep(fields, ([place, value]) => !isSame(value, base[place] ?? null));
  const typed = differing(stored.fields);
  const changes = changesOf(typed);
  const version = (changes ? stored.version : null) ?? shop.version;
  const savedAs = useRef(version);
  const { isBusy, run } = useAdminAction(async (client, target: Target) => {
    setErrors({});
    const body = { version, changes: changes ?? {}, ...target };
    const saved = await client.call('POST /api/json/shop', { body }).catch((error: unknown) => {
      const answer = error instanceof CallError ? error : undefined;
      // The next try is on top of the newest version.
      if (answer?.status === 409) set({ ...latest.current, version: null });
      setErrors(errorsAt(typed, answer?.response?.fields ?? {}));
      requestAnimationFrame(() => document.querySelector<HTMLElement>('.admin-view [aria-invalid]')?.focus());
      throw error;
    });
    savedAs.current = saved.version;
    // Even if the view was left.
    if (isSame(latest.current, stored)) dropDraft();
    return undefined;
  }, 'Couldn’t save the changes');
  const drop = (isKept: (entry: [string, Value]) => boolean) => {
    const fields = keep(latest.current.fields, isKept);
    set({ version: Object.keys(fields).length > 0 ? savedAs.current : null, fields });
  };
  return {
    typed,
    errors,
    hasChanges: changes !== undefined,
    isBusy,
    change: (places: Typed<Value>['fields']) => {
      set({ version, fields: differing({ ...latest.current.fields, ...places }) });
      const isOther = ([at]: [string, string]) =>
        !Object.keys(places).some((place) => at === place || at.startsWith(`${place}.`));
      setErrors(Object.fromEntries(Object.entries(errors).filter(isOther)));
    },
    save: (target: Target) =>
      run(target, () => drop(([place, value]) => !isSame(value, stored.fields[place]))),
    discard: () => {
      setErrors({});
      drop(() => false);
      restoreFocus();
    },
  };
}
