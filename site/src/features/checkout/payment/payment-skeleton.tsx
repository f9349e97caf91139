import { Button } from '@northlight/shared/ui/button.tsx';
import { StepHeading } from '../step-heading.tsx';

/** In the place of the payment step until its script has arrived; drawn only when that takes a moment. */
export function PaymentSkeleton({ isFailed }: { isFailed: boolean }) {
  return (
    <section className="step">
      <StepHeading title="Payment" />
      {isFailed ? (
        <div className="alert" role="alert">
          <p>
            The payment form could not be loaded. Nothing was charged, and your bundle and your details are
            kept.
          </p>
          <Button onClick={() => location.reload()}>Try again</Button>
        </div>
      ) : (
        <div className="skeleton" aria-hidden="true" />
      )}
    </section>
  );
}
