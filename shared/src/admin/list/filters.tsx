import { useContext, useId, useRef, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { dayText } from '../../catalog/periods.ts';
import { SHOWN_WORK, WORK_LABELS } from '../../contracts/lists.ts';
import { isFiltered, type ListSearch } from './list-search.ts';
import { SearchBox } from './search-box.tsx';
import { useTyped } from './use-typed.ts';
import type { List } from './list.ts';
import type { ListAddress } from './use-list-address.ts';
import { StudioZone } from '../base/admin-context.ts';
import { isDay } from '../../contracts/texts.ts';
import { Choices } from '../base/fields.tsx';

export type Select = { name: keyof ListSearch; label: string; options: Options };

type FiltersProps = {
  list: Pick<List, 'searchLabel' | 'hasDates' | 'sorts'>;
  address: ListAddress;
  selects: readonly Select[];
  /** The views of the list. */
  children?: ReactNode;
};

export const WORK_SELECT: Select = {
  name: 'work',
  label: 'Work status',
  options: [['', 'Any work status'], ...SHOWN_WORK.map((status) => [status, WORK_LABELS[status]] as const)],
};

export const RESPONSIBLE_SELECT: Select = {
  name: 'responsible',
  label: 'Responsible',
  options: [
    ['', 'Anyone'],
    ['me', 'Me'],
  ],
};

/** The views, the search box, the menu of filters, the order, and the active filters, each with a button that removes it. */
export function Filters({ list, address, selects, children }: FiltersProps) {
  const { searchLabel, hasDates = true, sorts } = list;
  const { search, change, clear } = address;
  const menuId = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const active = [
    ...selects.map(({ name, label, options }) => {
      const chosen = options.find(([value]) => value === search[name])?.[1] ?? '';
      return { name, text: chosen.startsWith(label) ? chosen : `${label}: ${chosen}` };
    }),
    ...(['from', 'to'] as const).map((name) => ({
      name,
      text: `${name === 'from' ? 'From' : 'To'} ${dayText(search[name] ?? '', 'UTC')}`,
    })),
  ].filter(({ name }) => search[name]);
  /** The pressed button disappears. */
  const remove = (act: () => void) => () => {
    act();
    opener.current?.focus();
  };
  return (
    <search className="list-filters small-controls cluster middle gap-2">
      {children}
      <SearchBox
        label={searchLabel}
        value={search.q ?? ''}
        // Only the first letter adds a browser history entry.
        onSearch={(q) => change({ q: q || undefined }, { isReplacing: Boolean(search.q) })}
      />
      {sorts && (
        <Choice label="Sort by" options={sorts} value={search.sort} onChoose={(sort) => change({ sort })} />
      )}
      <Button isQuiet className="gap-2" ref={opener} popoverTarget={menuId}>
        Filter
        {active.length > 0 && (
          <span className="list-filter-count">
            <span>{active.length}</span>
            <span className="visually-hidden"> active</span>
          </span>
        )}
      </Button>
      <div id={menuId} className="menu list-filter-menu" popover="auto" role="group" aria-label="Filters">
        {selects.map(({ name, label, options }) => (
          <label className="stack gap-2 middle xs soft" key={name}>
            <span>{label}</span>
            <Choice
              label={label}
              options={options}
              value={search[name]}
              onChoose={(value) => change({ [name]: value })}
            />
          </label>
        ))}
        {hasDates && (
          <>
            <Day
              label="From"
              value={search.from}
              onChange={(from) => change({ from }, { isReplacing: true })}
            />
            <Day label="To" value={search.to} onChange={(to) => change({ to }, { isReplacing: true })} />
          </>
        )}
        <Button popoverTarget={menuId} popoverTargetAction="hide">
          Done
        </Button>
      </div>
      {active.map(({ name, text }) => (
        <Button
          key={name}
          isQuiet
          className="list-filter-chip"
          onClick={remove(() => change({ [name]: undefined }))}
        >
          <span>
            <span className="visually-hidden">Remove the filter </span>
            <span>{text}</span>
          </span>
          <span aria-hidden="true">×</span>
        </Button>
      ))}
      {isFiltered(search) && (
        <Button isQuiet onClick={remove(clear)}>
          Clear all
        </Button>
      )}
    </search>
  );
}

type DayProps = { label: string; value: string | undefined; onChange: (day: string | undefined) => void };

/** Typing a year goes through 0002, 0020, and 0202. */
const IS_WHOLE = /^[1-9]\d{3}-/;
const A_DAY = /^\s*(?:(\d{4})-(\d\d?)-(\d\d?)|(\d\d?)\/(\d\d?)\/(\d{4}))\s*$/;

/** "2026-12-01" for it and for "12/1/2026", nothing for nothing, and undefined for what is no day. */
function readDay(text: string): string | undefined {
  if (text === '') return text;
  const [, year, month, day, usMonth = month, usDay = day, usYear = year] = A_DAY.exec(text) ?? [];
  const read = `${usYear}-${usMonth?.padStart(2, '0')}-${usDay?.padStart(2, '0')}`;
  return isDay(read) ? read : undefined;
}

/** A filter by date. Keeps what is being typed, and filters once the date is whole, or when the field is left. */
export function Day({ label, value = '', onChange }: DayProps) {
  const timeZone = useContext(StudioZone);
  const { typed, setTyped, send } = useTyped(value, (day) => onChange(day || undefined));
  // Where the browser has no field for dates, it is a text, which stays until it is one.
  const settle = (text: string): boolean => {
    const day = readDay(text);
    if (day === undefined) return false;
    setTyped(day);
    send(day);
    return true;
  };
  return (
    <label
      className="list-day middle gap-2 xs soft"
      data-tip={`In the studio’s time zone, ${timeZone}. Both days are included.`}
    >
      <span>{label}</span>
      <input
        className="input"
        type="date"
        max="9999-12-31"
        data-set={value ? '' : undefined}
        value={typed}
        onChange={({ target }) => {
          // A date that is half typed has no value, either.
          const isCleared = target.value === '' && !target.validity.badInput;
          const isWhole = isCleared || (IS_WHOLE.test(target.value) && isDay(target.value));
          if (!isWhole || !settle(target.value)) setTyped(target.value);
        }}
        onBlur={({ target }) => settle(target.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && settle(currentTarget.value)}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text');
          if (text && settle(text)) event.preventDefault();
        }}
      />
    </label>
  );
}

/** The options by their URL value. An empty value means no filter. */
export type Options = readonly (readonly [value: string, label: string])[];

type ChoiceProps = {
  label: string;
  options: Options;
  value: string | undefined;
  onChoose: (value: string | undefined) => void;
};

/** A select whose first option means no filter. */
export function Choice({ label, options, value = '', onChoose }: ChoiceProps) {
  return (
    <select
      className="input"
      aria-label={label}
      data-set={value ? '' : undefined}
      value={value}
      onChange={({ target }) => onChoose(target.value || undefined)}
    >
      <Choices of={options} />
    </select>
  );
}
