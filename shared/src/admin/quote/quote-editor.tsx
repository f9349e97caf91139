import type { TaxRules } from '../../catalog/catalog.ts';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useRef, useState, type ChangeEvent } from 'react';
import { centsToText, formatUsd } from '../../catalog/money.ts';
import { notSuggested, priceQuote, sentCents } from '../../catalog/quote.ts';
import { CallError } from '../../contracts/call-error.ts';
import type { QuoteSavedResponse, QuotesResponse } from '../../contracts/quotes.ts';
import { NewQuote, type NewQuoteInput } from '../../contracts/write-quote.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import type * as z from 'zod/mini';
import { restoreFocus, useAdminAction } from '../base/act.tsx';
import type { AdminClient } from '../base/admin-client.ts';
import { Card } from '../base/card.tsx';
import { readsWith } from '../base/query-panel.tsx';
import { useDraftValue } from '../drafts/use-draft.ts';
import { LinesEditor } from './lines-editor.tsx';
import { CustomerFields } from './customer-fields.tsx';
import { QuoteContent } from './quote-content.tsx';
import { bodyOf, termsOf, type TypedQuote } from './typed-quote.ts';

type Body = ReturnType<typeof bodyOf> & { send: boolean; asksOwner: boolean };

type QuoteEditorProps = Pick<QuotesResponse, 'earlierLines' | 'taxRules' | 'limitCents'> & {
  draftName: string;
  initial: TypedQuote;
  orderNumber: string | undefined;
  sendLabel: string;
  /** The email address of a quote never changes. */
  isChange?: boolean;
  save: (
    client: AdminClient,
    body: Body,
    fresh: Pick<NewQuoteInput, 'email' | 'key' | 'orderNumber'>,
  ) => Promise<QuoteSavedResponse>;
  onSaved: (number: string) => void;
  onDiscard: () => void;
};

/** The fields of a quote, with its sums as they are typed. */
export function QuoteEditor(props: QuoteEditorProps) {
  const { draftName, initial, orderNumber, sendLabel, isChange = false, earlierLines, limitCents } = props;
  const [typed, setTyped, dropDraft] = useDraftValue<TypedQuote>(draftName, initial);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const form = useRef<HTMLFormElement>(null);
  /** The ZIP code whose state the server asked for. */
  const askedAbout = useRef('');
  const showErrors = (found: Record<string, string>) => {
    setErrors(found);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  const taxRules = useTaxRules(typed.email) ?? props.taxRules;
  // Of an order, it may stay empty, as the other fields.
  const isEmailLeft = isChange || (orderNumber !== undefined && typed.email.trim() === '');
  const email = isEmailLeft ? undefined : typed.email;
  const needsOwner = limitCents !== null && sentCents(taxRules, termsOf(typed), typed) > limitCents;
  const { isBusy, run } = useAdminAction(async (client, isDone: boolean) => {
    const fresh = {
      email,
      key: typed.key,
      orderNumber: orderNumber ?? ((!typed.isApart && typed.lastOrder) || undefined),
    };
    const act = { send: isDone && !needsOwner, asksOwner: isDone && needsOwner };
    const body = {
      ...bodyOf(typed),
      ...act,
      ...(typed.postalCode !== '' && askedAbout.current === typed.postalCode && { askedForState: true }),
    };
    const response = await props.save(client, body, fresh).catch((error: unknown) => {
      const fields = error instanceof CallError ? error.response?.fields : undefined;
      if (fields?.['state'] && !typed.state) askedAbout.current = typed.postalCode;
      if (fields)
        showErrors(Object.fromEntries(Object.entries(fields).map(([name, [first = '']]) => [name, first])));
      throw error;
    });
    dropDraft();
    props.onSaved(response.quote.number);
    return response;
  }, 'Couldn’t save the quote');
  const submit = (isDone: boolean) => {
    const found = faultsOf({ ...bodyOf(typed), email });
    if (Object.keys(found).length > 0) showErrors(found);
    else run(isDone);
  };
  const change = (changes: Partial<TypedQuote>) => {
    setTyped({ ...typed, ...changes });
    // The numbers of the lines may have changed.
    setErrors(
      Object.fromEntries(
        Object.entries(errors).filter(([name]) => !Object.keys(changes).includes(name.split('.')[0] ?? '')),
      ),
    );
  };
  type TextName = Exclude<keyof TypedQuote, 'lines' | 'due' | 'isApart'>;
  const field = (name: TextName) => ({
    value: typed[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      // The order is that of the address that was found.
      change({ [name]: target.value, ...(name === 'email' && { lastOrder: '' }) }),
  });
  const discard = () => {
    dropDraft();
    props.onDiscard();
    restoreFocus();
  };
  return (
    <form
      ref={form}
      className="quote-editor stack gap-4"
      noValidate
      aria-label="Quote"
      onSubmit={(event) => {
        event.preventDefault();
        submit(false);
      }}
    >
      <div className="quote-write stack gap-4 packed">
        <CustomerFields
          {...{ typed, errors, orderNumber, isChange, field }}
          taxWords={taxWords(taxRules)}
          onFound={(found) => {
            change(found);
            form.current?.querySelector<HTMLElement>('.quote-row input')?.focus();
          }}
          onPlace={(isApart) => change({ isApart })}
        />
        <LinesEditor
          lines={typed.lines}
          {...{ errors, earlierLines }}
          onChange={(lines) => change({ lines })}
        />
        <Card className="case-card" title="Terms">
          <div className="quote-fields">
            <TextField {...field('discount')} label="Discount in US dollars (optional)" inputMode="decimal" />
            <SelectField
              label="Due when accepted"
              value={typed.due}
              error={typed.due === 'part' ? undefined : errors['duePercent']}
              onChange={({ target }) => change({ due: target.value as TypedQuote['due'] })}
            >
              <option value="all">Everything</option>
              <option value="part">A part</option>
              <option value="nothing">Nothing</option>
            </SelectField>
            {typed.due === 'part' && (
              <TextField
                {...field('percent')}
                error={errors['duePercent']}
                label="Part in percent"
                inputMode="numeric"
              />
            )}
            <TextField {...field('validDays')} label="Valid for days" inputMode="numeric" />
          </div>
          <TextArea {...field('message')} label="Message to the customer (optional)" rows={4} />
        </Card>
      </div>
      <Sums {...{ typed, taxRules, limitCents }} />
      <div className="save-bar cluster gap-2-4 middle y-3 ruled">
        {Object.keys(errors).length > 0 && <p className="field-error">Please check the marked fields.</p>}
        <p className="quote-total">
          Total{' '}
          <strong className="money">
            {formatUsd(priceQuote(taxRules, termsOf(typed), typed).whole.dueTodayCents)}
          </strong>
        </p>
        <Button isBusy={isBusy} onClick={() => submit(true)}>
          {needsOwner ? 'Ask an owner to send it' : sendLabel}
        </Button>
        <Button type="submit" isQuiet isBusy={isBusy}>
          Save draft
        </Button>
        <Button isQuiet onClick={discard}>
          Discard
        </Button>
      </div>
    </form>
  );
}

/** Those of the customer with this address, once it is one. */
function useTaxRules(email: string): TaxRules | undefined {
  const asked = useDeferredValue(email.trim());
  const { data } = useQuery({
    ...readsWith('GET /api/json/quotes', { email: asked, limit: '1' }),
    enabled: /@.+\../.test(asked),
  });
  return data?.taxRules;
}

function taxWords({ taxes, exempt }: TaxRules): string {
  if (exempt !== undefined) return 'This customer is exempt from sales tax.';
  const states = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(taxes.map(({ name }) => name));
  return states
    ? `Sales tax is added for an address in ${states} with a ZIP code.`
    : 'No sales tax is added.';
}

function faultsOf(quote: NewQuoteInput): Record<string, string> {
  const schema: z.ZodMiniType = NewQuote;
  const { error } = schema.safeParse(quote);
  const found: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) found[path.join('.')] ??= message;
  return found;
}

/** What is typed so far: the lines, and what is paid at first, and with all optional lines. */
function Sums({
  typed,
  taxRules,
  limitCents,
}: { typed: TypedQuote } & Pick<QuotesResponse, 'taxRules' | 'limitCents'>) {
  const terms = termsOf(typed);
  const most = priceQuote(taxRules, terms, typed, []).whole;
  const lines = terms.lines.map(({ amountCents, ...line }) => ({
    ...line,
    amount: centsToText(amountCents),
  }));
  return (
    <Card className="case-card quote-preview" title="Summary">
      <div role="status">
        <QuoteContent
          lines={lines.filter(({ name }) => name !== '')}
          message={typed.message}
          price={priceQuote(taxRules, terms, typed)}
        />
        {notSuggested(terms.lines).length > 0 && (
          <p className="admin-small">
            {`With all optional lines: ${formatUsd(most.dueTodayCents)}${most.recurringPeriod ? ` and ${formatUsd(most.recurringCents)} per ${most.recurringPeriod}` : ''}`}
          </p>
        )}
      </div>
      {limitCents !== null && (
        <p className="admin-small">
          {`You can send quotes of up to ${formatUsd(limitCents)}, counting every line. An owner sends larger ones.`}
        </p>
      )}
    </Card>
  );
}
