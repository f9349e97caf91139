import type { Information } from './checkout-progress.ts';

export type InformationName = keyof Information;

/** The labels, in the order of the fields and their errors. */
const LABELS = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  businessName: 'Business name',
  businessDescription: 'Business description',
  country: 'Country',
  address: 'Street address',
  city: 'City',
  state: 'State',
  postalCode: 'Postal code',
};
export const INFORMATION_LABELS = (
  import.meta.env.HAS_TERMS ? { ...LABELS, acceptsTerms: 'Terms' } : LABELS
) as Record<InformationName, string>;

export function isInformationName(name: string): name is InformationName {
  return Object.hasOwn(INFORMATION_LABELS, name);
}

export const INFORMATION_NAMES = Object.keys(INFORMATION_LABELS).filter(isInformationName);
