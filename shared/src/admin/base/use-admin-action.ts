import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { CallError, failureText } from '../../contracts/call-error.ts';
import type { ActionResponse } from '../../contracts/endpoint.ts';
import { showToast } from '../../ui/toasts.ts';
import { isLoggedOut, type AdminClient } from './admin-client.ts';
import { useAdminHost } from './admin-context.ts';
import { AUTH_STATUS_KEY, LOGGED_OUT } from './session.queries.ts';

type Act<Input> = (client: AdminClient, input: Input) => Promise<ActionResponse>;

/**
 * Runs an action of the dashboard: one at a time, with a toast for the result. Stays busy until the new
 * data is shown.
 */
export function useAdminAction<Input>(act: Act<Input>, failureTitle: string) {
  const { client } = useAdminHost();
  const queryClient = useQueryClient();
  // A second click can come before `isPending` is rendered.
  const isRunning = useRef(false);
  const refetchAll = () =>
    queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => path !== AUTH_STATUS_KEY[0] });
  const mutation = useMutation({
    mutationFn: (input: Input) => act(client, input),
    onSuccess: async ({ message }) => {
      if (message) showToast({ title: message });
      // Lists and the overview may show the change, too.
      await refetchAll();
      restoreFocus();
    },
    onError: (error) => {
      if (isLoggedOut(error)) queryClient.setQueryData(AUTH_STATUS_KEY, LOGGED_OUT);
      // Someone else changed the data. Show the change.
      if (error instanceof CallError && error.status === 409) void refetchAll();
      const description = failureText(error, 'Please try again.', 'Couldn’t reach the server.');
      showToast({ title: failureTitle, description, isError: true });
    },
    onSettled: () => {
      isRunning.current = false;
    },
  });
  return {
    isBusy: mutation.isPending,
    run: (input: Input, onDone?: () => void) => {
      if (isRunning.current) return;
      isRunning.current = true;
      mutation.mutate(input, { ...(onDone && { onSuccess: onDone }) });
    },
  };
}

/**
 * Moves the focus to the view if the pressed button was removed. On a slow machine this can happen several
 * frames after the data arrives.
 */
function restoreFocus(framesLeft = 20): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('.admin-view')?.focus({ preventScroll: true });
  else if (framesLeft > 0) requestAnimationFrame(() => restoreFocus(framesLeft - 1));
}
