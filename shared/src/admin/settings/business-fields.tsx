import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { BUSINESS_HELP } from '../../contracts/shop.ts';
import { TextField } from '../../ui/field.tsx';
import { Check, Group, Choices } from '../base/fields.tsx';
import { zoneFor, zoneName } from '../base/time-zones.ts';

/** A field for a text of the settings that nobody should have to type. */
type TextProps = { value: string; error: string | undefined; onChange: (text: string) => void };

/** Opening hours such as "09:00-12:00, 13:00-17:00", as times with or without a break. */
export function HoursField({ value, error, onChange }: TextProps) {
  const times = value.split(/-|, */);
  const change = (changed: readonly string[]) =>
    onChange(changed.map((time, index) => (index === 0 ? '' : index % 2 ? '-' : ', ') + time).join(''));
  const [opensAt = '', closesAt = ''] = [times[0], times.at(-1)];
  const lunch = opensAt < '12:00' && closesAt > '13:00' ? ['12:00', '13:00'] : ['', ''];
  const hasBreak = times.length > 2;
  const labelOf = (index: number) =>
    index % 2 ? (index === times.length - 1 ? 'Closes' : 'Break starts') : index ? 'Break ends' : 'Opens';
  return (
    <Group legend="Business hours" help={BUSINESS_HELP.hours} error={error}>
      <div className="settings-times cluster gap-2 end">
        {times.map((time, index) => (
          <TextField
            // The times have an order and nothing else.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            type="time"
            label={labelOf(index)}
            value={time}
            onChange={({ target }) => change(times.with(index, target.value))}
          />
        ))}
      </div>
      <Button isQuiet onClick={() => change(hasBreak ? [opensAt, closesAt] : [opensAt, ...lunch, closesAt])}>
        {hasBreak ? 'Remove the break' : 'Add a break'}
      </Button>
    </Group>
  );
}

const DAYS = {
  Mon: 'Monday',
  Tue: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
  Sun: 'Sunday',
};
const WEEKDAYS = 'Mon, Tue, Wed, Thu, Fri';

/** Days such as "Mon-Fri" or "Mon, Wed", as checkboxes. */
export function DaysField({ value, error, onChange }: TextProps) {
  const chosen = new Set(value.replace('Mon-Fri', WEEKDAYS).split(', '));
  const toggle = (day: string) => {
    const days = Object.keys(DAYS).filter((known) => chosen.has(known) !== (known === day));
    const text = days.join(', ');
    onChange(text === WEEKDAYS ? 'Mon-Fri' : text);
  };
  return (
    <Group legend="Business days" error={error}>
      <div className="settings-days cluster gap-2 end">
        {Object.entries(DAYS).map(([day, name]) => (
          <Check
            key={day}
            label={day}
            aria-label={name}
            checked={chosen.has(day)}
            onChange={() => toggle(day)}
          />
        ))}
      </div>
    </Group>
  );
}

const partsOf = (holidays: string) => holidays.split(',').map((part) => part.trim());
/** The text without days that were added and left empty. */
export const holidaysText = (holidays: string) => partsOf(holidays).filter(Boolean).join(', ') || 'none';

/** Holidays such as "US, 2026-12-24" or "none", as a checkbox and dates. */
export function HolidaysField({ value, error, onChange }: TextProps) {
  const parts = partsOf(value);
  const isFederal = parts.includes('US');
  const own = parts.filter((part) => part !== 'US' && part !== 'none');
  const change = (isFederal: boolean, own: readonly string[]) =>
    onChange([...(isFederal ? ['US'] : []), ...own].join(', ') || (own.length > 0 ? '' : 'none'));
  return (
    <Group legend="Holidays" help="Closed all day. Delivery promises leave them out." error={error}>
      <Check
        label="US federal holidays"
        checked={isFederal}
        onChange={({ target }) => change(target.checked, own)}
      />
      {own.map((date, index) => (
        // Two may be the same, or empty.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="settings-date cluster gap-2 end">
          <input
            className="input"
            type="date"
            aria-label="Your own holiday"
            value={date}
            // It was just added.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={date === ''}
            onChange={({ target }) => change(isFederal, own.with(index, target.value))}
          />
          <Button
            isQuiet
            aria-label={`Remove ${date || 'the empty date'}`}
            onClick={() => change(isFederal, own.toSpliced(index, 1))}
          >
            Remove
          </Button>
        </div>
      ))}
      <Button isQuiet onClick={() => change(isFederal, [...own, ''])}>
        Add a date
      </Button>
    </Group>
  );
}

/** A time zone such as "America/New_York", found by city or by name. */
export function TimeZoneField({ value, error, onChange }: TextProps) {
  const id = useId();
  // Naming all of them takes a moment, so they are named when they are needed.
  const [zones, setZones] = useState<readonly (readonly [zone: string, name: string])[]>([]);
  return (
    <>
      <TextField
        label="Time zone"
        help={`${zoneName(value) || 'Not a time zone'}. To change it, type a city or a name such as Central.`}
        list={id}
        autoComplete="off"
        spellCheck={false}
        {...{ value, error }}
        onFocus={({ target }) => {
          target.select();
          setZones(Intl.supportedValuesOf('timeZone').map((zone) => [zone, zoneName(zone)]));
        }}
        onChange={({ target }) => onChange(target.value)}
        onBlur={() => onChange(zoneFor(value))}
      />
      <datalist id={id}>
        <Choices of={zones} />
      </datalist>
    </>
  );
}
