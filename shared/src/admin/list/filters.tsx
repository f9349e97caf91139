import { Button } from '../../ui/button.tsx';
import { WORK_STATUSES, WORK_LABELS } from '../../contracts/lists.ts';
import { toggleFilters, useUi } from '../base/ui-store.ts';
import { isFiltered, type ListSearch } from './list-search.ts';
import { SearchBox } from './search-box.tsx';
import type { ListAddress } from './use-list-address.ts';

export type Select = { name: keyof ListSearch; label: string; options: Options };

type FiltersProps = {
  /** The label of the search box, such as "Search orders". */
  searchLabel: string;
  address: ListAddress;
  /** The filters of this list. Every list also has dates. */
  selects: readonly Select[];
};

export const WORK_SELECT: Select = {
  name: 'work',
  label: 'Work status',
  options: [
    ['', 'Any work status'],
    ...WORK_STATUSES.map((status) => [status, WORK_LABELS[status]] as const),
  ],
};

export function Filters({ searchLabel, address: { search, change, clear }, selects }: FiltersProps) {
  const isOpen = useUi(({ areFiltersOpen }) => areFiltersOpen);
  return (
    <search className="list-filters">
      <SearchBox
        label={searchLabel}
        value={search.q ?? ''}
        // Only the first letter adds a browser history entry.
        onSearch={(q) => change({ q: q || undefined }, { isReplacing: Boolean(search.q) })}
      />
      <Button isQuiet className="list-filters-toggle" aria-expanded={isOpen} onClick={toggleFilters}>
        Filters
      </Button>
      <div className="list-choices" data-open={isOpen || undefined}>
        {selects.map(({ name, label, options }) => (
          <Choice
            key={name}
            label={label}
            options={options}
            value={search[name]}
            onChoose={(value) => change({ [name]: value })}
          />
        ))}
        <span className="list-days">
          <Day
            label="From"
            value={search.from}
            onChange={(from) => change({ from }, { isReplacing: true })}
          />
          <Day label="To" value={search.to} onChange={(to) => change({ to }, { isReplacing: true })} />
        </span>
        {isFiltered(search) && (
          <Button isQuiet onClick={clear}>
            Clear filters
          </Button>
        )}
      </div>
    </search>
  );
}

type DayProps = { label: string; value: string | undefined; onChange: (day: string | undefined) => void };

/** A filter by date. */
export function Day({ label, value, onChange }: DayProps) {
  return (
    <label className="list-day" data-tip="Dates are in UTC, and both days are included">
      {label}
      <input
        className="input"
        type="date"
        data-set={value ? '' : undefined}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || undefined)}
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

/** The first option names the filter visually. The label is for screen readers. */
export function Choice({ label, options, value = '', onChoose }: ChoiceProps) {
  return (
    <select
      className="input"
      aria-label={label}
      data-set={value ? '' : undefined}
      value={value}
      onChange={({ target }) => onChoose(target.value || undefined)}
    >
      {options.map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  );
}
