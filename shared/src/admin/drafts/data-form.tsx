import { Fragment, isValidElement, type ComponentProps, type ReactElement } from 'react';
import type { FieldValues, Path, RegisterOptions, UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { ActForm, type ActFormProps } from '../base/act-form.tsx';
import type { AdminClient } from '../base/admin-client.ts';
import { useDraftForm } from './use-draft-form.ts';
import { Choices } from '../base/fields.tsx';

/** A field as data. Its value, check, and error come from the form. */
type DataField<Values extends FieldValues> = Omit<ComponentProps<typeof TextField>, 'name' | 'ref'> & {
  name: Path<Values>;
  /** A field of one line without it. */
  kind?: 'area' | 'choice';
  rows?: number;
  /** The options of a choice, by value. */
  options?: Readonly<Record<string, string>>;
  register?: RegisterOptions<Values, Path<Values>>;
};

/** Elements stand between the fields. Those of a list in it stand side by side. */
type Fields<Values extends FieldValues> = readonly (
  | DataField<Values>
  | readonly DataField<Values>[]
  | ReactElement
  | false
)[];

type Form<Values extends FieldValues, Checked> = UseFormReturn<Values, unknown, Checked>;

type DataFormProps<Values extends FieldValues, Checked> = Omit<
  ActFormProps<Values, Checked>,
  'form' | 'act' | 'submit' | 'onSaved' | 'onDone' | 'children'
> & {
  schema: z.ZodMiniType<Checked>;
  initial: Values;
  /** The name under which what is typed is kept until it is saved. */
  draft?: string;
  /** Whether the first field takes the focus. */
  takesFocus?: boolean;
  /** A function if something depends on what is typed. */
  fields: Fields<Values> | ((typed: Values, form: Form<Values, Checked>) => Fields<Values>);
  submit?: string | ((typed: Values) => string);
  act: (
    client: AdminClient,
    checked: Checked,
    form: Form<Values, Checked>,
  ) => ReturnType<ActFormProps<Values, Checked>['act']>;
  onDone?: (form: Form<Values, Checked>) => void;
};

/** A form of the dashboard, from a description of its fields. */
export function DataForm<Values extends FieldValues, Checked>(props: DataFormProps<Values, Checked>) {
  const { schema, initial, draft, takesFocus = false, fields, submit, act, onDone, ...rest } = props;
  const { form, field, onSaved } = useDraftForm<Values, Checked>(draft, schema, initial);
  const label = typeof submit === 'function' ? submit(form.watch()) : submit;
  const parts = typeof fields === 'function' ? fields(form.watch(), form) : fields;
  const draw = ({ register, ...one }: DataField<Values>, autoFocus: boolean) => (
    // oxlint-disable-next-line jsx-a11y/no-autofocus
    <OneField
      key={one.name}
      {...one}
      {...field(one.name, register)}
      {...{ autoFocus }}
      start={initial[one.name]}
    />
  );
  return (
    <ActForm
      {...rest}
      form={form}
      act={(client, checked) => act(client, checked, form)}
      {...(label && { submit: label })}
      onSaved={onSaved}
      onDone={() => onDone?.(form)}
    >
      {parts.map((part, index) => (
        // They keep their order.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={index}>
          {!part || isValidElement(part) ? (
            part
          ) : 'name' in part ? (
            draw(part, takesFocus && index === 0)
          ) : (
            <div className="field-pair stack gap-4">{part.map((one) => draw(one, false))}</div>
          )}
        </Fragment>
      ))}
    </ActForm>
  );
}

type OneFieldProps = Omit<DataField<FieldValues>, 'register'> & { start: string };

function OneField({ kind, options, rows, start, ...field }: OneFieldProps) {
  if (kind === 'area') return <TextArea {...(field as ComponentProps<typeof TextArea>)} rows={rows} />;
  if (kind !== 'choice') return <TextField {...field} />;
  return (
    <SelectField {...(field as ComponentProps<typeof SelectField>)} defaultValue={start}>
      <Choices of={options ?? {}} />
    </SelectField>
  );
}
