import { flushSync } from 'react-dom';
import type { Entry, Field, Item, List } from '../../../content/field.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { Group } from '../../base/fields.tsx';
import { ColorField, MediumField } from './look-fields.tsx';
import type { Texts } from './use-texts.ts';

/** The list of placeholders. */
export const PLACEHOLDERS = 'placeholders';
/** Puts a text at the cursor of the field. */
export type Insert = (text: string) => void;

type SharedProps = {
  texts: Texts;
  errors: Record<string, string>;
  /** The label of the section. Labels such as "Heading" need it where they are read alone. */
  place: string;
  onInsert: (insert: Insert) => void;
};

export function EntryFields({ entry, ...props }: SharedProps & { entry: Entry }) {
  const { texts, errors, place } = props;
  const original = <Original {...{ entry, texts, place }} />;
  if ('items' in entry) return <ListFields list={entry} {...props} />;
  if ('medium' in entry) return <MediumField {...{ medium: entry, texts, errors, original }} />;
  if ('color' in entry) return <ColorField {...{ color: entry, texts, errors, original }} />;
  return (
    <OneText
      {...props}
      id={entry.key}
      field={entry}
      value={texts.textOf(entry)}
      error={errors[entry.key]}
      onChange={(value) => texts.change(entry, value)}
      original={original}
    />
  );
}

type OriginalProps = Pick<SharedProps, 'texts' | 'place'> & { entry: Entry };

function Original({ entry, texts, place }: OriginalProps) {
  if (texts.isOriginal(entry)) return null;
  return (
    <>
      <small>Changed</small>
      <Button
        isQuiet
        aria-label={`Use the original: ${place}, ${entry.label}`}
        onClick={() => texts.restore(entry)}
      >
        Use the original
      </Button>
    </>
  );
}

type OneTextProps = Pick<SharedProps, 'place' | 'onInsert'> & {
  id: string;
  field: Field;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  original?: React.ReactNode;
};

function OneText({ id, field, value, error, place, onChange, onInsert, original }: OneTextProps) {
  const { label, kind } = field;
  const insert = (text: string) => {
    const input = document.getElementById(id) as HTMLInputElement | HTMLTextAreaElement;
    const [start, end] = [input.selectionStart ?? value.length, input.selectionEnd ?? value.length];
    flushSync(() => onChange(value.slice(0, start) + text + value.slice(end)));
    input.focus();
    input.setSelectionRange(start + text.length, start + text.length);
  };
  const shared = {
    id,
    label,
    value,
    error,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return (
    <div className="page-text full below-3">
      {kind === 'line' ? (
        <TextField {...shared} autoComplete="off" />
      ) : (
        <TextArea
          {...shared}
          rows={kind === 'rich' ? 3 : 2}
          help={kind === 'rich' ? '*emphasis* and [label](link)' : undefined}
        />
      )}
      <p className="page-text-tools cluster middle any-width">
        {original}
        <Button
          isQuiet
          aria-label={`Insert a placeholder: ${place}, ${label}`}
          popoverTarget={PLACEHOLDERS}
          onClick={() => onInsert(insert)}
        >
          Insert…
        </Button>
      </p>
    </div>
  );
}

function ListFields({ list, texts, errors, place, onInsert }: SharedProps & { list: List }) {
  const { key, label, itemName, fields, min, max } = list;
  const items = texts.itemsOf(list);
  const change = (next: Item[], focus: readonly string[]) => {
    flushSync(() => texts.change(list, next));
    const found = focus.map((id) => document.getElementById(`${key}.${id}`));
    found.find((element) => element && !element.hasAttribute('disabled'))?.focus();
  };
  const move = (index: number, by: -1 | 1) => {
    const item = items[index];
    const to = index + by;
    const [same, other] = by < 0 ? ['up', 'down'] : ['down', 'up'];
    if (item) change(items.toSpliced(index, 1).toSpliced(to, 0, item), [`${to}.${same}`, `${to}.${other}`]);
  };
  const add = () =>
    change(
      [...items, Object.fromEntries(fields.map((field) => [field.key, '']))],
      [`${items.length}.${fields[0]?.key}`],
    );
  return (
    <Group legend={label} error={errors[key]}>
      <ol className="page-items full">
        {items.map((item, index) => (
          // Items have an order and nothing else.
          // oxlint-disable-next-line react/no-array-index-key
          <li className="y-3 ruled" key={index}>
            <div role="group" aria-label={`${itemName} ${index + 1}`}>
              {fields.map((field) => {
                const id = `${key}.${index}.${field.key}`;
                const value = item[field.key] ?? '';
                return (
                  <OneText
                    key={id}
                    {...{ id, field, value, onInsert }}
                    place={`${itemName} ${index + 1}`}
                    error={errors[id]}
                    onChange={(text) => texts.change(list, items.with(index, { ...item, [field.key]: text }))}
                  />
                );
              })}
              <p className="page-item-tools cluster middle any-width">
                {(['up', 'down'] as const).map((way) => (
                  <Button
                    key={way}
                    isQuiet
                    id={`${key}.${index}.${way}`}
                    aria-label={`Move ${way} ${itemName} ${index + 1}`}
                    disabled={index === (way === 'up' ? 0 : items.length - 1)}
                    onClick={() => move(index, way === 'up' ? -1 : 1)}
                  >
                    {`Move ${way}`}
                  </Button>
                ))}
                {items.length > min && (
                  <Button
                    isQuiet
                    aria-label={`Remove ${itemName} ${index + 1}`}
                    onClick={() => change(items.toSpliced(index, 1), ['add'])}
                  >
                    Remove
                  </Button>
                )}
              </p>
            </div>
          </li>
        ))}
      </ol>
      <p className="page-text-tools cluster middle any-width">
        <Button isQuiet id={`${key}.add`} disabled={items.length >= max} onClick={add}>
          {`Add a ${itemName}`}
        </Button>
        <Original entry={list} {...{ texts, place }} />
      </p>
    </Group>
  );
}
