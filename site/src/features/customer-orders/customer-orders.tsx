import { useState } from 'react';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import { formatPrice, formatUsd, textToCents, type Cents } from '@northlight/shared/catalog/money.ts';
import { dayText } from '@northlight/shared/catalog/periods.ts';
import { quotedPrice } from '@northlight/shared/catalog/receipt.ts';
import { SERVICES, type Service } from '@northlight/shared/catalog/services.ts';
import type { CustomerOrdersResponse } from '@northlight/shared/contracts/customer-orders.ts';
import type { ShownWork } from '@northlight/shared/contracts/lists.ts';
import { LoadProblem } from '../order-page/notices.tsx';
import { promiseText } from '../order-page/order-texts.ts';
import { call, problemText } from '../../lib/api-client.ts';
import { useLinkedPage } from '../../lib/use-linked-page.ts';
import { AskForLink } from './ask-for-link.tsx';

const SOURCE = {
  linkInAddress: () => ({ key: new URLSearchParams(location.search).get('key') ?? '' }),
  load: (link: { key: string }) => (link.key ? call('GET /api/orders', { query: link }) : null),
};

/** All orders of a person, or the form that emails them the link. */
export function CustomerOrders() {
  const { link, page, problem, reload } = useLinkedPage<{ key: string }, CustomerOrdersResponse>(SOURCE);
  const isMissing = link?.key === '';
  if (page) return <Orders page={page} />;
  const isInvalid = problem?.status === 404 || problem?.status === 400;
  return (
    <div className="order-page stack gap-6 order-find">
      <h1>Your orders</h1>
      {problem && <LoadProblem text={problemText(problem)} retry={!isInvalid && reload} />}
      {isMissing || isInvalid ? (
        <AskForLink />
      ) : (
        !problem && <p className="lede order-wait">Loading your orders…</p>
      )}
    </div>
  );
}

const WORK: Record<ShownWork, string> = {
  new: 'We have your order',
  waiting: 'Waiting for you',
  'in-progress': 'In progress',
  delivered: 'Delivered',
  closed: 'Closed',
};

/** Nothing else recurs. */
const WEBSITE = SERVICES.website.name;

const namesOf = (services: CustomerOrdersResponse['orders'][number]['services']): string =>
  services.map((id) => SERVICES[id].name).join(', ');

function Orders({ page }: { page: CustomerOrdersResponse }) {
  const { name, email, orders, quotes, recurring, documents, timeZone } = page;
  const [now] = useState(() => new Date());
  const waiting = orders.filter(({ waits }) => waits.length > 0);
  return (
    <div className="order-page stack gap-6 customer-orders">
      <header className="stack gap-4">
        <h1>Your orders</h1>
        <p>
          <bdi>{name}</bdi>, <bdi>{email}</bdi>
        </p>
      </header>
      {waiting.length + quotes.length > 0 && (
        <section className="stack gap-3" aria-labelledby="waiting-title">
          <h2 id="waiting-title">Waiting for you</h2>
          <ul className="lines break">
            {waiting.flatMap(({ orderNumber, waits, url }) =>
              waits.map((what) => (
                <li key={`${orderNumber} ${what}`}>
                  <a href={url}>{what}</a> <small>{orderNumber}</small>
                </li>
              )),
            )}
            {quotes.map(({ number, total, isFrom, validUntil, url }) => (
              <li key={number}>
                <a href={url}>{`Answer quote ${number}`}</a>{' '}
                <small>
                  {`${isFrom ? 'from ' : ''}${formatUsd(textToCents(total))}, valid until ${dayText(validUntil, timeZone)}`}
                </small>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="stack gap-3" aria-labelledby="orders-title">
        <h2 id="orders-title">Orders</h2>
        {orders.length === 0 && <p>No orders yet.</p>}
        <ul className="lines break">
          {orders.map(({ orderNumber, createdAt, services, by, workStatus, next, url }) => (
            <li key={orderNumber}>
              <a href={url}>{orderNumber}</a> <span>{namesOf(services)}</span>
              <small>
                <span>{`${WORK[workStatus]}, ordered on ${dayText(createdAt, timeZone)}.`}</span>
                {next && (
                  <>
                    {' '}
                    <span>{promiseText(next, timeZone, now)}</span>
                  </>
                )}
                {by && (
                  <>
                    {' '}
                    <span>by</span> <bdi>{by}</bdi>
                  </>
                )}
              </small>
            </li>
          ))}
        </ul>
      </section>
      {recurring.length > 0 && (
        <section className="stack gap-3" aria-labelledby="recurring-title">
          <h2 id="recurring-title">Recurring payments</h2>
          <ul className="lines break">
            {recurring.map(
              ({ orderNumber, state, period, amountCents, nextChargeAt, cancelAt, yearlyCents, url }) => (
                <li key={orderNumber}>
                  {url ? <a href={`${url}#recurring-payment`}>{WEBSITE}</a> : <span>{WEBSITE}</span>}{' '}
                  <span>{`${formatUsd(amountCents)} per ${period}`}</span>
                  <small>
                    <span>{whenText({ state, nextChargeAt, cancelAt }, timeZone)}</span>
                    {url && yearlyCents !== null && (
                      <>
                        {' '}
                        <span>·</span>{' '}
                        <a
                          href={`${url}#change-period`}
                        >{`Pay ${formatPrice(yearlyCents)} a year instead`}</a>
                      </>
                    )}
                  </small>
                </li>
              ),
            )}
          </ul>
        </section>
      )}
      <Offers offers={page.offers} />
      {documents.length > 0 && (
        <section className="stack gap-3" aria-labelledby="documents-title">
          <h2 id="documents-title">Invoices</h2>
          <ul className="lines break">
            {documents.map(({ number, orderNumber, date, kind, amountCents, isVoid, url }) => (
              <li key={number}>
                <a href={url}>{`${number} (PDF)`}</a>{' '}
                <span>{formatUsd(kind === 'invoice' ? amountCents : -amountCents)}</span>
                <small>{`${orderNumber} · ${dayText(date, timeZone)}${isVoid ? ' · void' : ''}`}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

type Charged = Pick<CustomerOrdersResponse['recurring'][number], 'state' | 'nextChargeAt' | 'cancelAt'>;

function whenText({ state, nextChargeAt, cancelAt }: Charged, timeZone: string): string {
  if (state === 'canceled' || state === 'ended') return 'Ended';
  if (cancelAt) return `Ends on ${dayText(cancelAt, timeZone)}`;
  if (state === 'past-due') return 'The last charge failed. Please check your card.';
  if (state === 'paused') return 'Paused';
  return nextChargeAt ? `Next charge on ${dayText(nextChargeAt, timeZone)}` : 'Starts soon';
}

function offerText(id: ServiceId, firstPaymentCents: Cents, monthlyCents: Cents | null): string {
  const service: Service = SERVICES[id];
  if (service.isBilledSeparately)
    return `billed separately, ${quotedPrice({ firstPaymentCents, monthlyCents })}`;
  return `${formatUsd(firstPaymentCents)}${monthlyCents ? `, then ${formatUsd(monthlyCents)} a month` : ''}`;
}

function Offers({ offers }: Pick<CustomerOrdersResponse, 'offers'>) {
  if (offers.length === 0) return null;
  return (
    <section className="stack gap-3 no-print" aria-labelledby="offers-title">
      <h2 id="offers-title">Order more</h2>
      <p>The checkout opens with your details filled in. You see the whole price before you pay.</p>
      <ul className="lines break">
        {offers.map(({ service, firstPayment, monthly, isAgain, url }) => (
          <li key={service}>
            <a className="button quiet" href={url}>
              {`${isAgain ? 'Order again: ' : 'Add '}${SERVICES[service].name}`}
            </a>
            <small>
              {offerText(service, textToCents(firstPayment), monthly === null ? null : textToCents(monthly))}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
