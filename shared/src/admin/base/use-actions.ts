import { useEffect, useId } from 'react';
import { useUi, type Action } from './ui-store.ts';

/** Registers a view's actions for the command palette and the keyboard while it is mounted. */
export function useActions(actions: readonly Action[]): void {
  const view = useId();
  useEffect(() => {
    useUi.setState((ui) => ({ actions: new Map(ui.actions).set(view, actions) }));
  }, [view, actions]);
  useEffect(
    () => () =>
      useUi.setState((ui) => {
        const left = new Map(ui.actions);
        left.delete(view);
        return { actions: left };
      }),
    [view],
  );
}
