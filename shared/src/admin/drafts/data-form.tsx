import { Fragment, isValidElement, useEffect, useState, type ComponentProps, type ReactElement } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type UseFormReturn,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { CallError } from '../../contracts/call-error.ts';
import type { ActionResponse } from '../../contracts/endpoint.ts';
import { Button } from '../../ui/button.tsx';
import { checkBy } from '../../ui/check-by.ts';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { restoreFocus, useAdminAction } from '../base/act.tsx';
import type { AdminClient } from '../base/admin-client.ts';
import { Choices } from '../base/fields.tsx';
import { useActMark } from '../base/ui-store.ts';
import { draftOf, dropDraft, isSame, storeDraft, type Draft } from './draft-store.ts';
import { useStored } from './follow-stored.ts';
import { useDraftKey } from './use-draft.ts';

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

type DataFormProps<Values extends FieldValues, Checked> = {
  schema: z.ZodMiniType<Checked>;
  initial: Values;
  /** The name under which what is typed is kept until it is saved: after leaving the view, closing the window, and logging out. */
  draft?: string;
  /** Whether the first field takes the focus. */
  takesFocus?: boolean;
  /** A function if something depends on what is typed. */
  fields: Fields<Values> | ((typed: Values, form: Form<Values, Checked>) => Fields<Values>);
  act: (
    client: AdminClient,
    checked: Checked,
    form: Form<Values, Checked>,
  ) => Promise<ActionResponse | undefined>;
  /** The title of the toast after a failure. */
  failure: string;
  /** The label of the submit button: "Save" and "Saving…" with `counts`. */
  submit?: string | ((typed: Values) => string);
  busyLabel?: string | undefined;
  isQuiet?: boolean;
  /** Adds a button that cancels. */
  onCancel?: () => void;
  /** When a change counts. The buttons are shown with this text, and only when something was changed. */
  counts?: string;
  className?: string;
  label?: string;
  onDone?: (form: Form<Values, Checked>) => void;
};

/** A form of the dashboard, from a description of its fields. It runs an action with its checked values. */
export function DataForm<Values extends FieldValues, Checked>(props: DataFormProps<Values, Checked>) {
  const { schema, initial, draft, takesFocus = false, fields, act, failure, counts } = props;
  const { className = 'admin-form stack gap-4', busyLabel = counts && 'Saving…', isQuiet = false } = props;
  const { form, theirs, dropSaved } = useDraftForm(draft, schema, initial);
  const { isBusy, run } = useAdminAction(
    async (client, { checked, typed }: { checked: Checked; typed: Values }) => {
      const response = await act(client, checked, form).catch((error: unknown) => {
        for (const [name, [message = '']] of faultsIn(form, error))
          form.setError(name as Path<Values>, { type: 'server', message });
        throw error;
      });
      theirs.saved(typed);
      // As soon as the server has stored it, even after unmounting.
      dropSaved(typed);
      return response;
    },
    failure,
    (error) => faultsIn(form, error).length > 0,
  );
  const onSubmit = form.handleSubmit((checked) => {
    const typed = { ...form.getValues() };
    run({ checked, typed }, () => {
      theirs.forget();
      if (counts) form.reset(typed);
      props.onDone?.(form);
    });
  });
  const discard = () => {
    form.reset();
    theirs.forget();
    restoreFocus();
  };
  const cancel = counts ? discard : props.onCancel;
  const mark = useActMark();
  const { submit = 'Save' } = props;
  const button = (
    <Button type="submit" isQuiet={isQuiet} isBusy={isBusy} {...mark} {...(busyLabel && { busyLabel })}>
      {typeof submit === 'function' ? submit(form.watch()) : submit}
    </Button>
  );
  const parts = typeof fields === 'function' ? fields(form.watch(), form) : fields;
  const draw = ({ register, ...one }: DataField<Values>, autoFocus: boolean) => (
    <OneField
      key={one.name}
      {...one}
      {...form.register(one.name, register)}
      error={form.getFieldState(one.name, form.formState).error?.message}
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={autoFocus}
      start={initial[one.name]}
    />
  );
  return (
    // Its fields take the keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className={className}
      noValidate
      aria-label={props.label}
      onKeyDown={(event) => {
        const isSent = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat;
        if (!isSent || event.target instanceof HTMLButtonElement) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
      onSubmit={(event) => void onSubmit(event)}
    >
      <Theirs changes={theirs.changes} parts={parts} />
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
      {(!counts || form.formState.isDirty) &&
        (cancel ? (
          <p
            className={
              counts ? 'save-bar cluster gap-2-4 middle y-3 ruled' : 'admin-actions cluster gap-2-4 middle'
            }
          >
            {counts && <small>{counts}</small>}
            {button}
            <Button isQuiet onClick={cancel}>
              {counts ? 'Discard' : 'Cancel'}
            </Button>
          </p>
        ) : (
          button
        ))}
    </form>
  );
}

/** The state of the form, which starts with its draft, and what drops the draft of what was saved. */
function useDraftForm<Values extends FieldValues, Checked>(
  name: string | undefined,
  schema: z.ZodMiniType<Checked>,
  initial: Values,
) {
  const key = useDraftKey(name ?? '');
  const isKept = name !== undefined;
  const [kept] = useState(() => (isKept && draftOf(key)) || {});
  const [defaultValues] = useState({ ...initial, ...kept } as DefaultValues<Values>);
  const [resolver] = useState(() => checkBy<Values, Checked>(schema));
  const form = useForm<Values, unknown, Checked>({ resolver, defaultValues });
  const theirs = useStored(form, initial, kept);
  const { stored } = theirs;
  const { subscribe } = form;
  useEffect(() => {
    if (!isKept) return undefined;
    // Only forms of texts have a name.
    const callback = ({ values }: { values: Values }) =>
      storeDraft(key, values as Values & Draft, stored() as Values & Draft);
    return subscribe({ formState: { values: true }, callback });
  }, [subscribe, isKept, key, stored]);
  const dropSaved = (saved: Values) => {
    if (!isKept) return;
    dropDraft(key, saved as Values & Draft);
    if (isSame(form.getValues(), saved)) form.reset(stored() as DefaultValues<Values>);
  };
  return { form, theirs, dropSaved };
}

type TheirsProps<Values extends FieldValues> = { changes: Record<string, unknown>; parts: Fields<Values> };

/** What others changed since the form was opened, by the labels of its fields. */
function Theirs<Values extends FieldValues>({ changes, parts }: TheirsProps<Values>) {
  const fields = parts.flatMap((part) => (!part || isValidElement(part) ? [] : [part].flat()));
  const shown = fields.filter(({ name }) => Object.hasOwn(changes, name));
  return (
    <div role="status">
      {Object.keys(changes).length > 0 && (
        <p className="admin-small">
          Somebody else saved a change in the meantime. What you typed is still here.
          {shown.map(({ name, label, options }) => {
            const value = String(changes[name] ?? '');
            return (
              <Fragment key={name}>
                {' '}
                <span>{label}</span> is now “<bdi>{options?.[value] ?? value}</bdi>”.
              </Fragment>
            );
          })}
        </p>
      )}
    </div>
  );
}

/** What the server said about fields of the form, also if they are part of something there, such as `business.hours`. */
function faultsIn<Values extends FieldValues, Checked>(
  form: Form<Values, Checked>,
  error: unknown,
): [string, string[]][] {
  const fields = error instanceof CallError ? error.response?.fields : undefined;
  return Object.entries(fields ?? {}).flatMap(([name, messages]): [string, string[]][] => {
    const own = [name, name.slice(name.lastIndexOf('.') + 1)].find((one) => one in form.getValues());
    return own === undefined ? [] : [[own, messages]];
  });
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
