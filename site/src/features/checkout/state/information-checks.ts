import '@northlight/shared/contracts/strict-zod.ts';
import { CustomerInformation } from '@northlight/shared/contracts/customer-information.ts';
import type { Information } from './checkout-progress.ts';

/** The customer information in the API's format, or the first message of each field that is not valid. */
export function checkInformation(information: Information) {
  const { data, error } = CustomerInformation.safeParse(information);
  const faults: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) faults[String(path[0])] ??= message;
  return { buyer: data ?? null, faults };
}
