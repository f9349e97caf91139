import { memo, useDeferredValue } from 'react';
import { Button } from '@northlight/shared/ui/button.tsx';
import { Receipt } from '@northlight/shared/ui/receipt.tsx';
import { formatUsd } from '@northlight/shared/catalog/money.ts';
import type { Price } from '@northlight/shared/catalog/price.ts';
import { serviceList } from '@northlight/shared/catalog/services.ts';
import { priceOf, useCheckout, chooseBilling } from '../state/checkout-store.ts';
import { TotalAnnouncer } from '../summary/order-summary.tsx';
import { ServiceCard } from './service-card.tsx';
import { StepHeading } from '../step-heading.tsx';
import { moveTo } from '../state/step-history.ts';
import { catalog } from '../../../content/catalog.ts';

const SAVING = import.meta.env.YEARLY_SAVING;

export function ServicesStep() {
  // A tapped button is painted before the receipt, which is most of the work.
  const price = useDeferredValue(useCheckout(priceOf));
  return (
    <section className="step stack gap-6 services-step">
      <StepHeading title="Choose your services">
        <p className="lede">
          Choose one, or bundle them. You’ll see the full price before you enter any details.
        </p>
      </StepHeading>
      <div className="step-main stack packed gap-4">
        <BillingToggle />
        {serviceList
          .filter(({ id }) => catalog.services[id].state !== 'hidden')
          .map((service) => (
            <ServiceCard key={service.id} service={service} />
          ))}
      </div>
      <div className="step-side stack packed gap-4">
        {price.lines.length === 0 ? <EmptySummary /> : <Summary price={price} />}
      </div>
      <TotalAnnouncer />
    </section>
  );
}

function EmptySummary() {
  return (
    <div className="empty-summary stack gap-2 pad-5 sm soft">
      <p className="empty-summary-title">Your receipt starts here</p>
      <p>Add a service to see what you’ll pay today and what comes after.</p>
    </div>
  );
}

const Summary = memo(function Summary({ price }: { price: Price }) {
  return (
    <>
      <Receipt price={price} form="short" title="Order summary" />
      <div className="action-bar stack gap-2">
        <p className="action-bar-total sm">
          Due today <strong className="money">{formatUsd(price.dueTodayCents)}</strong>
        </p>
        <Button onClick={() => moveTo('info')}>Continue to Checkout</Button>
      </div>
    </>
  );
});

const BillingToggle = memo(function BillingToggle() {
  const isYearly = useCheckout((state) => state.isYearly);
  return (
    <fieldset className="billing cluster">
      <legend className="visually-hidden">Website billing period</legend>
      <label className="billing-option row middle gap-2 target sm soft">
        <input type="radio" name="billing" checked={!isYearly} onChange={() => chooseBilling(false)} />
        <span>Monthly Billing</span>
      </label>
      <label className="billing-option row middle gap-2 target sm soft">
        <input type="radio" name="billing" checked={isYearly} onChange={() => chooseBilling(true)} />
        <span>Yearly Billing {SAVING && <em className="badge">{SAVING}</em>}</span>
      </label>
    </fieldset>
  );
});
