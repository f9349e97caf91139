import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, type ComponentProps } from 'react';
import { CallError } from '../../contracts/call-error.ts';
import type { ActionResponse, Undo } from '../../contracts/endpoint.ts';
import type { InputOf, JsonCall, ResponseOf } from '../../contracts/endpoints.ts';
import { Button } from '../../ui/button.tsx';
import { isLoggedOut, type AdminClient } from './admin-client.ts';
import { useAdminHost } from './admin-context.ts';
import { AUTH_STATUS_KEY, LOGGED_OUT } from './session.queries.ts';
import { ask, OFFLINE, showFailure, useActMark, useUi, type Asked } from './ui-store.ts';
import { showToast } from '../../ui/toasts.ts';

/** An action without a response shows no toast. What can be undone is offered in it. */
type Response = ActionResponse & { undo?: Undo | readonly Undo[] | undefined };
type Action<Input> = (client: AdminClient, input: Input) => Promise<Response | undefined>;

/**
 * Runs an action of the dashboard: one at a time, with a toast for the result. Stays busy until the new
 * data is shown. Use `Act` for a button and `DataForm` for a form. What a form shows at its fields needs no toast.
 */
export function useAdminAction<Input>(
  act: Action<Input>,
  failureTitle: string,
  isShown = (_error: unknown) => false,
) {
  const { client } = useAdminHost();
  const queryClient = useQueryClient();
  // A second click can come before `isPending` is rendered.
  const isRunning = useRef(false);
  const refetchAll = () =>
    queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => path !== AUTH_STATUS_KEY[0] });
  const takeBack = async (all: readonly Undo[]) => {
    try {
      const call = ({ orderNumber, token }: Undo) =>
        client.call('POST /api/admin/cases/:orderNumber/undo', { params: { orderNumber }, body: { token } });
      const [done] = await Promise.all(all.map(call));
      if (done) showToast({ title: done.message });
    } catch (error) {
      showFailure('Couldn’t undo it', error);
    }
    await refetchAll();
  };
  const mutation = useMutation({
    mutationFn: (input: Input) => act(client, input),
    onSuccess: async (response) => {
      const undo = [response?.undo ?? []].flat();
      if (response?.message)
        showToast({
          title: response.message,
          ...(undo.length > 0 && { undo: () => void takeBack(undo) }),
        });
      // Lists and the overview may show the change, too.
      await refetchAll();
      restoreFocus();
    },
    onError: (error) => {
      if (isLoggedOut(error)) queryClient.setQueryData(AUTH_STATUS_KEY, LOGGED_OUT);
      // Someone else changed the data. Show the change.
      if (error instanceof CallError && error.status === 409) void refetchAll();
      if (!isShown(error)) showFailure(failureTitle, error);
    },
    onSettled: () => {
      isRunning.current = false;
    },
  });
  return {
    isBusy: mutation.isPending,
    run: (input: Input, onDone?: () => void) => {
      if (isRunning.current) return;
      if (useUi.getState().isOffline) {
        showToast({ title: OFFLINE, description: 'Nothing was changed.', isError: true });
        // It may be back by now.
        return void refetchAll();
      }
      isRunning.current = true;
      mutation.mutate(input, { ...(onDone && { onSuccess: onDone }) });
    },
  };
}

type ActCall = { [C in JsonCall]: ResponseOf<C> extends Response ? C : never }[JsonCall];

type ActProps<C extends ActCall> = Omit<ComponentProps<typeof Button>, keyof InputOf<C>> & {
  /** The title of the toast after a failure. */
  failure: string;
  /** What is asked first. */
  asks?: Asked;
  onDone?: () => void;
} & (({ call: C } & InputOf<C>) | { call?: undefined; act: Action<string> });

/** A button that makes a call, or runs an action, which gets what was chosen in the question. */
export function Act<C extends ActCall>(props: ActProps<C>) {
  const { call, params, body, act, failure, asks, onDone, ...button } = props as ActProps<C> & Parts;
  const action: Action<string> =
    act ??
    ((client) => client.call(call as ActCall, { params, body } as never) as ReturnType<Action<string>>);
  const { isBusy, run } = useAdminAction(action, failure);
  const go = (choice: string) => run(choice, onDone);
  return (
    <Button isBusy={isBusy} {...button} {...useActMark()} onClick={() => (asks ? ask(asks, go) : go(''))} />
  );
}
type Parts = { params?: object; body?: object; act?: Action<string> };

/**
 * Moves the focus to the view if the pressed button was removed. On a slow machine this can happen several
 * frames after the data arrives.
 */
export function restoreFocus(framesLeft = 20): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('.admin-view')?.focus({ preventScroll: true });
  else if (framesLeft > 0) requestAnimationFrame(() => restoreFocus(framesLeft - 1));
}
