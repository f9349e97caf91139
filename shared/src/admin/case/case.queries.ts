import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { CallError, failureText } from '../../contracts/call-error.ts';
import { CASE_PATH, pathTo, type ActionAnswer, type CaseAnswer } from '../../contracts/admin/cases.ts';
import { showToast } from '../../ui/toasts.ts';
import { isLoggedOut, type AdminClient } from '../admin-client.ts';
import { useAdminHost } from '../admin-context.ts';
import { AUTH_STATUS_KEY, LOGGED_OUT } from '../login/session.queries.ts';
import { usePanelQuery } from '../query-panel.tsx';

export function useCase(orderNumber: string) {
  return usePanelQuery<CaseAnswer>({ queryKey: [pathTo(CASE_PATH, { orderNumber })] });
}

type Act<Input> = (client: AdminClient, input: Input) => Promise<ActionAnswer>;

/** A button's work on a case: at most once at a time, told by a toast, and busy until the news is on screen. */
export function useCaseAction<Input>(act: Act<Input>, failureTitle: string) {
  const { client } = useAdminHost();
  const queryClient = useQueryClient();
  // A second click can come before the first is known to be pending.
  const isRunning = useRef(false);
  const fetchAnew = () =>
    queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => path !== AUTH_STATUS_KEY[0] });
  const mutation = useMutation({
    mutationFn: (input: Input) => act(client, input),
    onSuccess: async ({ message }) => {
      showToast({ title: message });
      // Lists and the overview may tell of it as well.
      await fetchAnew();
      catchFocus();
    },
    onError: (error) => {
      if (isLoggedOut(error)) queryClient.setQueryData(AUTH_STATUS_KEY, LOGGED_OUT);
      // Refused because of what somebody else did: show it.
      if (error instanceof CallError && error.status === 409) void fetchAnew();
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

/** The button that was pressed may go together with what it was for, on a busy machine some frames after the news. */
function catchFocus(framesLeft = 20): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('.admin-view')?.focus({ preventScroll: true });
  else if (framesLeft > 0) requestAnimationFrame(() => catchFocus(framesLeft - 1));
}
