import { showToast } from '@northlight/shared/ui/toasts.ts';
import { useState, type ChangeEvent, type SubmitEvent } from 'react';
import {
  informationAccepted,
  informationCorrected,
  informationRejected,
  informationTyped,
  priceOf,
  useCheckout,
} from '../state/checkout-store.ts';
import { faultsIn, loadChecks } from '../state/checkout-requests.ts';
import { afterPaint } from '../state/step-history.ts';
import { INFORMATION_NAMES, isInformationName, type InformationName } from '../state/information-fields.ts';

/**
 * The form of the information step. Every keystroke is stored, so neither Back nor a reload loses any. It does
 * without react-hook-form, which would exceed the script budget.
 */
export function useInformationForm(onAccepted: () => void) {
  const errors = useCheckout((state) => state.informationErrors);
  const attempt = useCheckout((state) => state.rejections);
  const [defaultValues] = useState(
    () => useCheckout.getState().information as Record<InformationName, string>,
  );
  return {
    errors,
    /** Counts rejections, by the form or the server. */
    attempt,
    defaultValues,
    invalidNames: INFORMATION_NAMES.filter((name) => errors[name]),
    onChange: ({ target }: ChangeEvent<HTMLFormElement>) => {
      if (!(target instanceof HTMLElement && 'name' in target && 'value' in target)) return;
      const name = String(target.name);
      if (!isInformationName(name)) return;
      const isOff =
        import.meta.env.HAS_TERMS && 'checked' in target && name === 'acceptsTerms' && !target.checked;
      informationTyped({ [name]: isOff ? '' : target.value });
      // Before it is needed. If loading fails, the button says so.
      loadChecks().catch(() => {});
      if (attempt > 0) informationCorrected(name, found()[name]);
    },
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      // Some browsers fill in fields without an event.
      if (import.meta.env.HAS_TERMS) informationTyped({ acceptsTerms: '' });
      informationTyped(Object.fromEntries(new FormData(event.currentTarget)));
      void loadChecks().then(
        () => {
          // A second press while they loaded.
          if (useCheckout.getState().step !== 'info') return;
          const faults = found();
          if (Object.keys(faults).length > 0) return afterPaint(() => informationRejected(faults));
          informationAccepted();
          onAccepted();
        },
        () => showToast({ title: 'Error', description: NOT_LOADED, isError: true }),
      );
    },
  };
}

function found() {
  const state = useCheckout.getState();
  return faultsIn(state, priceOf(state));
}

const NOT_LOADED =
  'We couldn’t check your details. Nothing was sent. Please check your connection and try again.';
