import type { ServiceId } from '@northlight/shared/catalogue/ids.ts';

/** 'confirmation' is /thank-you, a page of its own. */
export const STEPS = ['services', 'info', 'payment'] as const;
export type Step = (typeof STEPS)[number];

export function isStep(value: unknown): value is Step {
  return STEPS.some((step) => step === value);
}

export type StepGuards = {
  serviceIds: readonly ServiceId[];
  /** The information form validates. */
  hasValidInformation: boolean;
  dueTodayCents: number;
  /** A payment is made that has no order yet: nothing else matters until it has one. */
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
