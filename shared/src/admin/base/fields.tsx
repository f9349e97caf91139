import { useId, type ComponentProps, type ReactNode } from 'react';
import { SERVICE_IDS } from '../../catalog/ids.ts';
import { SERVICES } from '../../catalog/services.ts';

type GroupProps = { legend: string; help?: string; error?: string | undefined; children: ReactNode };

/** Fields that belong together, with their legend and error. */
export function Group({ legend, help, error, children }: GroupProps) {
  const id = useId();
  return (
    <fieldset
      className="settings-group stack gap-2 start above-2"
      aria-describedby={[help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined}
    >
      <legend className="sm bold">{legend}</legend>
      {help && (
        <p className="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {children}
      {error && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** A checkbox with its label. */
export function Check({ label, ...input }: ComponentProps<'input'> & { label: string }) {
  return (
    <label className="settings-check row gap-2 middle target">
      <input type="checkbox" {...input} /> <span>{label}</span>
    </label>
  );
}

/** Values with their labels. */
type Labeled =
  | Readonly<Record<string, string>>
  | readonly (readonly [value: string | number, label: string])[];

/** What can be chosen in a select. */
export const Choices = ({ of }: { of: Labeled }) =>
  (Array.isArray(of) ? of : Object.entries(of)).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

export const SERVICE_CHOICES = SERVICE_IDS.map((id) => [id, SERVICES[id].name] as const);
