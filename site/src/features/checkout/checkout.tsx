import { useEffect, useLayoutEffect } from 'react';
import { ToastOutlet } from '@northlight/shared/ui/toast-outlet.tsx';
import { useLazy } from '@northlight/shared/ui/use-lazy.ts';
import { orderPageOf } from '../../lib/order-page.ts';
import { isClosed, useCheckout } from './state/checkout-store.ts';
import { InformationStep } from './information/information-step.tsx';
import { CheckoutStepper } from './checkout-stepper.tsx';
import { ServicesStep } from './services/services-step.tsx';
import { revealCheckout, startCheckout } from './start-checkout.ts';
import { Button } from '@northlight/shared/ui/button.tsx';
import { StepHeading } from './step-heading.tsx';
import { SummaryBar } from './summary/order-summary.tsx';
import { fetchPaymentOptions } from './payment/fetch-payment-options.ts';

const loadOtherPackage = async () => (await import('./services/other-package.tsx')).OtherPackage;
const loadPlacedOrder = async () => (await import('./return/placed-order.tsx')).PlacedOrder;
const loadClosed = async () => (await import('./closed/closed-step.tsx')).ClosedStep;
const loadPaymentStep = async () => (await import('./payment/payment-step.tsx')).PaymentStep;

/** The whole checkout, as one Astro island. */
export function Checkout() {
  const step = useCheckout((state) => state.step);
  const addon = useCheckout((state) => state.addon);
  const notice = useCheckout((state) => state.notice);
  const hasOtherPackage = useCheckout((state) => state.otherPackage !== null && !state.madePayment);
  const { part: OtherPackage } = useLazy(loadOtherPackage, hasOtherPackage);
  const placedOrder = useCheckout((state) => state.placedOrder);
  const { part: PlacedOrder } = useLazy(loadPlacedOrder, placedOrder !== null);
  const isRestored = useCheckout((state) => state.isRestored);
  const { part: PaymentStep, isFailed } = useLazy(loadPaymentStep, step === 'payment');
  const isInfoClosed = useCheckout((state) => state.step === 'info' && isClosed(state));
  const { part: ClosedStep, isFailed: isClosedFailed } = useLazy(loadClosed, isInfoClosed);
  // After paint, so that all parts listen to the store and change together.
  useEffect(startCheckout, []);
  useLayoutEffect(() => {
    if (isRestored) revealCheckout();
  }, [isRestored]);
  return (
    <div className="checkout" data-addon={addon ? '' : undefined}>
      <div className="checkout-top-line cluster middle between sm">
        <a className="row middle gap-2 target" href={addon ? orderPageOf(addon) : '/'}>
          <span aria-hidden="true">←</span> <span>{addon ? 'Back to your order' : 'Back to Homepage'}</span>
        </a>
        <DemoBanner key={step} />
      </div>
      {!addon && !placedOrder && <CheckoutStepper />}
      <div className="checkout-notice" role="status">
        {notice && <p className="notice">{notice}</p>}
      </div>
      {hasOtherPackage && !placedOrder && OtherPackage && <OtherPackage />}
      {placedOrder && PlacedOrder && <PlacedOrder orderNumber={placedOrder} />}
      {step === 'services' && !placedOrder && <ServicesStep />}
      {step === 'info' &&
        (!isInfoClosed ? (
          <InformationStep />
        ) : ClosedStep ? (
          <ClosedStep />
        ) : (
          <PaymentSkeleton isFailed={isClosedFailed} />
        ))}
      {step === 'payment' && (PaymentStep ? <PaymentStep /> : <PaymentSkeleton isFailed={isFailed} />)}
      <ToastOutlet />
    </div>
  );
}

/** Shown until the script of the payment step has loaded, if that takes a moment. */
export function PaymentSkeleton({ isFailed }: { isFailed: boolean }) {
  return (
    <section className="step stack gap-6">
      <SummaryBar />
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

/** Asks anew at each step, because the shop may stop payments meanwhile. Says that nothing is charged. Its space is reserved, so nothing shifts when the response arrives. */
function DemoBanner() {
  const isDemo = useCheckout((state) => state.paymentOptions?.mode === 'demo');
  // Without a response it says nothing. The payment step asks again.
  useEffect(() => void fetchPaymentOptions().catch(() => {}), []);
  return (
    <p className="demo-banner row middle">
      {isDemo && (
        <span>
          <strong>Demo mode: no real charges.</strong> You’ll find test cards on the payment step.
        </span>
      )}
    </p>
  );
}
