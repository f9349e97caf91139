import { closeToast, showToast } from '@northlight/shared/ui/toasts.ts';
import { restoreCheckout, showStep, stepTowards, useCheckout } from './checkout-store.ts';
import { isStep, type Step } from './steps.ts';

const { getState } = useCheckout;

type Entry = { step: Step; previous: Step | null };

/**
 * Each step is an entry of the browser's history, so that its Back and Forward move between steps.
 * A wish that cannot be granted leads as far as it can, and says why when it leads nowhere.
 */
export function moveTo(wanted: Step): void {
  const { step, isBusy, serviceIds } = getState();
  if (isBusy) return;
  closeToast();
  const next = stepTowards(wanted);
  if (next === 'services' && wanted !== 'services' && serviceIds.length === 0) {
    showToast({
      title: 'No Service Selected',
      description: 'Please select at least one service to continue.',
      isError: true,
    });
  }
  if (next === step) return;
  if (readEntry(history.state)?.previous === next) {
    history.back();
    return;
  }
  history.pushState({ step: next, previous: step } satisfies Entry, '');
  showStep(next);
}

/** For a page that stands on another step than its history entry says: after a reload, or coming back from PayPal. */
export function settleHistory(): void {
  const { step } = getState();
  const entry = readEntry(history.state);
  history.scrollRestoration = 'manual';
  if (entry?.step !== step) history.replaceState({ step, previous: null } satisfies Entry, '');
}

/** Follows the browser's own Back and Forward. Gives back the function that ends it. */
export function followHistory(): () => void {
  const onPopState = (event: PopStateEvent) => {
    const entry = readEntry(event.state);
    // No entry of ours: a jump to an anchor on this very step.
    if (!entry) return;
    const { step, isBusy } = getState();
    if (isBusy) {
      history.pushState({ step, previous: entry.step } satisfies Entry, '');
      return;
    }
    const next = stepTowards(entry.step);
    if (next !== entry.step) history.replaceState({ step: next, previous: null } satisfies Entry, '');
    showStep(next);
  };
  // A page out of the browser's cache still shows the state it was left in, perhaps a payment long made.
  const onPageShow = (event: PageTransitionEvent) => {
    if (!event.persisted) return;
    restoreCheckout();
    settleHistory();
  };
  addEventListener('popstate', onPopState);
  addEventListener('pageshow', onPageShow);
  return () => {
    removeEventListener('popstate', onPopState);
    removeEventListener('pageshow', onPageShow);
  };
}

function readEntry(state: unknown): Entry | null {
  if (typeof state !== 'object' || state === null || !('step' in state) || !isStep(state.step)) return null;
  const previous = 'previous' in state && isStep(state.previous) ? state.previous : null;
  return { step: state.step, previous };
}
