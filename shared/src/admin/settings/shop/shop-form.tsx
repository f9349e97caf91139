import { useMemo, type ChangeEvent } from 'react';
import type { Catalog } from '../../../catalog/catalog.ts';
import { SERVICE_IDS } from '../../../catalog/ids.ts';
import type { ShopResponse } from '../../../contracts/shop.ts';
import { Addons } from './addons.tsx';
import { PublishBar } from './publish-bar.tsx';
import { ServiceCard } from './service-card.tsx';
import { errorsAt, fieldsOf, valuesOf, withTyped, type Fields } from './shop-fields.ts';
import { Taxes } from './taxes.tsx';
import { useShopChanges } from './use-shop-changes.ts';

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
