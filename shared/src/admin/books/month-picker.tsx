import { Choices } from '../base/fields.tsx';
import { monthName } from './sales-tax.tsx';

type MonthPickerProps = {
  /** Such as "2026-11". */
  month: string;
  first: string | null;
  last: string | null;
  onOpen: (month: string) => void;
};

/** A month and a year to choose, because some browsers have no field for months. Nothing outside the first and the last one. */
export function MonthPicker({ month, first, last, onOpen }: MonthPickerProps) {
  // The month of today can be outside, and one from an address.
  const [from = month, to = month] = [
    [month, first ?? month].toSorted()[0],
    [month, last ?? month].toSorted()[1],
  ];
  const years = Array.from({ length: yearOf(to) - yearOf(from) + 1 }, (_, index) => yearOf(from) + index);
  const [, number] = month.split('-');
  const open = (wanted: string) => onOpen(wanted < from ? from : wanted > to ? to : wanted);
  return (
    <>
      <label>
        <span className="visually-hidden">Month</span>
        <select
          className="input"
          value={number}
          onChange={({ target }) => open(`${yearOf(month)}-${target.value}`)}
        >
          {MONTHS.map(([value, name]) => (
            <option
              key={value}
              value={value}
              disabled={`${yearOf(month)}-${value}` < from || `${yearOf(month)}-${value}` > to}
            >
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="visually-hidden">Year</span>
        <select
          className="input"
          value={yearOf(month)}
          onChange={({ target }) => open(`${target.value}-${number}`)}
        >
          <Choices of={years.map((year) => [year, String(year)])} />
        </select>
      </label>
    </>
  );
}

const yearOf = (month: string): number => Number(month.slice(0, 4));

const MONTHS = Array.from({ length: 12 }, (_, index): [value: string, name: string] => [
  String(index + 1).padStart(2, '0'),
  monthName(`2026-${String(index + 1).padStart(2, '0')}`).split(' ')[0] ?? '',
]);
