import { Button } from '@northlight/shared/ui/button.tsx';

export function PaymentFormLoading() {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">Loading the payment form.</span>
    </div>
  );
}

export function PaymentFormError({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="alert">
      <p>The payment form didn’t load. You haven’t been charged, and everything you entered is saved.</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
