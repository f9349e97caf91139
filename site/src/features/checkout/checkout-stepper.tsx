import { CheckMark } from '@northlight/shared/ui/check-mark.tsx';
import { priceOf, useCheckout } from './state/checkout-store.ts';
import { moveTo } from './state/step-history.ts';
import { STEPS, type Step } from './state/steps.ts';

const NAMES: Record<Step, string> = { services: 'Services', info: 'Information', payment: 'Payment' };

/** Shows the current step, with links back to finished ones. */
export function CheckoutStepper() {
  const current = useCheckout((state) => STEPS.indexOf(state.step));
  const isNothingDue = useCheckout(
    (state) => state.serviceIds.length > 0 && priceOf(state).dueTodayCents === 0 && !state.madePayment,
  );
  return (
    <nav aria-label="Checkout steps">
      <ol className="stepper stack gap-2">
        {STEPS.map((step, index) => {
          const isDone = index < current;
          const isSkipped = step === 'payment' && isNothingDue;
          return (
            <li
              key={step}
              className="stepper-step"
              data-state={isDone ? 'done' : index === current ? 'current' : 'ahead'}
            >
              <button
                className="stepper-button row middle gap-3 full target soft"
                type="button"
                aria-current={index === current ? 'step' : undefined}
                onClick={() => (index > current ? moveAhead(step) : moveTo(step))}
              >
                <span className="stepper-mark stack sm">{isDone ? <CheckMark /> : index + 1}</span>
                <span className="stepper-name">
                  <span>{NAMES[step]}</span>
                  {isDone && <span className="visually-hidden"> (completed)</span>}
                  {isSkipped && <small> nothing due today</small>}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** Leaving the information step requires a valid form, so the stepper presses its button. */
function moveAhead(step: Step): void {
  const form = document.querySelector<HTMLFormElement>('form#information');
  if (form) form.requestSubmit();
  else moveTo(step);
}
