import { Button } from '@northlight/shared/ui/button.tsx';
import { StepHeading } from '../step-heading.tsx';

/** Shown until the script of the payment step has loaded, if that takes a moment. */
export function PaymentSkeleton({ isFailed }: { isFailed: boolean }) {
  return (
    <section className="step">
      <StepHeading title="Payment" />
      {isFailed ? (
        <div className="alert" role="alert">
          <p>
            We couldn’t load the payment form. You haven’t been charged, and your bundle and details are
            saved.
          </p>
          <Button onClick={() => location.reload()}>Try again</Button>
        </div>
      ) : (
        <div className="skeleton" aria-hidden="true" />
      )}
    </section>
  );
}
