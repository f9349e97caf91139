import { useId, type ComponentProps, type ReactNode } from 'react';

type Described = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

type Labelled = {
  label: string;
  /** Shown between the label and the field. */
  help?: ReactNode;
  error?: string | undefined;
  isRequired?: boolean;
  /** The expected length of the answer. */
  width?: 'short' | 'medium';
};

type FieldProps = Labelled & { id?: string | undefined; children: (field: Described) => ReactNode };

/** A field with label, help text, and error, connected for assistive technology. */
export function Field({ label, help, error, isRequired = false, width, id, children }: FieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const helpId = `${fieldId}-help`;
  const errorId = `${fieldId}-error`;
  return (
    <div className="field" data-width={width} data-invalid={error ? '' : undefined}>
      <label htmlFor={fieldId}>
        <span>{label}</span>
        {isRequired && (
          <span className="field-required" aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      {help && (
        <p className="field-help" id={helpId}>
          {help}
        </p>
      )}
      {children({
        id: fieldId,
        'aria-describedby': [help && helpId, error && errorId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': isRequired || undefined,
      })}
      {error && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}

/** A component for a kind of control that has what `Field` has, too. */
const inField =
  <Control extends object>(draw: (control: Control) => ReactNode) =>
  ({
    label,
    help,
    error,
    isRequired,
    width,
    id,
    ...control
  }: Labelled & { id?: string | undefined } & Control) => (
    <Field {...{ label, help, error, isRequired, width, id }}>
      {(described) => draw({ ...(control as unknown as Control), ...described })}
    </Field>
  );

export const TextField = inField<ComponentProps<'input'>>((input) => (
  <input className="input" type="text" {...input} />
));
export const TextArea = inField<ComponentProps<'textarea'>>((area) => (
  <textarea className="input" rows={4} {...area} />
));
export const SelectField = inField<ComponentProps<'select'>>((select) => (
  <select className="input" {...select} />
));
