import { useRef, useState, type ChangeEvent } from 'react';
import type { Catalog } from '../../../catalog/catalog.ts';
import { SERVICE_IDS } from '../../../catalog/ids.ts';
import { CallError } from '../../../contracts/call-error.ts';
import type { ShopResponse } from '../../../contracts/shop.ts';
import { Button } from '../../../ui/button.tsx';
import { restoreFocus, useAdminAction } from '../../base/act.tsx';
import { useDraftValue } from '../../drafts/use-draft-value.ts';
import { Addons } from './addons.tsx';
import { Schedule } from './schedule.tsx';
import { ServiceCard } from './service-card.tsx';
import { catalogOf, changesOf, errorsAt, fieldsOf, withTyped, type Fields } from './shop-fields.ts';
import { Taxes } from './taxes.tsx';
import { VersionAct } from './version-act.tsx';

/** What the parts of the form need. */
export type Editor = {
  values: Fields;
  /** As it would be published. */
  catalog: Catalog;
  field: (place: string) => {
    value: string;
    error: string | undefined;
    autoComplete: 'off';
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
  };
  change: (changes: Fields) => void;
};

const UNPUBLISHED: Partial<Record<ShopResponse['state'], string>> = {
  draft: 'the draft',
  scheduled: 'the scheduled version',
  failed: 'the failed version',
};

type Target = { publish: boolean; publishAt?: string };

/** The fields show the newest version and, on top of it, only what was typed. So others’ changes are never undone. */
export function ShopForm({ shop }: { shop: ShopResponse }) {
  const [typed, setTyped, dropDraft] = useDraftValue<Fields>('shop', {});
  const latest = useRef(typed);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isScheduling, setIsScheduling] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const values = withTyped(fieldsOf(shop), typed);
  const changes = changesOf(shop, values);
  const unpublished = UNPUBLISHED[shop.state];
  const type = (next: Fields) => {
    latest.current = next;
    setTyped(next);
  };
  const { isBusy, run } = useAdminAction(async (client, target: Target) => {
    setErrors({});
    const body = { version: shop.version, changes: changes ?? {}, ...target };
    await client.call('POST /api/json/shop', { body }).catch((error: unknown) => {
      const fields = error instanceof CallError ? error.response?.fields : undefined;
      if (fields) setErrors(errorsAt(values, fields));
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
      throw error;
    });
    // Even if the view was left.
    dropDraft();
    return undefined;
  }, 'Couldn’t save the shop');
  const save = (target: Target) =>
    run(target, () =>
      // Without what was saved.
      type(
        Object.fromEntries(Object.entries(latest.current).filter(([place, text]) => typed[place] !== text)),
      ),
    );
  const change = (fields: Fields) => {
    type({ ...latest.current, ...fields });
    setErrors(Object.fromEntries(Object.entries(errors).filter(([place]) => !(place in fields))));
  };
  const editor: Editor = {
    values,
    catalog: catalogOf(values),
    field: (place) => ({
      value: values[place] ?? '',
      error: errors[place],
      autoComplete: 'off',
      onChange: ({ target }) => change({ [place]: target.value }),
    }),
    change,
  };
  return (
    <>
      <form
        ref={form}
        className="admin-cards shop-form"
        noValidate
        aria-label="Shop"
        onSubmit={(event) => {
          event.preventDefault();
          save({ publish: false });
        }}
      >
        {SERVICE_IDS.map((id) => (
          <ServiceCard key={id} {...{ id, editor }} />
        ))}
        <Addons editor={editor} />
        <Taxes editor={editor} />
        {(changes || unpublished) && (
          <div className="save-bar">
            {Object.keys(errors).length > 0 && <p className="field-error">Please check the marked fields.</p>}
            <Button isBusy={isBusy} onClick={() => save({ publish: true })}>
              {shop.state === 'failed' ? 'Publish again' : 'Publish now'}
            </Button>
            {changes && (
              <Button type="submit" isQuiet isBusy={isBusy}>
                Save as draft
              </Button>
            )}
            <Button isQuiet isBusy={isBusy} onClick={() => setIsScheduling(true)}>
              Schedule…
            </Button>
            {changes && (
              <Button
                isQuiet
                onClick={() => {
                  type({});
                  setErrors({});
                  restoreFocus();
                }}
              >
                Discard changes
              </Button>
            )}
            {unpublished && (
              <VersionAct
                version={shop.version}
                action="discard"
                which={unpublished}
                text="Your website stays as it is. What you haven’t saved yet stays in the fields."
              />
            )}
          </div>
        )}
      </form>
      {isScheduling && (
        <Schedule
          onChoose={(publishAt) => save({ publish: false, publishAt })}
          onClose={() => setIsScheduling(false)}
        />
      )}
    </>
  );
}
