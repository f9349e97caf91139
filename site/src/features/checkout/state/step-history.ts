import { closeToast, showToast } from '@northlight/shared/ui/toasts.ts';
import { onceChecked } from './checkout-requests.ts';
import { restoreCheckout, showStep, stepTowards, useCheckout } from './checkout-store.ts';
import { isStep, type Step } from './steps.ts';

const { getState } = useCheckout;

type Entry = { step: Step; previous: Step | null };

/**
 * Each step is an entry in the browser history, so that Back and Forward move between steps. If `wanted` is
 * not reachable, it goes as far as possible. If no service is selected, a toast says so.
 */
export function moveTo(wanted: Step): void {
  afterPaint(() => openStep(wanted));
}

function openStep(wanted: Step): void {
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

/**
 * Corrects the history entry if it does not match the current step, after a reload or the return from PayPal.
 */
export function settleHistory(): void {
  const { step } = getState();
  const entry = readEntry(history.state);
  history.scrollRestoration = 'manual';
  if (entry?.step !== step) history.replaceState({ step, previous: null } satisfies Entry, '');
}

/** Follows the browser's Back and Forward. Returns a cleanup function. */
export function followHistory(): () => void {
  const onPopState = (event: PopStateEvent) => {
    const entry = readEntry(event.state);
    // Not a step entry, but a jump to an anchor within the step.
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
  // A page from the back/forward cache shows an outdated state, for example before a payment that has been
  // made since.
  const onPageShow = (event: PageTransitionEvent) => {
    if (!event.persisted) return;
    onceChecked(() => {
      restoreCheckout();
      settleHistory();
    });
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

/** Runs after the next paint, which shows that the button was pressed. For work that takes a slow phone long. */
export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}
