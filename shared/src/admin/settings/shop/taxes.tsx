import { useRef } from 'react';
import { STATES } from '../../../catalog/us-states.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Card } from '../../base/card.tsx';
import type { Editor } from './shop-form.tsx';
import { newRow, rowsOf } from './shop-fields.ts';
import { Choices } from '../../base/fields.tsx';

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
