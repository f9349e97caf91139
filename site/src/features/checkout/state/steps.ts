import type { ServiceId } from '@northlight/shared/catalog/ids.ts';

/** The confirmation is a separate page, /thank-you. */
export const STEPS = ['services', 'info', 'payment'] as const;
export type Step = (typeof STEPS)[number];

export function isStep(value: unknown): value is Step {
  return STEPS.some((step) => step === value);
}

export type StepGuards = {
  serviceIds: readonly ServiceId[];
  hasValidInformation: boolean;
  dueTodayCents: number;
  /** A payment was made that has no order yet, so only the payment step is reachable. */
  isPaid: boolean;
};

/** How far toward `wanted` the customer can go. Without a payment today there is no payment step. */
export function reachableStep(
  wanted: Step,
  { serviceIds, hasValidInformation, dueTodayCents, isPaid }: StepGuards,
): Step {
  if (isPaid) return 'payment';
  if (serviceIds.length === 0) return 'services';
  if (wanted === 'payment' && (!hasValidInformation || dueTodayCents === 0)) return 'info';
  return wanted;
}
