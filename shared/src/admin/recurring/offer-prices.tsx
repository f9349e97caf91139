import { lazy, Suspense, useState } from 'react';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import { Button } from '../../ui/button.tsx';
import { useMay } from '../base/session.queries.ts';
import type { OfferPriceProps } from './offer-price.tsx';

const Form = lazy(async () => ({ default: (await import('./offer-price.tsx')).OfferPrice }));

/** Loaded when it is opened. */
export const OfferPrice = (props: OfferPriceProps) => (
  <Suspense>
    <Form {...props} />
  </Suspense>
);

/** Beside the filters: offers a new price to those who have a next charge, and the same period as the first of them. */
export function OfferPrices({ page }: { page: ResponseOf<'GET /api/json/recurring'> | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  const mayManage = useMay('manage');
  const charged = (page?.agreements ?? []).filter(
    ({ state, nextChargeAt, cancelAt }) =>
      nextChargeAt && !cancelAt && (state === 'active' || state === 'past-due'),
  );
  const [first, ...rest] = charged.filter(({ period }) => period === charged[0]?.period);
  if (!mayManage || !first) return null;
  return (
    <>
      <Button isQuiet onClick={() => setIsOpen(true)}>
        Offer a new price…
      </Button>
      {isOpen && <OfferPrice agreements={[first, ...rest]} onClose={() => setIsOpen(false)} />}
    </>
  );
}
