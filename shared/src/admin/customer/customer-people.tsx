import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { pathOf } from '../../contracts/call-path.ts';
import type { CustomerPerson, CustomerResponse, Sees } from '../../contracts/customers.ts';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Act, useAdminAction } from '../base/act.tsx';
import { Card } from '../base/card.tsx';
import { useMay } from '../base/session.queries.ts';
import { useOpenForm } from '../drafts/use-draft-form.ts';

const SEES_LABELS: Record<Sees, string> = {
  both: 'Sees everyone’s orders and payments',
  orders: 'Sees everyone’s orders',
  money: 'Sees everyone’s payments',
};

type Of = { customer: CustomerResponse };

/** The people of a customer, what each may see on the page of all orders, and how to join and separate them. */
export function CustomerPeople({ customer }: Of) {
  const { id, people } = customer;
  const mayManage = useMay('manage');
  const { isOpen, opener, close } = useOpenForm(`customer ${id} join`);
  return (
    <Card className="case-card" title="People">
      <ul className="case-items">
        {people.map((person) => (
          <Person key={person.email} {...{ person, id }} isAlone={people.length === 1} />
        ))}
      </ul>
      {mayManage && (
        <p className="case-actions">
          <Button isQuiet {...opener}>
            Join with another customer
          </Button>
        </p>
      )}
      {isOpen && <JoinForm customer={customer} onDone={close} />}
    </Card>
  );
}

function Person({ person, id, isAlone }: { person: CustomerPerson; id: number; isAlone: boolean }) {
  const { email, name, sees } = person;
  const mayManage = useMay('manage');
  const { isBusy, run } = useAdminAction(
    (client, chosen: Sees) =>
      client.call('POST /api/admin/customers/:id/people', {
        params: { id },
        body: { action: 'access', email, sees: chosen },
      }),
    'Couldn’t change the access',
  );
  return (
    <li>
      <p>
        <bdi>{name}</bdi>{' '}
        <a href={`mailto:${encodeURIComponent(email)}`}>
          <bdi>{email}</bdi>
        </a>
      </p>
      {!isAlone && !mayManage && <p className="admin-small">{SEES_LABELS[sees]}</p>}
      {!isAlone && mayManage && (
        <p className="case-actions">
          <select
            className="input"
            aria-label={`What ${name || email} sees`}
            aria-disabled={isBusy || undefined}
            value={sees}
            onChange={({ target }) => run(target.value as Sees)}
          >
            {Object.entries(SEES_LABELS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <Act
            isQuiet
            act={(client) =>
              client.call('POST /api/admin/customers/:id/people', {
                params: { id },
                body: { action: 'separate', email },
              })
            }
            failure="Couldn’t separate the person"
          >
            Make a customer of their own
          </Act>
        </p>
      )}
    </li>
  );
}

const CALL = 'GET /api/json/customers';

/** Finds another customer, whose people and notes move here. */
function JoinForm({ customer: { id, name }, onDone }: Of & { onDone: () => void }) {
  const [q, setQ] = useState('');
  const { data } = useQuery<ResponseOf<typeof CALL>>({
    queryKey: [pathOf(CALL), { q, limit: '6' }],
    enabled: q !== '',
  });
  const found = data?.customers.filter((other) => other.id !== id) ?? [];
  const search = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setQ(String(new FormData(event.currentTarget).get('q')).trim());
  };
  return (
    <>
      <form className="case-form-line" onSubmit={search}>
        <TextField
          name="q"
          label="Find the other customer"
          help="By name or email address"
          // The person asked for this form.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
        />
        <Button type="submit" isQuiet>
          Find
        </Button>
      </form>
      {q !== '' && data && found.length === 0 && <p role="status">No other customer found.</p>}
      <ul className="case-items">
        {found.map((other) => (
          <li key={other.id}>
            <p>
              <Link to="/customers/$id" params={{ id: String(other.id) }}>
                <bdi>{other.name}</bdi>
              </Link>{' '}
              <small>
                <bdi>{other.people.map(({ email }) => email).join(', ')}</bdi>
              </small>
            </p>
            <p className="case-actions">
              <Act
                isQuiet
                act={(client) =>
                  client.call('POST /api/admin/customers/:id/people', {
                    params: { id },
                    body: { action: 'join', other: other.id },
                  })
                }
                failure="Couldn’t join the customers"
                onDone={onDone}
              >
                {`Join ${other.name} with ${name}`}
              </Act>
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
