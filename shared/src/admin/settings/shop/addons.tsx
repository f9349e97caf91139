import { useState } from 'react';
import { addonPrice } from '../../../catalog/catalog.ts';
import { REVISIONS } from '../../../catalog/ids.ts';
import { contentFacts, fillText } from '../../../content/facts.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { useAdminHost } from '../../base/admin-context.ts';
import { Card } from '../../base/card.tsx';
import { Check, Choices, SERVICE_CHOICES } from '../../base/fields.tsx';
import { Examples } from './service-card.tsx';
import type { Editor } from './shop-form.tsx';
import { newRow, rowsOf } from './shop-fields.ts';

/** The code relies on their service and period. */
const FIXED = new Set([REVISIONS, 'custom-domain', 'additional-pages']);
const PAID = { once: 'Once', month: 'Every month', year: 'Every year', quoted: 'Quoted' };
const PAID_AT_ONCE = { once: PAID.once, quoted: PAID.quoted };

export function Addons({ editor }: { editor: Editor }) {
  const { values, change } = editor;
  const ids = rowsOf(values, 'addons');
  const [hasAdded, setHasAdded] = useState(false);
  const move = (index: number, by: -1 | 1, button: HTMLElement) => {
    const id = ids[index] ?? '';
    change({
      'addons.order': ids
        .toSpliced(index, 1)
        .toSpliced(index + by, 0, id)
        .join(),
    });
    // A moved element loses the focus.
    requestAnimationFrame(() => button.focus());
  };
  return (
    <Card title="Add-ons">
      <p className="admin-small">
        In a description, {'{website revisions in words}'} stands for the number of included revisions.
      </p>
      <ol className="shop-list">
        {ids.map((id, index) => (
          <AddonRow
            key={id}
            {...{ id, index, editor, move }}
            isLast={index === ids.length - 1}
            takesFocus={hasAdded && index === ids.length - 1}
          />
        ))}
      </ol>
      <p className="cluster gap-2-4 middle">
        <Button
          isQuiet
          onClick={() => {
            setHasAdded(true);
            change(newRow(values, 'addons'));
          }}
        >
          Add an add-on
        </Button>
      </p>
    </Card>
  );
}

type AddonRowProps = {
  id: string;
  index: number;
  isLast: boolean;
  takesFocus: boolean;
  editor: Editor;
  move: (index: number, by: -1 | 1, button: HTMLElement) => void;
};

function AddonRow({ id, index, isLast, takesFocus, editor, move }: AddonRowProps) {
  const { change } = editor;
  const { businessName, businessEmail } = useAdminHost();
  const place = `addons.${id}`;
  const field = (name: string) => editor.field(`${place}.${name}`);
  const [service, paid] = [field('service'), field('paid')];
  const isFixed = FIXED.has(id);
  const isRecurring = service.value === 'website' && !isFixed;
  const name = field('name').value || `Add-on ${index + 1}`;
  const which = <span className="visually-hidden">{name}</span>;
  const addon = editor.catalog.addons[index];
  const business = { name: businessName, email: businessEmail, phone: '', address: '' };
  const words = fillText(field('description').value, contentFacts(business, editor.catalog));
  return (
    <li>
      <div className="stack gap-3" role="group" aria-label={name}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- It was just added. */}
        <TextField {...field('name')} label="Name" isRequired autoFocus={takesFocus} />
        <TextField {...field('description')} label="Description" />
        <div className="shop-fields stack top">
          {!isFixed && (
            <SelectField
              {...service}
              label="Service"
              onChange={({ target }) =>
                change({
                  [`${place}.service`]: target.value,
                  ...(paid.value !== 'quoted' && { [`${place}.paid`]: 'once' }),
                })
              }
            >
              <Choices of={SERVICE_CHOICES} />
            </SelectField>
          )}
          {id !== REVISIONS && (
            <SelectField {...paid} label="Paid">
              <Choices of={isRecurring ? PAID : PAID_AT_ONCE} />
            </SelectField>
          )}
          {paid.value !== 'quoted' && (
            <TextField {...field('priceCents')} label="Price ($)" inputMode="decimal" />
          )}
        </div>
        {addon?.isActive && <Examples texts={[`${addon.name}: ${addonPrice(addon)}`, words]} />}
        <div className="shop-row-actions cluster gap-2 middle">
          <Check
            label="On"
            aria-label={`On: ${name}`}
            checked={field('isActive').value !== ''}
            onChange={({ target }) => change({ [`${place}.isActive`]: target.checked ? 'yes' : '' })}
          />
          {/* At an end of the list they stay, so that the focus does. */}
          <Button
            isQuiet
            isBusy={index === 0}
            onClick={({ currentTarget }) => move(index, -1, currentTarget)}
          >
            Move up {which}
          </Button>
          <Button isQuiet isBusy={isLast} onClick={({ currentTarget }) => move(index, 1, currentTarget)}>
            Move down {which}
          </Button>
          {id.startsWith('+') && (
            <Button isQuiet onClick={() => change({ [`${place}.isRemoved`]: 'yes' })}>
              Remove {which}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}
