import { useRef, useState } from 'react';
import { CallError } from '../../../contracts/call-error.ts';
import { ShopValues, type ShopResponse } from '../../../contracts/shop.ts';
import { restoreFocus, useAdminAction } from '../../base/act.tsx';
import { reads } from '../../base/query-panel.tsx';
import { useDraftValue } from '../../drafts/use-draft.ts';

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
  /** Those of the shop's values that these fields are about, with what was typed. */
  valuesOf: (typed: Typed<Value>['fields']) => Partial<ShopValues>;
  /** Errors by place. */
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
 * What was typed on top of the newest version of the shop, by place, and what saves it. It is kept in the browser under a
 * name until it is saved.
 */
export function useShopChanges<Value>(name: string, { shop, base, valuesOf, errorsAt }: Options<Value>) {
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
  const hasChanges = !isSame(valuesOf(typed), valuesOf({}));
  const version = (hasChanges ? stored.version : null) ?? shop.version;
  const savedAs = useRef(version);
  const showErrors = (next: Record<string, string>) => {
    setErrors(next);
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.admin-view [aria-invalid]')?.focus());
  };
  const { isBusy, run } = useAdminAction(async (client, body: ShopValues & Target & { version: number }) => {
    const call = client.call('POST /api/json/shop', { body });
    const saved = await call.catch((error: unknown) => {
      const answer = error instanceof CallError ? error : undefined;
      // The next try is on top of the newest version.
      if (answer?.status === 409) set({ ...latest.current, version: null });
      showErrors(errorsAt(typed, answer?.response?.fields ?? {}));
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
    hasChanges,
    isBusy,
    change: (places: Typed<Value>['fields']) => {
      set({ version, fields: differing({ ...latest.current.fields, ...places }) });
      const isOther = ([at]: [string, string]) =>
        !Object.keys(places).some((place) => at === place || at.startsWith(`${place}.`));
      setErrors(Object.fromEntries(Object.entries(errors).filter(isOther)));
    },
    save: (target: Target) => {
      const { services, addons, taxes, content, business } = shop;
      const values = { services, addons, taxes, content, business, ...(hasChanges && valuesOf(typed)) };
      const issues = ShopValues.safeParse(values).error?.issues ?? [];
      const faults = Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), [message]]));
      const shown = errorsAt(typed, faults);
      showErrors(shown);
      // The server says what is wrong elsewhere.
      if (Object.keys(shown).length > 0) return;
      // The version that the values are of: while a question is open, somebody else may save.
      run({ version, ...values, ...target }, () =>
        drop(([place, value]) => !isSame(value, stored.fields[place])),
      );
    },
    discard: () => {
      setErrors({});
      drop(() => false);
      restoreFocus();
    },
  };
}
