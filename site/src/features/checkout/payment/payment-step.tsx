import { Button } from '@northlight/shared/ui/button.tsx';
import { useCheckout } from '../state/checkout-store.ts';
import { OrderSummary } from '../summary/order-summary.tsx';
import { StepHeading } from '../step-heading.tsx';
import { moveTo } from '../state/step-history.ts';
import { CardPayment } from './card-payment.tsx';
import { PaymentMethodChoice } from './payment-method.tsx';
import { PaypalPayment } from './paypal-payment.tsx';
import { ConfirmingPayment } from './confirming-payment.tsx';

/** Loaded when the customer reaches it. */
export function PaymentStep() {
  const { madePayment, paymentMethod } = useCheckout();
  return (
    <section className="step payment-step">
      <StepHeading title="Payment" />
      <div className="step-main">
        {madePayment ? (
          <ConfirmingPayment payment={madePayment} />
        ) : (
          <>
            <PaymentMethodChoice />
            {paymentMethod === 'paypal' ? <PaypalPayment /> : <CardPayment />}
          </>
        )}
      </div>
      <OrderSummary />
      {!madePayment && (
        <div className="step-actions">
          <Button isQuiet onClick={() => moveTo('info')}>
            Back
          </Button>
        </div>
      )}
    </section>
  );
}
