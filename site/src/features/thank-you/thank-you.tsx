import { useLayoutEffect, useEffect } from 'react';
import { create } from 'zustand';
import { ToastOutlet } from '../../lib/toast-outlet.tsx';
import { showFlashToast } from '../../lib/flash-toast.ts';
import { Confirmation, type Business } from './confirmation.tsx';
import { readConfirmation, type StoredConfirmation } from '../../lib/order-confirmation.ts';

const HOME_AFTER_MS = 3_000;

function NoOrder() {
  useEffect(() => {
    const timer = setTimeout(() => location.replace('/'), HOME_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <section>
      <h1>No order found</h1>
      <p className="lede" role="status">
        We couldn’t find an order in this browser. If you ordered on another device, check your email for the
        confirmation. We’ll take you to the homepage in 3 seconds.
      </p>
      <p className="thank-you-actions">
        <a className="button" href="/">
          Return to Homepage
        </a>
      </p>
    </section>
  );
}

type ConfirmationState = {
  /** Null when this browser has none. The server's HTML and the first render have not looked yet. */
  order: StoredConfirmation | null | 'unread';
};

const useConfirmation = create<ConfirmationState>()(() => ({ order: 'unread' }));

function restoreConfirmation(): void {
  useConfirmation.setState({ order: readConfirmation() });
}

type ThankYouProps = { business: Business };

/** The confirmation from this browser's copies. The server's HTML has none. */
export function ThankYou({ business }: ThankYouProps) {
  const order = useConfirmation((state) => state.order);
  useLayoutEffect(() => {
    restoreConfirmation();
    showFlashToast();
  }, []);
  if (order === 'unread') {
    return (
      <div className="thank-you">
        <h1>Thank you</h1>
        <p className="lede thank-you-wait">Loading your order.</p>
      </div>
    );
  }
  return (
    <div className="thank-you">
      {order ? <Confirmation order={order} business={business} /> : <NoOrder />}
      <ToastOutlet />
    </div>
  );
}
