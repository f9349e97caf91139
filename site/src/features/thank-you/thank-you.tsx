import { useLayoutEffect } from 'react';
import { ToastOutlet } from '../../lib/toast-outlet.tsx';
import { showFlashToast } from '../../lib/flash-toast.ts';
import { restoreConfirmation, useConfirmation } from './confirmation-store.ts';
import { Confirmation, type Business } from './confirmation.tsx';
import { NoOrder } from './no-order.tsx';

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
