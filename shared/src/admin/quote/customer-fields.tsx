import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import type { ListedCustomer } from '../../contracts/customers.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import type { AdminClient } from '../base/admin-client.ts';
import { useAdminHost } from '../base/admin-context.ts';
import { Card } from '../base/card.tsx';
import { readsWith } from '../base/query-panel.tsx';
import { showFailure } from '../base/ui-store.ts';
import { DEBOUNCE_MS, useDebounced } from '../palette/find-cases.ts';
import { CUSTOMER, newTyped, type CustomerName, type TypedQuote } from './typed-quote.ts';

/** What everybody needs. The other fields open when they are wanted. */
const FIRST: readonly CustomerName[] = ['email', 'firstName', 'lastName', 'businessName'];
const OTHERS = (Object.keys(CUSTOMER) as CustomerName[]).filter((name) => !FIRST.includes(name));

export type CustomerDetails = Pick<TypedQuote, CustomerName | 'lastOrder'>;

type CustomerFieldsProps = {
  typed: TypedQuote;
  errors: Readonly<Record<string, string>>;
  orderNumber: string | undefined;
  isChange: boolean;
  /** What is said about sales tax. */
  taxWords: string;
  field: (name: CustomerName) => Omit<ComponentProps<typeof TextField>, 'label'>;
  onFound: (details: CustomerDetails) => void;
  onPlace: (isApart: boolean) => void;
};

/** For whom the quote is: somebody who is found, or a new name and address. */
export function CustomerFields(props: CustomerFieldsProps) {
  const { typed, errors, orderNumber, isChange, taxWords, field, onFound, onPlace } = props;
  const show = (name: CustomerName) => (
    <TextField
      key={name}
      {...field(name)}
      {...CUSTOMER[name]}
      isRequired={name === 'email' && !orderNumber}
    />
  );
  const known = OTHERS.map((name) => name !== 'country' && typed[name]).filter(Boolean);
  return (
    <Card className="case-card" title="Customer">
      {!isChange && !orderNumber && <CustomerSearch email={typed.email} onFound={onFound} />}
      {!isChange && !orderNumber && typed.lastOrder && (
        <SelectField
          label="Where it belongs"
          help="Messages, files, and work of the quote stand there."
          value={typed.isApart ? 'apart' : 'order'}
          onChange={({ target }) => onPlace(target.value === 'apart')}
        >
          <option value="order">{`With ${typed.lastOrder}`}</option>
          <option value="apart">On a page of its own</option>
        </SelectField>
      )}
      {orderNumber && !isChange && (
        <p className="admin-small">{`Fields you leave empty are taken from ${orderNumber}.`}</p>
      )}
      <div className="quote-fields">{FIRST.map((name) => (name !== 'email' || !isChange) && show(name))}</div>
      <details className="case-category" open={OTHERS.some((name) => errors[name])}>
        <summary className="row middle gap-2 medium">
          <span>Phone and address</span>{' '}
          <small>
            <bdi>{known.join(', ')}</bdi>
          </small>
        </summary>
        <div className="quote-fields">{OTHERS.map(show)}</div>
      </details>
      <p className="admin-small">{taxWords}</p>
    </Card>
  );
}

/** Finds customers by what is typed here, or by the email address, and fills in what is known of them. */
function CustomerSearch({ email, onFound }: Pick<CustomerFieldsProps, 'onFound'> & { email: string }) {
  const { client } = useAdminHost();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState('');
  const words = typed.trim() || (/@.+\../.test(email) ? email.trim() : '');
  const q = useDebounced(words, DEBOUNCE_MS);
  const isAsked = words !== '' && words !== chosen;
  const { data } = useQuery({
    ...readsWith('GET /api/json/customers', { q, limit: '5' }),
    enabled: q !== '' && isAsked,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: async (customer: ListedCustomer) => detailsOf(client, customer),
    onSuccess: (details) => {
      onFound(details);
      setTyped('');
      setChosen(details.email);
    },
    onError: (error) => showFailure('Couldn’t read the customer', error),
  });
  const found = isAsked ? (data?.customers ?? []) : [];
  return (
    <div className="customer-search stack gap-2">
      <TextField
        label="For whom?"
        help="Find a customer, or enter a new one below."
        value={typed}
        type="search"
        autoComplete="off"
        // A new quote begins with it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (found[0]) mutate(found[0]);
        }}
      />
      <p className="visually-hidden" role="status">
        {isAsked && data ? `${found.length} found` : ''}
      </p>
      {found.length > 0 && (
        <ul className="stack" aria-label="Customers found">
          {found.map((customer) => (
            <li key={customer.id}>
              <button type="button" aria-disabled={isPending || undefined} onClick={() => mutate(customer)}>
                <bdi>{customer.name}</bdi>{' '}
                <small>
                  <bdi>{customer.people.map(({ email }) => email).join(', ')}</bdi>
                </small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** As on the latest order or quote. */
async function detailsOf(
  client: AdminClient,
  { id, name, people }: ListedCustomer,
): Promise<CustomerDetails> {
  const { orderList, quotes } = await client.call('GET /api/json/customers/:id', { params: { id } });
  const [orderNumber, number] = [orderList[0]?.orderNumber, quotes[0]?.number];
  const known = orderNumber
    ? (await client.call('GET /api/json/cases/:orderNumber', { params: { orderNumber } })).order
    : number
      ? (await client.call('GET /api/json/quotes/:number', { params: { number } })).quote
      : null;
  const [firstName = '', ...rest] = (people[0]?.name ?? '').split(' ');
  const typed = newTyped(
    known ?? { email: people[0]?.email ?? '', firstName, lastName: rest.join(' '), businessName: name },
  );
  const names = Object.keys(CUSTOMER) as CustomerName[];
  const details = Object.fromEntries(names.map((field) => [field, typed[field]]));
  return { ...details, lastOrder: orderNumber ?? '' } as CustomerDetails;
}
