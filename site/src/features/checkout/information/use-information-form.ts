import { CustomerInformation } from '@northlight/shared/contracts/customer-information.ts';
import { useState, type ChangeEvent, type SubmitEvent } from 'react';
import {
  informationAccepted,
  informationCorrected,
  informationRejected,
  informationTyped,
  useCheckout,
} from '../state/checkout-store.ts';
import { TERMS } from '../state/checkout-requests.ts';
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
      if (attempt > 0) informationCorrected(name, faults()[name]);
    },
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      // Some browsers fill in fields without an event.
      if (import.meta.env.HAS_TERMS) informationTyped({ acceptsTerms: '' });
      informationTyped(Object.fromEntries(new FormData(event.currentTarget)));
      const found = faults();
      if (Object.keys(found).length > 0) return afterPaint(() => informationRejected(found));
      informationAccepted();
      onAccepted();
    },
  };
}

/** The first message of each field that is not valid. */
function faults(): Record<string, string> {
  const { error } = CustomerInformation.safeParse(useCheckout.getState().information);
  const found: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) found[String(path[0])] ??= message;
  if (import.meta.env.HAS_TERMS && useCheckout.getState().information.acceptsTerms !== TERMS)
    found['acceptsTerms'] = 'Please accept the terms';
  return found;
}
