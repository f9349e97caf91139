import { useLayoutEffect } from 'react';
import { ToastOutlet } from '../../lib/toast-outlet.tsx';
import { showCarriedToast } from '../../lib/carried-toast.ts';
import { restoreConfirmation, useConfirmation } from './confirmation-store.ts';
import { Confirmation } from './confirmation.tsx';
import { NoOrder } from './no-order.tsx';

type ThankYouProps = { businessEmail: string };

/** The confirmation, from the copies this browser holds. The server's HTML knows of none yet. */
export function ThankYou({ businessEmail }: ThankYouProps) {
  const order = useConfirmation((state) => state.order);
  useLayoutEffect(() => {
    restoreConfirmation();
    showCarriedToast();
  }, []);
  if (order === 'unread') {
    return (
      <div className="thank-you">
        <h1>Thank you</h1>
        <p className="lede thank-you-wait">Your order is being looked up in this browser.</p>
      </div>
    );
  }
  return (
    <div className="thank-you">
      {order ? <Confirmation order={order} businessEmail={businessEmail} /> : <NoOrder />}
      <ToastOutlet />
    </div>
  );
}
