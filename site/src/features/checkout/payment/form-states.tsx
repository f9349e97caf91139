import { Button } from '@northlight/shared/ui/button.tsx';

export function Preparing() {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">The payment form is being prepared.</span>
    </div>
  );
}

export function NotReady({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="alert">
      <p>The payment form is not ready. Nothing was charged, and everything you entered is kept.</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
