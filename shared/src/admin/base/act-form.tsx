import { useState, type ReactNode, useRef } from 'react';
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
import { restoreFocus, useAdminAction } from './act.tsx';
import { useActMark } from './ui-store.ts';
import type { AdminClient } from './admin-client.ts';
import { newUuid } from '../../ui/new-uuid.ts';

/** The state of a form that a schema checks, and the props of each field, with its error. */
export function useActForm<Values extends FieldValues, Checked = Values>(
  schema: z.ZodMiniType<Checked>,
  defaultValues: DefaultValues<Values>,
) {
  const [resolver] = useState(() => checkBy<Values, Checked>(schema));
  const form = useForm<Values, unknown, Checked>({ resolver, defaultValues });
  const field = (name: Path<Values>, options?: RegisterOptions<Values, Path<Values>>) => ({
    ...form.register(name, options),
    error: form.getFieldState(name, form.formState).error?.message,
  });
  return { form, field };
}

export type ActFormProps<Values extends FieldValues, Checked> = {
  form: UseFormReturn<Values, unknown, Checked>;
  act: (client: AdminClient, checked: Checked) => Promise<ActionResponse | undefined>;
  /** The title of the toast after a failure. */
  failure: string;
  /** The label of the submit button: "Save" and "Saving…" with `counts`. */
  submit?: string;
  busyLabel?: string | undefined;
  isQuiet?: boolean;
  /** Adds a button that cancels. */
  onCancel?: () => void;
  /** When a change counts. The buttons are shown with this text, and only when something was changed. */
  counts?: string;
  className?: string;
  label?: string;
  /** Called with what was typed as soon as the server has stored it, even after unmounting. */
  onSaved?: (typed: Values) => void;
  onDone?: () => void;
  children: ReactNode;
};

/** A form that runs an action with its checked values. */
export function ActForm<Values extends FieldValues, Checked>(props: ActFormProps<Values, Checked>) {
  const { form, act, failure, isQuiet = false, counts, className = 'admin-form stack gap-4' } = props;
  const { submit = 'Save', busyLabel = counts && 'Saving…' } = props;
  const { isBusy, run } = useAdminAction(
    async (client, { checked, typed }: { checked: Checked; typed: Values }) => {
      const response = await act(client, checked).catch((error: unknown) => {
        for (const [name, [message = '']] of faultsIn(form, error))
          form.setError(name as Path<Values>, { type: 'server', message });
        throw error;
      });
      props.onSaved?.(typed);
      return response;
    },
    failure,
    (error) => faultsIn(form, error).length > 0,
  );
  const onSubmit = form.handleSubmit((checked) => {
    const typed = { ...form.getValues() };
    run({ checked, typed }, () => {
      if (counts) form.reset(typed);
      props.onDone?.();
    });
  });
  const discard = () => {
    form.reset();
    restoreFocus();
  };
  const cancel = counts ? discard : props.onCancel;
  const mark = useActMark();
  const button = (
    <Button type="submit" isQuiet={isQuiet} isBusy={isBusy} {...mark} {...(busyLabel && { busyLabel })}>
      {submit}
    </Button>
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
      {props.children}
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

/** What the server said about fields of the form. */
function faultsIn<Values extends FieldValues, Checked>(
  form: UseFormReturn<Values, unknown, Checked>,
  error: unknown,
): [string, string[]][] {
  const fields = error instanceof CallError ? error.response?.fields : undefined;
  return Object.entries(fields ?? {}).filter(([name]) => name in form.getValues());
}

/**
 * Sends a text with a key, so that the server stores it once. The same text sent again after a lost response has the
 * same key; other text has another. After a success, the same words can be sent again on purpose.
 */
export function useSendOnce() {
  const last = useRef<{ text: string; key: string } | null>(null);
  return async <Response,>(
    text: string,
    send: (body: { text: string; key: string }) => Promise<Response>,
  ): Promise<Response> => {
    if (last.current?.text !== text) last.current = { text, key: newUuid() };
    const response = await send(last.current);
    last.current = null;
    return response;
  };
}
