import { useEffect, useState } from 'react';
import { Button } from '@northlight/shared/ui/button.tsx';
import { showFlashToast } from '../../../lib/flash-toast.ts';
import { isQuote, orderPageOf } from '../../../lib/order-page.ts';
import { isExempt } from '../state/checkout-requests.ts';
import { ClosedCheckout } from '../closed/closed-checkout.tsx';
import { isClosed, priceOf, useCheckout } from '../state/checkout-store.ts';
import { OrderSummary, SummaryBar } from '../summary/order-summary.tsx';
import { StepHeading } from '../step-heading.tsx';
import { moveTo } from '../state/step-history.ts';
import { CardPayment } from './card-payment.tsx';
import { PaymentMethodChoice } from './payment-method.tsx';
import { ConfirmingPayment } from './confirming-payment.tsx';
import { ConsentNotice } from './card-form-parts.tsx';
import { goToPaypal } from './go-to-paypal.ts';

/** Loaded when the customer reaches it. */
export function PaymentStep() {
  const madePayment = useCheckout((state) => state.madePayment);
  const isPaypal = useCheckout((state) => state.paymentMethod === 'paypal');
  const addon = useCheckout((state) => state.addon);
  const isShut = useCheckout(isClosed);
  // The shop changed, so the page was opened again.
  useEffect(showFlashToast, []);
  return (
    <section className="step stack gap-6 payment-step">
      <SummaryBar />
      <StepHeading title={addon ? addon.title : 'Payment'} />
      <div className="step-main stack packed gap-6">
        <TaxedAddress />
        {madePayment ? (
          <ConfirmingPayment payment={madePayment} />
        ) : isShut ? (
          <ClosedCheckout />
        ) : (
          <>
            <PaymentMethodChoice />
            {isPaypal ? <PaypalPayment /> : <CardPayment />}
          </>
        )}
      </div>
      <OrderSummary />
      {!madePayment && !(addon && isQuote(addon.order)) && (
        <div className="step-actions cluster gap-3 middle">
          <Button isQuiet onClick={() => (addon ? location.assign(orderPageOf(addon)) : moveTo('info'))}>
            Back
          </Button>
        </div>
      )}
    </section>
  );
}

/** Why an exempt customer pays sales tax after all. */
function TaxedAddress() {
  const exemption = useCheckout((state) => state.exemption);
  const isTaxed = useCheckout((state) => !isExempt(state) && priceOf(state).taxCents > 0);
  return (
    exemption &&
    isTaxed && (
      <p className="notice">{`Sales tax is added, because your exemption counts only with the email address ${exemption.email}.`}</p>
    )
  );
}

function PaypalPayment() {
  const isBusy = useCheckout((state) => state.isBusy);
  const [isFailed, setIsFailed] = useState(false);

  async function pay() {
    setIsFailed(false);
    setIsFailed(!(await goToPaypal()));
  }

  return (
    <div className="paypal stack gap-5">
      <p>
        You'll be redirected to PayPal to approve the payment. When you return, your order is placed
        automatically.
      </p>
      {isFailed && (
        <p className="alert">
          You haven’t been charged, and your bundle and details are saved. Try again, or pay by card.
        </p>
      )}
      <ConsentNotice id="paypal-agreement" />
      <Button
        isBusy={isBusy}
        busyLabel="Processing..."
        aria-describedby="paypal-agreement"
        onClick={() => void pay()}
      >
        Pay with PayPal
      </Button>
    </div>
  );
}
