import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import type { CustomerPerson, CustomerResponse, Sees } from '../../contracts/customers.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Act, useAdminAction } from '../base/act.tsx';
import { Card } from '../base/card.tsx';
import { readsWith } from '../base/query-panel.tsx';
import { useMay } from '../base/session.queries.ts';
import { useOpenForm } from '../drafts/use-draft.ts';
import { Choices } from '../base/fields.tsx';

const SEES_LABELS: Record<Sees, string> = {
  own: 'Sees only their own orders',
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
      <ul className="case-items stack">
        {people.map((person) => (
          <Person key={person.email} {...{ person, customer }} isAlone={people.length === 1} />
        ))}
      </ul>
      {mayManage && (
        <p className="case-actions cluster gap-2">
          <Button isQuiet {...opener}>
            Join with another customer
          </Button>
        </p>
      )}
      {isOpen && <JoinForm customer={customer} onDone={close} />}
    </Card>
  );
}

function Person({ person, customer, isAlone }: Of & { person: CustomerPerson; isAlone: boolean }) {
  const { email, name, sees } = person;
  const { id, version, exemption, people } = customer;
  const isSecret = people.every((one) => one.sees === 'own' || one.sees === 'money');
  const mayManage = useMay('manage');
  const { isBusy, run } = useAdminAction(
    (client, chosen: Sees) =>
      client.call('POST /api/admin/customers/:id/people', {
        params: { id },
        body: { action: 'access', email, sees: chosen, version },
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
        <div className="case-actions cluster gap-2">
          <select
            className="input"
            aria-label={`What ${name || email} sees`}
            aria-disabled={isBusy || undefined}
            value={sees}
            onChange={({ target }) => run(target.value as Sees)}
          >
            <Choices of={SEES_LABELS} />
          </select>
          <Act
            isQuiet
            asks={{
              title: `Make ${name || email} a customer of their own?`,
              text: isSecret
                ? 'Nobody here sees anyone else’s orders, so all links keep working.'
                : 'They and the others will no longer see each other’s orders, and earlier links to these orders will stop working.',
              confirm: 'Make a customer of their own',
              choices: askExempts({
                this: exemption && `${customer.name} keeps certificate ${exemption.certificate}`,
                other: exemption && `${name || email} gets certificate ${exemption.certificate}`,
              }),
            }}
            act={(client, choice) =>
              client.call('POST /api/admin/customers/:id/people', {
                params: { id },
                body: { action: 'separate', version, email, exempts: (choice || undefined) as Exempts },
              })
            }
            failure="Couldn’t separate the person"
          >
            Make a customer of their own
          </Act>
        </div>
      )}
    </li>
  );
}

type Exempts = 'this' | 'other' | 'nobody' | undefined;

/** Asks whose exemption from sales tax counts afterwards, if there is one. */
const askExempts = (options: Partial<Record<string, string | null>>) => {
  const given = Object.entries(options).filter(([, text]) => text);
  const all = { ...Object.fromEntries(given), nobody: 'Sales tax is charged to all of them' };
  return given.length > 0 ? { label: 'Sales tax afterwards', options: all } : null;
};

/** "Marlow Bicycles: ada@marlow.example, 2 orders." */
const sideText = ({ name, people, orders }: Pick<CustomerResponse, 'name' | 'people' | 'orders'>) =>
  `${name}: ${people.map(({ email }) => email).join(', ')}, ${orders === 1 ? '1 order' : `${orders} orders`}.`;

/** Finds another customer, whose people and notes move here. */
function JoinForm({ customer, onDone }: Of & { onDone: () => void }) {
  const { id, version, name, exemption } = customer;
  const [q, setQ] = useState('');
  const { data } = useQuery({
    ...readsWith('GET /api/json/customers', { q, limit: '6' }),
    enabled: q !== '',
  });
  const found = data?.customers.filter((other) => other.id !== id) ?? [];
  const search = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setQ(String(new FormData(event.currentTarget).get('q')).trim());
  };
  return (
    <>
      <form className="case-form-line stack gap-2 top" onSubmit={search}>
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
      <ul className="case-items stack">
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
            <div className="case-actions cluster gap-2">
              <Act
                isQuiet
                asks={{
                  title: `Join ${other.name} with ${name}?`,
                  text: `${sideText(customer)} ${sideText(other)} People, tags, and notes of ${other.name} move here. Each person sees only their own orders until you choose what they see. Until then, you can make a person a customer of their own again, and all links keep working.`,
                  confirm: 'Join them',
                  choices: askExempts({
                    this: exemption && `All are exempt with certificate ${exemption.certificate}`,
                    other:
                      other.exemption && `All are exempt with certificate ${other.exemption.certificate}`,
                  }),
                }}
                act={(client, choice) =>
                  client.call('POST /api/admin/customers/:id/people', {
                    params: { id },
                    body: {
                      action: 'join',
                      version,
                      other: other.id,
                      exempts: (choice || undefined) as Exempts,
                    },
                  })
                }
                failure="Couldn’t join the customers"
                onDone={onDone}
              >
                {`Join ${other.name} with ${name}`}
              </Act>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
