import { useMemo, type ChangeEvent, useRef } from 'react';
import type { Catalog } from '../../../catalog/catalog.ts';
import { SERVICE_IDS } from '../../../catalog/ids.ts';
import type { ShopResponse } from '../../../contracts/shop.ts';
import { Addons } from './addons.tsx';
import { PublishBar } from './publish-bar.tsx';
import { ServiceCard } from './service-card.tsx';
import { errorsAt, fieldsOf, valuesOf, withTyped, type Fields, newRow, rowsOf } from './shop-fields.ts';
import { useShopChanges } from './use-shop-changes.ts';
import { STATES } from '../../../catalog/us-states.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Card } from '../../base/card.tsx';
import { Choices } from '../../base/fields.tsx';

/** What the parts of the form need. */
export type Editor = {
  values: Fields;
  /** As it would be published. */
  catalog: Omit<Catalog, 'version'>;
  field: (place: string) => {
    value: string;
    error: string | undefined;
    autoComplete: 'off';
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
  };
  change: (changes: Fields) => void;
};

/** The fields show the newest version with what was typed. */
export function ShopForm({ shop }: { shop: ShopResponse }) {
  const base = useMemo(() => fieldsOf(shop), [shop]);
  const saving = useShopChanges<string>('shop', {
    shop,
    base,
    valuesOf: (typed) => valuesOf(withTyped(base, typed)),
    errorsAt: (typed, errors) => errorsAt(withTyped(base, typed), errors),
  });
  const { typed, errors, change } = saving;
  const values = withTyped(base, typed);
  const editor: Editor = {
    values,
    catalog: valuesOf(values),
    field: (place) => ({
      value: values[place] ?? '',
      error: errors[place],
      autoComplete: 'off',
      onChange: ({ target }) => change({ [place]: target.value }),
    }),
    change,
  };
  return (
    <div className="stack gap-4 shop-form">
      {SERVICE_IDS.map((id) => (
        <ServiceCard key={id} {...{ id, editor }} />
      ))}
      <Addons editor={editor} />
      <Taxes editor={editor} />
      <PublishBar {...{ shop, saving }} />
    </div>
  );
}

const NAMES = STATES.split(',').map((state) => [state.slice(0, 2), state.slice(3)] as const);

/** Sales tax by state. */
export function Taxes({ editor: { values, field, change } }: { editor: Editor }) {
  const adder = useRef<HTMLButtonElement>(null);
  return (
    <Card
      title="Sales tax"
      about="It is added for buyers with an address in these states. Nobody else pays sales tax."
    >
      <ul className="shop-list">
        {rowsOf(values, 'taxes').map((id) => (
          <li key={id} className="shop-fields stack top">
            <SelectField {...field(`taxes.${id}.state`)} label="State">
              <option value="" disabled>
                Choose a state
              </option>
              <Choices of={NAMES} />
            </SelectField>
            <TextField {...field(`taxes.${id}.percent`)} label="Percent" inputMode="decimal" />
            <Button
              isQuiet
              onClick={() => {
                change({ [`taxes.${id}.isRemoved`]: 'yes' });
                adder.current?.focus();
              }}
            >
              Remove <span className="visually-hidden">{values[`taxes.${id}.state`]}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p className="cluster gap-2-4 middle">
        <Button isQuiet ref={adder} onClick={() => change(newRow(values, 'taxes'))}>
          Add a state
        </Button>
      </p>
    </Card>
  );
}
