import styles from './funnel.css?url';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SERVICE_IDS, type ServiceId } from '../../catalog/ids.ts';
import { formatUsd } from '../../catalog/money.ts';
import { type FunnelResponse, type FunnelDays, SALE_STEPS, type SaleStep } from '../../contracts/funnel.ts';
import { ColumnHeads } from '../list/table-parts.tsx';
import { QueryPanel, readsWith } from '../base/query-panel.tsx';
import { shareWords } from './overview-labels.ts';
import { Unfinished } from './unfinished.tsx';
import { Choices, SERVICE_CHOICES } from '../base/fields.tsx';

const LABELS: Record<SaleStep, string> = {
  seen: 'Saw the offer',
  services: 'Opened checkout',
  information: 'Entered details',
  payment: 'Went to payment',
  paid: 'Paid',
};

/** How far visits get toward an order, where they come from, and the checkouts that were left. */
export function Sales({ days }: { days: FunnelDays }) {
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="view" />
      <Funnel days={days} />
      <Unfinished />
    </>
  );
}

function Funnel({ days }: { days: FunnelDays }) {
  const [service, setService] = useState<ServiceId | ''>('');
  const query = useQuery({
    ...readsWith('GET /api/json/funnel', { days }),
    placeholderData: (before: FunnelResponse | undefined) => before,
  });
  return (
    <section className="overview-card funnel gap-3 packed" aria-labelledby="funnel-title">
      <h3 id="funnel-title">Where sales come from</h3>
      <label className="small-controls">
        <span className="visually-hidden">Service</span>
        <select
          className="input"
          value={service}
          onChange={({ target }) => setService(SERVICE_IDS.find((id) => id === target.value) ?? '')}
        >
          <option value="">All services</option>
          <Choices of={SERVICE_CHOICES} />
        </select>
      </label>
      <QueryPanel query={query}>
        {(response) => (
          <>
            <Steps counts={service === '' ? response.all : response.byService[service]} service={service} />
            <Campaigns {...response} />
          </>
        )}
      </QueryPanel>
    </section>
  );
}

/** A bar for each step, with the share of the step before that got there. */
function Steps({ counts, service }: { counts: readonly number[]; service: ServiceId | '' }) {
  const highest = Math.max(1, ...counts);
  return (
    <table className="funnel-steps" data-service={service || undefined}>
      <caption className="visually-hidden">Visits by step</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Step</th>
          <th scope="col">Visits</th>
          <th scope="col">Change from the previous step</th>
        </tr>
      </thead>
      <tbody>
        {SALE_STEPS.map((step, place) => {
          const count = counts[place] ?? 0;
          return (
            <tr key={step}>
              <th scope="row">
                <span>{LABELS[step]}</span>
                <svg className="block full" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={(count / highest) * 100} height="8" />
                </svg>
              </th>
              <td className="money">{count.toLocaleString('en-US')}</td>
              <td>{place > 0 && shareWords(count, counts[place - 1] ?? 0)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Campaigns({ campaigns, more }: Pick<FunnelResponse, 'campaigns' | 'more'>) {
  if (campaigns.length === 0)
    return <p className="admin-small">No visits were counted in this period yet.</p>;
  return (
    <>
      <table className="funnel-campaigns">
        <caption className="visually-hidden">Visits and revenue by source</caption>
        <ColumnHeads columns={{ Source: 'key', Visits: 'extra', Paid: 'extra', Revenue: 'extra' }} />
        <tbody>
          {campaigns.map(({ name, counts, cents }) => (
            <tr key={name}>
              <th scope="row" className="break">
                <bdi>{name}</bdi>
              </th>
              <td className="money">{(counts[0] ?? 0).toLocaleString('en-US')}</td>
              <td className="money">{(counts.at(-1) ?? 0).toLocaleString('en-US')}</td>
              <td className="money">{formatUsd(cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && (
        <p className="admin-small">
          {more === 1 ? 'And 1 more source.' : `And ${more.toLocaleString('en-US')} more sources.`}
        </p>
      )}
    </>
  );
}
