import { useLayoutEffect } from 'react';
import { create } from 'zustand';
import { ToastOutlet } from '@northlight/shared/ui/toast-outlet.tsx';
import { showFlashToast } from '../../lib/flash-toast.ts';
import { Confirmation, type Business } from './confirmation.tsx';
import { readConfirmation, type StoredConfirmation } from '../../lib/order-confirmation.ts';

type ConfirmationState = {
  /** Null when this browser has none; then `no-order.ts` shows another text. The server's HTML has not looked yet. */
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
      <div className="thank-you stack gap-6">
        <h1>Thank you</h1>
        <p className="lede thank-you-wait">Loading your order…</p>
      </div>
    );
  }
  return (
    <>
      <ToastOutlet />
      <div className="thank-you stack gap-6">
        {order && <Confirmation order={order} business={business} />}
      </div>
    </>
  );
}
