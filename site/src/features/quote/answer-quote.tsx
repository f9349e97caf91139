import { useState, type InvalidEvent, type SubmitEvent } from 'react';
import { centsToText, formatUsd } from '@northlight/shared/catalog/money.ts';
import { stateFaultOf } from '@northlight/shared/catalog/price.ts';
import { notSuggested } from '@northlight/shared/catalog/quote.ts';
import { consentText } from '@northlight/shared/catalog/consent.ts';
import type { QuoteResponse } from '@northlight/shared/contracts/quotes.ts';
import { Button } from '@northlight/shared/ui/button.tsx';
import { TextArea, TextField } from '@northlight/shared/ui/field.tsx';
import { call } from '../../lib/api-client.ts';
import { useCall } from '../../lib/use-linked-page.ts';
import { Problem } from '../order-page/notices.tsx';
import { priceShown, QuoteLines } from './quote-lines.tsx';
import type { LoadedQuote } from './use-quote.ts';

type Props = { quote: QuoteResponse; loaded: LoadedQuote };

const ADDRESS = [
  ['address', 'Street address', 'address-line1'],
  ['city', 'City', 'address-level2'],
  ['state', 'State', 'address-level1'],
  ['postalCode', 'ZIP code', 'postal-code'],
] as const;

/** The lines, the billing address, and the customer's answer. */
export function AnswerQuote({ quote, loaded }: Props) {
  const [without, setWithout] = useState<readonly number[]>(() => notSuggested(quote.lines));
  const [address, setAddress] = useState(quote.address);
  const [name, setName] = useState('');
  const [stateFault, setStateFault] = useState<{ postalCode: string | undefined; text: string }>();
  const { isBusy, problem, run } = useCall(loaded);
  const { whole, now } = priceShown(quote, address, without);
  /** Only sales tax depends on the address. */
  const hasTaxes = quote.taxRules.taxes.length > 0;
  /** The customer was asked for the state of this ZIP code, and leaves it empty. */
  const askedForState = !address.state && stateFault?.postalCode === address.postalCode;

  function accept(event: SubmitEvent) {
    event.preventDefault();
    const fault = hasTaxes && stateFaultOf(quote.taxRules.taxes, whole, address);
    if (fault && !askedForState) {
      setStateFault({ postalCode: address.postalCode, text: fault });
      document.getElementById('quote-state')?.focus();
      return;
    }
    const total = centsToText(whole.dueTodayCents);
    const terms = quote.termsVersion !== null && { termsVersion: quote.termsVersion };
    const body = {
      name: name.trim(),
      total,
      version: quote.version,
      without: [...without],
      ...(hasTaxes && { address }),
      ...(askedForState && { askedForState }),
      ...terms,
    };
    void run((link) => call('POST /api/quote/accept', { body: { ...link, ...body } }));
  }

  return (
    <>
      <QuoteLines
        quote={quote}
        choice={{
          without,
          address,
          toggle: (index) =>
            setWithout(
              without.includes(index)
                ? without.filter((other) => other !== index)
                : [...without, index].toSorted((a, b) => a - b),
            ),
        }}
      />
      <p className="quote-signature xs">
        <span>Accepted: name and signature</span>
        <span>Date</span>
      </p>
      <form className="quote-accept stack gap-4 start no-print" onSubmit={accept}>
        {hasTaxes && (
          <fieldset className="full">
            <legend className="lg bold">Billing address</legend>
            {whole.terms?.exempt === undefined && (
              <p className="order-soft">Your state and ZIP code decide the sales tax.</p>
            )}
            <div className="quote-address stack gap-4">
              {ADDRESS.map(([field, label, autoComplete]) => (
                <TextField
                  key={field}
                  id={`quote-${field}`}
                  label={label}
                  autoComplete={autoComplete}
                  maxLength={field === 'postalCode' ? 20 : 100}
                  value={address[field] ?? ''}
                  error={field === 'state' ? stateFault?.text : undefined}
                  onChange={({ target }) => {
                    setAddress({ ...address, [field]: target.value || undefined });
                    if (field === 'state') setStateFault(undefined);
                  }}
                />
              ))}
            </div>
          </fieldset>
        )}
        <TextField
          id="quote-name"
          label="Your full name"
          help="By typing your name and accepting, you sign this quote as shown here."
          autoComplete="name"
          maxLength={200}
          required
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        {whole.recurringPeriod && <p className="order-soft">{consentText(whole)}</p>}
        {quote.termsVersion !== null && (
          // New terms are accepted anew.
          <AcceptTerms key={quote.termsVersion} />
        )}
        <Problem text={problem} />
        <Button type="submit" isBusy={isBusy} busyLabel="Accepting…">
          {now.dueTodayCents > 0 ? `Accept and pay ${formatUsd(now.dueTodayCents)}` : 'Accept this quote'}
        </Button>
      </form>
      <Decline loaded={loaded} />
    </>
  );
}

function AcceptTerms() {
  const [isMissing, setIsMissing] = useState(false);
  function refuse(event: InvalidEvent<HTMLInputElement>) {
    event.preventDefault();
    setIsMissing(true);
    // The browser moves there only with a message of its own.
    if (event.currentTarget.form?.querySelector('input:invalid') === event.currentTarget)
      event.currentTarget.focus();
  }
  return (
    <div>
      <label className="check">
        <input
          type="checkbox"
          required
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? 'terms-error' : undefined}
          onInvalid={refuse}
          onChange={() => setIsMissing(false)}
        />
        <span>
          I accept the{' '}
          <a href="/terms" target="_blank">
            terms
          </a>
        </span>
      </label>
      {isMissing && (
        <p className="field-error" id="terms-error">
          Please accept the terms
        </p>
      )}
    </div>
  );
}

function Decline({ loaded }: Pick<Props, 'loaded'>) {
  const [reason, setReason] = useState('');
  const { isBusy, problem, run } = useCall(loaded);
  return (
    <details className="quote-decline no-print">
      <summary>Not for you? Decline it</summary>
      <form
        className="stack gap-4 start"
        onSubmit={(event) => {
          event.preventDefault();
          void run((link) => call('POST /api/quote/decline', { body: { ...link, reason: reason.trim() } }));
        }}
      >
        <TextArea
          id="decline-reason"
          label="Why? (optional)"
          help="It helps us make a better offer."
          rows={2}
          maxLength={2_000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <Problem text={problem} />
        <Button type="submit" isQuiet isBusy={isBusy} busyLabel="Declining…">
          Decline this quote
        </Button>
      </form>
    </details>
  );
}
