/** Whose shop it is until somebody says so. */
export const SAMPLE_BUSINESS = {
  name: 'Northlight Studio',
  email: 'hello@northlight.example',
  phone: '(555) 014-2280',
  address: '214 North Light Lane, Suite 3, Ann Arbor, MI 48104',
};

/** The facts of which a shop that somebody owns has its own, or none. */
export const OWN_FACTS = ['phone', 'address'] as const;

/** A business as it is shown: a claimed shop shows neither phone nor address of the sample. */
export function withoutSample<Business extends { phone: string; address: string }>(
  business: Business,
  isClaimed: boolean,
): Business {
  const hidden = OWN_FACTS.filter((fact) => isClaimed && business[fact] === SAMPLE_BUSINESS[fact]);
  return hidden.length === 0
    ? business
    : { ...business, ...Object.fromEntries(hidden.map((fact) => [fact, ''])) };
}
