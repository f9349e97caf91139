import { useId, useRef, useState } from 'react';
import { SERVICES } from '../../catalog/services.ts';
import type { QuotesResponse } from '../../contracts/quotes.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { Card } from '../base/card.tsx';
import { fillLine, nextLine, type TypedLine } from './typed-quote.ts';
import { Check, Choices, SERVICE_CHOICES } from '../base/fields.tsx';

type LinesProps = Pick<QuotesResponse, 'earlierLines'> & {
  lines: readonly TypedLine[];
  /** By the place of the field, such as `lines.0.amount`. */
  errors: Readonly<Record<string, string>>;
  onChange: (lines: TypedLine[]) => void;
};

/** The lines of a quote. The name of a line of an earlier quote fills the rest. */
export function LinesEditor(props: LinesProps) {
  const { lines, errors, earlierLines, onChange } = props;
  const listId = useId();
  const [added, setAdded] = useState<number>();
  const adder = useRef<HTMLButtonElement>(null);
  const add = () => {
    const line = nextLine(lines);
    setAdded(line.id);
    onChange([...lines, line]);
  };
  return (
    <Card className="case-card" title="Lines">
      <datalist id={listId}>
        <Choices of={earlierLines.map(({ name, amount }) => [name, `$${amount}`])} />
      </datalist>
      <ol className="case-items stack">
        {lines.map((line, index) => (
          <Line
            key={line.id}
            {...props}
            {...{ line, index, listId }}
            takesFocus={added === line.id}
            onRemove={() => adder.current?.focus()}
          />
        ))}
      </ol>
      {errors['lines'] && (
        <p className="field-error" role="alert">
          {errors['lines']}
        </p>
      )}
      <p className="case-actions cluster gap-2">
        <Button isQuiet ref={adder} onClick={add}>
          Add a line
        </Button>
      </p>
    </Card>
  );
}

type LineProps = LinesProps & {
  line: TypedLine;
  index: number;
  listId: string;
  takesFocus: boolean;
  onRemove: () => void;
};

function Line({ line, index, listId, takesFocus, onRemove, ...all }: LineProps) {
  const { lines, errors, earlierLines, onChange } = all;
  const others = lines.toSpliced(index, 1);
  const change = (changes: Partial<TypedLine>) => onChange(lines.with(index, { ...line, ...changes }));
  const move = (to: number) => onChange(others.toSpliced(to, 0, line));
  const field = <Name extends keyof TypedLine>(name: Name) => ({
    value: line[name],
    error: errors[`lines.${index}.${name}`],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  const check = (name: 'needsForm' | 'isOptional' | 'isSuggested', label: string) => (
    <Check label={label} checked={line[name]} onChange={({ target }) => change({ [name]: target.checked })} />
  );
  const which = <span className="visually-hidden">{`line ${index + 1}`}</span>;
  return (
    <li>
      <div className="quote-row stack gap-2" role="group" aria-label={`Line ${index + 1}`}>
        <TextField
          {...field('name')}
          label="Name"
          list={listId}
          isRequired
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={takesFocus}
          onChange={({ target: { value: name } }) => change(fillLine({ ...line, name }, earlierLines))}
        />
        <TextField {...field('quantity')} label="Quantity" inputMode="numeric" />
        <TextField {...field('amount')} label="Price of one in US dollars" inputMode="decimal" isRequired />
        <SelectField {...field('period')} label="Paid">
          <option value="">Once</option>
          <option value="month">Every month</option>
          <option value="year">Every year</option>
        </SelectField>
        <div className="quote-row-more small-controls cluster gap-2-4 middle whole-row">
          {check('isOptional', 'Optional')}
          {line.isOptional && check('isSuggested', 'Suggested: ticked at first')}
          {others.length > 0 && (
            <Button
              isQuiet
              onClick={() => {
                onChange(others);
                onRemove();
              }}
            >
              Remove {which}
            </Button>
          )}
        </div>
        <details
          className="case-category quote-row-more whole-row"
          open={Boolean(
            line.description || line.dueDays || line.needsForm || errors[`lines.${index}.dueDays`],
          )}
        >
          <summary className="row middle gap-2 medium">
            <span>Service, description, and due day</span> <small>{SERVICES[line.service].name}</small>
          </summary>
          <div className="quote-fields">
            <SelectField {...field('service')} label="Service">
              <Choices of={SERVICE_CHOICES} />
            </SelectField>
            <TextField {...field('dueDays')} label="Due in business days after payment" inputMode="numeric" />
            {check('needsForm', `Needs the ${SERVICES[line.service].name} form`)}
          </div>
          <TextArea {...field('description')} label="Description (optional)" rows={2} />
          <p className="case-actions cluster gap-2">
            {index > 0 && (
              <Button isQuiet onClick={() => move(index - 1)}>
                Move up {which}
              </Button>
            )}
            {index < others.length && (
              <Button isQuiet onClick={() => move(index + 1)}>
                Move down {which}
              </Button>
            )}
          </p>
        </details>
      </div>
    </li>
  );
}
