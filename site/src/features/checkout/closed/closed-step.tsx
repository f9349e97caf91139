import { Button } from '@northlight/shared/ui/button.tsx';
import { StepHeading } from '../step-heading.tsx';
import { moveTo } from '../state/step-history.ts';
import { OrderSummary, SummaryBar } from '../summary/order-summary.tsx';
import { ClosedCheckout } from './closed-checkout.tsx';

/** Instead of the information step. */
export function ClosedStep() {
  return (
    <section className="step stack gap-6">
      <SummaryBar />
      <StepHeading title="Your details" />
      <div className="step-main stack packed gap-6">
        <ClosedCheckout />
      </div>
      <OrderSummary />
      <div className="step-actions cluster gap-3 middle">
        <Button isQuiet onClick={() => moveTo('services')}>
          Back
        </Button>
      </div>
    </section>
  );
}
