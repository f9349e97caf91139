import { useId, useRef, useState } from 'react';
import { SERVICE_IDS, type ServiceId } from '../../catalog/ids.ts';
import { SERVICES } from '../../catalog/services.ts';
import type { QuotesResponse } from '../../contracts/quotes.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { Card } from '../base/card.tsx';
import { fillLine, nextLine, type TypedLine } from './typed-quote.ts';

type LinesEditorProps = Pick<QuotesResponse, 'earlierLines'> & {
  lines: readonly TypedLine[];
  /** By the place of the field, such as `lines.0.amount`. */
  errors: Readonly<Record<string, string>>;
  onChange: (lines: TypedLine[]) => void;
};

/** The lines of a quote. The name of a line of an earlier quote fills the rest. */
export function LinesEditor({ lines, errors, earlierLines, onChange }: LinesEditorProps) {
  const listId = useId();
  const [added, setAdded] = useState<number>();
  const adder = useRef<HTMLButtonElement>(null);
  const add = () => {
    const line = nextLine(lines);
    setAdded(line.id);
    onChange([...lines, line]);
  };
  const remove = (index: number) => {
    onChange(lines.toSpliced(index, 1));
    adder.current?.focus();
  };
  const move = (index: number, by: -1 | 1) => {
    const line = lines[index];
    if (line && lines[index + by]) onChange(lines.toSpliced(index, 1).toSpliced(index + by, 0, line));
  };
  return (
    <Card className="case-card" title="Lines">
      <datalist id={listId}>
        {earlierLines.map(({ name, amount }) => (
          <option key={name} value={name}>
            {`$${amount}`}
          </option>
        ))}
      </datalist>
      <ol className="case-items">
        {lines.map((line, index) => (
          <Line
            key={line.id}
            {...{ line, index, listId }}
            isLast={index === lines.length - 1}
            isOnly={lines.length === 1}
            takesFocus={added === line.id}
            error={(name) => errors[`lines.${index}.${name}`]}
            change={(changes) => onChange(lines.with(index, { ...line, ...changes }))}
            rename={(name) => onChange(lines.with(index, fillLine({ ...line, name }, earlierLines)))}
            remove={() => remove(index)}
            move={(by) => move(index, by)}
          />
        ))}
      </ol>
      {errors['lines'] && (
        <p className="field-error" role="alert">
          {errors['lines']}
        </p>
      )}
      <p className="case-actions">
        <Button isQuiet ref={adder} onClick={add}>
          Add a line
        </Button>
      </p>
    </Card>
  );
}

type LineProps = {
  line: TypedLine;
  index: number;
  listId: string;
  isLast: boolean;
  isOnly: boolean;
  takesFocus: boolean;
  error: (name: keyof TypedLine) => string | undefined;
  change: (changes: Partial<TypedLine>) => void;
  rename: (name: string) => void;
  remove: () => void;
  move: (by: -1 | 1) => void;
};

function Line({ line, index, listId, isLast, isOnly, takesFocus, error, change, ...act }: LineProps) {
  const text = (name: 'description' | 'quantity' | 'amount') => ({
    value: line[name],
    error: error(name),
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  const which = <span className="visually-hidden">{`line ${index + 1}`}</span>;
  return (
    <li>
      <div className="quote-fields" role="group" aria-label={`Line ${index + 1}`}>
        <TextField
          label="Name"
          list={listId}
          autoComplete="off"
          isRequired
          value={line.name}
          error={error('name')}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={takesFocus}
          onChange={({ target }) => act.rename(target.value)}
        />
        <SelectField
          label="Service"
          value={line.service}
          error={error('service')}
          onChange={({ target }) => change({ service: target.value as ServiceId })}
        >
          {SERVICE_IDS.map((id) => (
            <option key={id} value={id}>
              {SERVICES[id].name}
            </option>
          ))}
        </SelectField>
        <TextField {...text('quantity')} label="Quantity" inputMode="numeric" />
        <TextField {...text('amount')} label="Price of one in US dollars" inputMode="decimal" isRequired />
        <SelectField
          label="Paid"
          value={line.period}
          error={error('period')}
          onChange={({ target }) => change({ period: target.value as TypedLine['period'] })}
        >
          <option value="">Once</option>
          <option value="month">Every month</option>
          <option value="year">Every year</option>
        </SelectField>
        <label className="settings-check row gap-2 middle target">
          <input
            type="checkbox"
            checked={line.isOptional}
            onChange={({ target }) => change({ isOptional: target.checked })}
          />{' '}
          Optional
        </label>
      </div>
      <TextArea {...text('description')} label="Description (optional)" rows={2} />
      <p className="case-actions">
        {index > 0 && (
          <Button isQuiet onClick={() => act.move(-1)}>
            Move up {which}
          </Button>
        )}
        {!isLast && (
          <Button isQuiet onClick={() => act.move(1)}>
            Move down {which}
          </Button>
        )}
        {!isOnly && (
          <Button isQuiet onClick={act.remove}>
            Remove {which}
          </Button>
        )}
      </p>
    </li>
  );
}
