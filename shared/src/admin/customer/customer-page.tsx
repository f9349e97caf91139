import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { formatUsd, textToCents } from '../../catalog/money.ts';
import type { CustomerResponse } from '../../contracts/customers.ts';
import { Card } from '../base/card.tsx';
import { PageHead } from '../base/page-head.tsx';
import { PageSkeleton, Reads } from '../base/query-panel.tsx';
import { Responsible } from '../base/responsible.tsx';
import { useMay } from '../base/session.queries.ts';
import { useActions } from '../base/ui-store.ts';
import { DataForm } from '../drafts/data-form.tsx';
import { Moment, MomentBy } from '../list/times.tsx';
import { Facts, FileLinks } from '../case/facts.tsx';
import { LongText } from '../case/long-text.tsx';
import { NOTE_FIELD, NoteForm } from '../case/case-conversation.tsx';
import { CustomerMessages, CustomerMoney, CustomerOrders } from './customer-cards.tsx';
import { CustomerExemption } from './exemption.tsx';
import { CustomerPeople } from './customer-people.tsx';
import styles from './customer.css?url';

/** The page of the customer in the address. */
export function OpenCustomer() {
  const { id } = useParams({ from: '/customers/$id' });
  return (
    <Reads
      call="GET /api/json/customers/:id"
      params={{ id: Number(id) }}
      loading={<PageSkeleton name="the customer" />}
      notFound={
        <p className="admin-empty" role="alert">
          There’s no such customer. They may have been joined with another one, or erased.{' '}
          <Link to="/customers">Search the customers</Link>
        </p>
      }
    >
      {(customer, query) => <Customer customer={customer} query={query} />}
    </Reads>
  );
}

type CustomerProps = { customer: CustomerResponse; query: UseQueryResult };

/** Everything of one customer. */
function Customer({ customer, query }: CustomerProps) {
  const { id, version, name, responsible, notes } = customer;
  const mayWork = useMay('work');
  const note = {
    label: 'Add a note',
    shortcut: 'n',
    run: () => document.getElementById(NOTE_FIELD)?.focus(),
  };
  useActions(mayWork ? [note] : []);
  return (
    <article className="case stack gap-4 packed shrink" aria-labelledby="case-title">
      <link rel="stylesheet" href={styles} precedence="view" />
      <div className="case-head stack gap-2">
        <PageHead id="case-title" title={<bdi>{name}</bdi>} tip={name} query={query} />
        <Responsible
          value={responsible}
          assign={(client, adminId) =>
            client.call('POST /api/admin/customers/:id', {
              params: { id },
              body: { action: 'assign', adminId, version },
            })
          }
        />
      </div>
      <Figures customer={customer} />
      <div className="case-columns stack gap-4 shrink" data-order="">
        <div className="case-main stack gap-4 packed shrink">
          <CustomerOrders customer={customer} />
          {mayWork && (
            <Card className="case-card" title="Notes">
              <NoteForm
                about={`customer ${id}`}
                send={(client, body) =>
                  client.call('POST /api/admin/customers/:id', {
                    params: { id },
                    body: { action: 'note', ...body },
                  })
                }
              />
              <ol className="case-items stack">
                {notes.toReversed().map(({ text, by, at }) => (
                  <li key={`${at} ${text}`}>
                    <MomentBy at={at} by={by} />
                    <LongText text={text} />
                  </li>
                ))}
              </ol>
            </Card>
          )}
          {mayWork && <CustomerMessages customer={customer} />}
        </div>
        <div className="case-side stack gap-4 packed shrink">
          <CustomerPeople customer={customer} />
          {mayWork && <Tags customer={customer} />}
          <CustomerMoney customer={customer} />
          <CustomerExemption customer={customer} />
          {mayWork && customer.files.length > 0 && (
            <Card className="case-card" title="Files">
              <FileLinks files={customer.files.toReversed()} />
            </Card>
          )}
        </div>
      </div>
    </article>
  );
}

function Figures({
  customer: { paid, orders, openOrders, recurringList, firstAt, lastAt },
}: Pick<CustomerProps, 'customer'>) {
  const perMonth = recurringList
    .filter(({ state, isLeftOut }) => !isLeftOut && (state === 'active' || state === 'past-due'))
    .reduce((sum, { amountCents, period }) => sum + (period === 'year' ? amountCents / 12 : amountCents), 0);
  return (
    <Facts
      className="customer-figures cluster"
      of={{
        'Paid, less refunds': <strong className="money lg">{formatUsd(textToCents(paid))}</strong>,
        Recurring: (
          <>
            <strong className="money lg">{formatUsd(Math.round(perMonth))}</strong> per month
          </>
        ),
        Orders: (
          <>
            <strong className="lg">{orders.toLocaleString('en-US')}</strong>
            {openOrders > 0 && <span>{`, ${openOrders} open`}</span>}
          </>
        ),
        'First contact': <Moment isDay at={firstAt} />,
        'Last contact': <Moment isDay at={lastAt} />,
      }}
    />
  );
}

const TagFields = z.object({
  tags: z.string().check(z.maxLength(500, 'Please use no more than 500 characters')),
});

const Tags = ({ customer: { id, version, tags } }: Pick<CustomerProps, 'customer'>) => (
  <Card className="case-card" title="Tags">
    <DataForm
      schema={TagFields}
      initial={{ tags: tags.join(', ') }}
      fields={[{ name: 'tags', label: 'Tags, separated by commas', help: 'For example: Dental, VIP' }]}
      act={(client, typed) => {
        const all = typed.tags.split(',').map((tag) => tag.trim());
        return client.call('POST /api/admin/customers/:id', {
          params: { id },
          body: { action: 'tags', tags: all.filter(Boolean), version },
        });
      }}
      failure="Couldn’t save the tags"
      submit="Save tags"
      isQuiet
    />
  </Card>
);
