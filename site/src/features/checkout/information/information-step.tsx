import { Button } from '@northlight/shared/ui/button.tsx';
import { ErrorSummary } from '@northlight/shared/ui/error-summary.tsx';
import { SelectField, TextArea, TextField } from '@northlight/shared/ui/field.tsx';
import { showToast } from '@northlight/shared/ui/toasts.ts';
import { useState } from 'react';
import { informationAccepted, priceOf, useCheckout } from '../state/checkout-store.ts';
import { countries } from './countries.ts';
import { INFORMATION_LABELS, type InformationName } from './information-fields.ts';
import { OrderSummary } from '../summary/order-summary.tsx';
import { StepHeading } from '../step-heading.tsx';
import { moveTo } from '../state/step-history.ts';
import { applyTypedPromo } from '../summary/apply-promo.ts';
import { useInformationForm } from './use-information-form.ts';

export function InformationStep() {
  const { form, attempt, invalidNames } = useInformationForm();
  const isNothingDue = useCheckout((state) => priceOf(state).dueTodayCents === 0);
  const isBusy = useCheckout((state) => state.isBusy);
  const [countryList] = useState(countries);
  const { errors } = form.formState;
  const field = (name: InformationName) => ({
    id: name,
    label: INFORMATION_LABELS[name],
    error: errors[name]?.message,
    ...form.register(name),
  });
  const submit = form.handleSubmit(() => {
    informationAccepted();
    void finish();
  });

  return (
    <section className="step information-step">
      <StepHeading title="Your details">
        <p className="lede">
          Tell us who we’re working for. If you leave and come back, what you typed will still be here.
        </p>
      </StepHeading>
      <form id="information" className="step-main" noValidate onSubmit={submit}>
        <ErrorSummary
          attempt={attempt}
          faults={invalidNames.map((name) => ({ fieldId: name, label: INFORMATION_LABELS[name] }))}
        />
        <p className="form-note">Fields marked with * are required.</p>
        <fieldset className="form-section">
          <legend>
            <h2>Your information</h2>
          </legend>
          <TextField {...field('firstName')} isRequired autoComplete="given-name" />
          <TextField {...field('lastName')} isRequired autoComplete="family-name" />
          <TextField
            {...field('email')}
            isRequired
            type="email"
            inputMode="email"
            autoComplete="email"
            help="We’ll send your order number here."
          />
          <TextField
            {...field('phone')}
            isRequired
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            help="We’ll only call about this order."
          />
        </fieldset>
        <fieldset className="form-section">
          <legend>
            <h2>Business information</h2>
          </legend>
          <TextField {...field('businessName')} isRequired autoComplete="organization" />
          <TextArea
            {...field('businessDescription')}
            isRequired
            autoComplete="off"
            help="A sentence or two about what you do and who you do it for."
          />
        </fieldset>
        <fieldset className="form-section">
          <legend>
            <h2>Billing address</h2>
          </legend>
          <SelectField {...field('country')} autoComplete="country">
            {countryList.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextField
            {...field('state')}
            width="medium"
            autoComplete="address-level1"
            help="For example, MI. We use it to calculate sales tax."
          />
          <TextField {...field('city')} autoComplete="address-level2" />
          <TextField {...field('postalCode')} width="short" autoComplete="postal-code" />
          <TextField {...field('address')} autoComplete="street-address" />
        </fieldset>
      </form>
      <OrderSummary hasPromoBox />
      <div className="step-actions">
        {isNothingDue && (
          <p className="form-note" id="nothing-due">
            Nothing is due today ($0), so there’s no payment step.
          </p>
        )}
        <Button isQuiet onClick={() => moveTo('services')}>
          Back
        </Button>
        <Button
          type="submit"
          form="information"
          isBusy={isBusy}
          busyLabel="Processing..."
          aria-describedby={isNothingDue ? 'nothing-due' : undefined}
        >
          {isNothingDue ? 'Place order' : 'Continue to Payment'}
        </Button>
      </div>
    </section>
  );
}

/** A typed but unapplied promo code is applied first. */
async function finish(): Promise<void> {
  if (useCheckout.getState().isBusy || !(await applyTypedPromo())) return;
  if (priceOf(useCheckout.getState()).dueTodayCents > 0) return moveTo('payment');
  const part = await import('../payment/place-order.ts').catch(() => null);
  if (part) return part.placeFreeOrder();
  const description = 'There was an error processing your order';
  showToast({ title: 'Error', description, isError: true });
}
