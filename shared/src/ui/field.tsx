import { useId, type ClipboardEvent, type ComponentProps, type ReactNode } from 'react';

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

export function TextField({
  label,
  help,
  error,
  isRequired,
  width,
  id,
  ...input
}: Labelled & ComponentProps<'input'>) {
  return (
    <Field {...{ label, help, error, isRequired, width, id }}>
      {(described) => <input className="input" type="text" onPaste={joinLines} {...input} {...described} />}
    </Field>
  );
}

/** A field of one line drops line breaks, and "12 Canal Street" and "Suite 4" would become one word. */
function joinLines(event: ClipboardEvent<HTMLInputElement>): void {
  const { currentTarget: field, clipboardData } = event;
  const text = clipboardData.getData('text').trim();
  if (!/[\n\r]/.test(text) || field.type !== 'text') return;
  event.preventDefault();
  const between = field.autocomplete.includes('address') ? ', ' : ' ';
  const { selectionStart, selectionEnd } = field;
  field.setRangeText(text.replace(/\s*[\n\r]\s*/g, between), selectionStart ?? 0, selectionEnd ?? 0, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

export function TextArea({
  label,
  help,
  error,
  isRequired,
  width,
  id,
  ...area
}: Labelled & ComponentProps<'textarea'>) {
  return (
    <Field {...{ label, help, error, isRequired, width, id }}>
      {(described) => <textarea className="input" rows={4} {...area} {...described} />}
    </Field>
  );
}

export function SelectField({
  label,
  help,
  error,
  isRequired,
  width,
  id,
  ...select
}: Labelled & ComponentProps<'select'>) {
  return (
    <Field {...{ label, help, error, isRequired, width, id }}>
      {(described) => <select className="input" {...select} {...described} />}
    </Field>
  );
}
