import { zodResolver } from '@hookform/resolvers/zod';
import {
  CustomerInformation,
  type CustomerInformationInput,
} from '@northlight/shared/contracts/shop/customer-information.ts';
import { useEffect, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { informationTyped, useCheckout } from '../state/checkout-store.ts';
import { INFORMATION_NAMES } from './information-fields.ts';

/** The form of the information step. Every keystroke is stored, so neither Back nor a reload loses any. */
export function useInformationForm() {
  const serverErrors = useCheckout((state) => state.informationErrors);
  const [defaultValues] = useState(() => useCheckout.getState().information);
  const form = useForm<CustomerInformationInput, unknown, CustomerInformation>({
    resolver: zodResolver(CustomerInformation),
    defaultValues,
    errors: useMemo(() => toFieldErrors(serverErrors), [serverErrors]),
    // The error summary gets the focus instead.
    shouldFocusError: false,
  });

  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => informationTyped(values),
      }),
    [subscribe],
  );

  const { errors, submitCount } = form.formState;
  return {
    form,
    /** Counts rejections, by the form or the server. */
    attempt: submitCount + (Object.keys(serverErrors).length > 0 ? 1 : 0),
    invalidNames: INFORMATION_NAMES.filter((name) => errors[name]),
  };
}

function toFieldErrors(serverErrors: Record<string, string>) {
  return Object.fromEntries(
    INFORMATION_NAMES.flatMap((name) => {
      const message = serverErrors[name];
      return message ? [[name, { type: 'server', message }]] : [];
    }),
  );
}
