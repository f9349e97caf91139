import { STATES } from '@northlight/shared/catalog/us-states.ts';
import { Button } from '@northlight/shared/ui/button.tsx';
import { ErrorSummary } from '@northlight/shared/ui/error-summary.tsx';
import { SelectField, TextArea, TextField } from '@northlight/shared/ui/field.tsx';
import { showToast } from '@northlight/shared/ui/toasts.ts';
import { memo, useEffect, useState } from 'react';
import { linkWanted, priceOf, useCheckout } from '../state/checkout-store.ts';
import { TERMS } from '../state/checkout-requests.ts';
import { INFORMATION_LABELS, type InformationName } from '../state/information-fields.ts';
import { OrderSummary, SummaryBar } from '../summary/order-summary.tsx';
import { StepHeading } from '../step-heading.tsx';
import { moveTo } from '../state/step-history.ts';
import { applyTypedPromo } from '../summary/apply-promo.ts';
import { useInformationForm } from './use-information-form.ts';

// A keystroke renders only the fields whose error changed. The list of countries is long.
const Text = memo(TextField);
const LongText = memo(TextArea);

export function InformationStep() {
  const { errors, attempt, invalidNames, defaultValues, onChange, onSubmit } = useInformationForm(
    () => void finish(),
  );
  const isNothingDue = useCheckout((state) => priceOf(state).dueTodayCents === 0);
  const isBusy = useCheckout((state) => state.isBusy);
  const field = (name: InformationName) => ({
    id: name,
    name,
    label: INFORMATION_LABELS[name],
    error: errors[name],
    defaultValue: defaultValues[name],
  });

  return (
    <section className="step stack gap-6 information-step">
      <SummaryBar />
      <StepHeading title="Your details">
        <p className="lede">
          Tell us who we’re working for. If you leave and come back, what you typed will still be here.
        </p>
      </StepHeading>
      <form
        id="information"
        className="step-main stack packed gap-7"
        noValidate
        onChange={onChange}
        onSubmit={onSubmit}
      >
        <ErrorSummary
          attempt={attempt}
          faults={invalidNames.map((name) => ({ fieldId: name, label: INFORMATION_LABELS[name] }))}
        />
        <p className="form-note sm">Fields marked with * are required.</p>
        <fieldset className="form-section">
          <legend>
            <h2>Your information</h2>
          </legend>
          <Text {...field('firstName')} isRequired autoComplete="given-name" />
          <Text
            {...field('lastName')}
            isRequired
            autoComplete="family-name"
            help="If you have one name, enter it in both."
          />
          <Text
            {...field('email')}
            isRequired
            type="email"
            inputMode="email"
            autoComplete="email"
            help="We’ll send your order number here."
          />
          <LinkToFinish />
          <Text
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
          <Text {...field('businessName')} isRequired autoComplete="organization" />
          <LongText
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
          <CountryField {...field('country')} />
          <Text {...field('address')} autoComplete="address-line1" />
          <Text {...field('city')} autoComplete="address-level2" />
          <Text
            {...field('state')}
            width="medium"
            autoComplete="address-level1"
            list="states"
            help="For example, MI. We use it to calculate sales tax."
          />
          <datalist id="states">
            {STATES.split(',').map((state) => (
              <option key={state} value={state.slice(0, 2)}>
                {state.slice(3)}
              </option>
            ))}
          </datalist>
          <Text {...field('postalCode')} width="short" autoComplete="postal-code" />
        </fieldset>
        {import.meta.env.HAS_TERMS && <AcceptTerms {...field('acceptsTerms')} />}
      </form>
      <OrderSummary hasPromoBox />
      <div className="step-actions cluster gap-3 middle">
        {isNothingDue && (
          <p className="form-note sm" id="nothing-due">
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

/** Without a name, so that it is no part of the information. */
function LinkToFinish() {
  const wantsLink = useCheckout((state) => state.wantsLink);
  return (
    <div>
      <label className="check">
        <input
          type="checkbox"
          aria-describedby="link-to-finish-help"
          checked={wantsLink}
          onChange={({ target }) => linkWanted(target.checked)}
        />
        Email me a link to finish
      </label>
      <p className="field-help" id="link-to-finish-help">
        If you don’t finish within an hour, we’ll email you the link once. We keep what you enter for up to 30
        days.
      </p>
    </div>
  );
}

type AcceptTermsProps = { id: string; defaultValue: string | undefined; error: string | undefined };

function AcceptTerms({ id, defaultValue, error }: AcceptTermsProps) {
  return (
    <div>
      <label className="check">
        <input
          type="checkbox"
          id={id}
          name={id}
          value={TERMS}
          defaultChecked={defaultValue === TERMS}
          aria-required
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${id}-error`}
        />
        <span>
          I accept the{' '}
          <a href="/terms" target="_blank">
            terms
          </a>
          <span className="field-required" aria-hidden="true">
            {' *'}
          </span>
        </span>
      </label>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

type CountryFieldProps = {
  id: string;
  name: string;
  label: string;
  defaultValue: string;
  error?: string | undefined;
};

const CountryField = memo(function CountryField(props: CountryFieldProps) {
  const country = props.defaultValue;
  const [list, setList] = useState<Country[]>([{ code: country, name: country }]);
  // Naming and sorting 249 countries takes longer than the rest of the step, which is painted first.
  useEffect(() => {
    const timer = setTimeout(() => setList(countries()));
    return () => clearTimeout(timer);
  }, []);
  return (
    <SelectField {...props} autoComplete="country">
      {list.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
});

/** A typed but unapplied promo code is applied first. */
async function finish(): Promise<void> {
  if (useCheckout.getState().isBusy || !(await applyTypedPromo())) return;
  if (priceOf(useCheckout.getState()).dueTodayCents > 0) return moveTo('payment');
  const part = await import('../payment/place-order.ts').catch(() => null);
  if (part) return part.placeFreeOrder();
  const description = 'There was an error processing your order';
  showToast({ title: 'Error', description, isError: true });
}

/**
 * ISO 3166-1 codes by their first letter; the names come from the browser, in one list sorted by name. Short, because
 * the script has a budget.
 */
const CODES =
  'ADEFGILMORSTUWXZ BABDEFGHIJLMNOQRSTWYZ CACDFGHIKLMNORUVWXYZ DEJKMOZ ECEGHRST FIJKMOR GABDEFGHILMNPQRTUWY ' +
  'HKNRTU IDELMNOQRST JEMOP KEGHIMNPRWYZ LABCIKRSTUVY MACDEFGHKLMNOPQRSTUVWXYZ NACEFGILOPRUZ OM PAEFGHKLMNRSTWY ' +
  'QA REOSUW SABCDEGHIJKLMNORSTVXYZ TCDGHJKLMNORTVWZ UAGMSYZ VACEGINU WFS YET ZAMW';

export type Country = { code: string; name: string };

/** The United States first, where most customers live. */
export function countries(): Country[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const codes = CODES.split(' ').flatMap(([first = '', ...rest]) => rest.map((second) => first + second));
  const all = codes.map((code) => ({ code, name: names.of(code) ?? code }));
  const isHome = ({ code }: Country) => code === 'US';
  return all.toSorted((a, b) => Number(isHome(b)) - Number(isHome(a)) || a.name.localeCompare(b.name, 'en'));
}
