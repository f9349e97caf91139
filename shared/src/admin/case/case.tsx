import { centsToText, textToCents } from '../../catalog/money.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { SERVICES } from '../../catalog/services.ts';
import type { CaseResponse } from '../../contracts/cases.ts';
import {
  storedWork,
  WORK_STATUSES,
  WORK_LABELS,
  type ShownWork,
  type WorkStatus as Status,
} from '../../contracts/lists.ts';
import { Receipt } from '../../ui/receipt.tsx';
import { WorkMark } from '../list/table-parts.tsx';
import { Moment } from '../list/times.tsx';
import { initialWords, paymentWords, servicesOf, voiceWords } from '../orders/order-labels.ts';
import { PageHead } from '../base/page-head.tsx';
import { Responsible } from '../base/responsible.tsx';
import { useMay } from '../base/session.queries.ts';
import { ask, useActions } from '../base/ui-store.ts';
import { CaseBuyer, CaseReview } from './case-buyer.tsx';
import { CaseDocuments, CasePayments } from './case-payments.tsx';
import { CaseFlags } from './case-flags.tsx';
import { CustomerFiles } from './case-forms.tsx';
import { CaseEmails } from './case-emails.tsx';
import { NOTE_FIELD } from './case-conversation.tsx';
import { CaseQuotes, CaseRequests, FinalPayment } from './case-requests.tsx';
import { CaseRecurring } from './case-recurring.tsx';
import { isStuck } from './case-labels.ts';
import { CaseServices } from './case-services.tsx';
import { CaseMenu, NextStep } from './next-step.tsx';
import { Stream } from './stream.tsx';
import { useAdminAction } from '../base/act.tsx';
import { normalizeOrderNumber } from '../../contracts/order-number.ts';
import { PageSkeleton, Reads } from '../base/query-panel.tsx';

/** The page of the number in the address. */
export function OpenCase() {
  return <CasePage {...useParams({ from: '/case/$orderNumber' })} />;
}

/** Everything under one order number. Accepts any spelling of the number in the address. */
export function CasePage({ orderNumber: given }: { orderNumber: string }) {
  const orderNumber = normalizeOrderNumber(given);
  return (
    <Reads
      call="GET /api/json/cases/:orderNumber"
      params={{ orderNumber }}
      loading={<PageSkeleton name={orderNumber} />}
      notFound={
        <p className="admin-empty" role="alert">
          There’s no order or request with the number <bdi>{orderNumber}</bdi>.{' '}
          <Link to="/orders">Search the orders</Link>
        </p>
      }
    >
      {(response, query) => <Case response={response} query={query} />}
    </Reads>
  );
}

/** "Website was not delivered", "Neither Website nor On-Hold Audio was delivered" */
const undeliveredWords = (names: readonly string[]): string =>
  names.length === 1 ? `${names[0]} was not delivered` : `Neither ${names.join(' nor ')} was delivered`;

const closing = (services: CaseResponse['services']) => ({
  title: 'Close without a delivered version?',
  text: `${undeliveredWords(services.map(({ id }) => SERVICES[id].name))}. The customer will read that it is closed, not that it is finished, and the promised dates no longer count.`,
  confirm: 'Close the order',
});

type CaseProps = { response: CaseResponse; query: UseQueryResult };

export function Case({ response, query }: CaseProps) {
  const { orderNumber, workStatus, workVersion, order, payments } = response;
  const { isBusy, run: setStatus } = useAdminAction(
    (client, status: Status) =>
      client.call('POST /api/admin/cases/:orderNumber/work-status', {
        params: { orderNumber },
        body: { workStatus: status, workVersion },
      }),
    'Couldn’t change the work status',
  );
  const undelivered = response.services.filter(({ deliveries }) => deliveries.length === 0);
  /** Work that nobody delivered here is closed after a question. */
  const choose = (status: Status) =>
    status === 'delivered' && undelivered.length > 0
      ? ask(closing(undelivered), () => setStatus(status))
      : setStatus(status);
  const mayWork = useMay('work');
  const customer = order ? order.businessName || `${order.firstName} ${order.lastName}` : undefined;
  const work = [
    { label: 'Add a note', shortcut: 'n', run: () => document.getElementById(NOTE_FIELD)?.focus() },
    ...WORK_STATUSES.filter((status) => status !== storedWork(workStatus)).map((status) => ({
      label: `Work status: ${WORK_LABELS[status]}`,
      run: () => choose(status),
    })),
  ];
  useActions(mayWork ? work : []);
  const money = order && (
    <>
      <Receipt price={order.price} refundedCents={order.refundedCents} title="Receipt" />
      {response.addons.map((addon) => (
        <Receipt
          key={addon.orderNumber}
          price={addon.receipt}
          refundedCents={addon.refundedCents}
          title={`Added: ${addon.orderNumber}`}
        />
      ))}
      <CasePayments order={withAddons(order, response.addons)} payments={payments} />
      <CaseRequests order={order} requests={response.paymentRequests} />
      <CaseQuotes quotes={response.quotes} />
      {/* The invoice of an imported order is elsewhere. */}
      {(!order.imported || response.documents.length > 0) && (
        <CaseDocuments
          orderNumber={orderNumber}
          documents={response.documents}
          isCompleted={order.paymentStatus === 'completed'}
          isFree={textToCents(order.initialPayment) === 0}
        />
      )}
      <CaseRecurring
        order={order}
        recurring={response.recurring}
        canStartRecurring={response.canStartRecurring}
      />
    </>
  );
  return (
    <article className="case stack gap-4 packed shrink" aria-labelledby="case-title">
      <div className="case-head stack gap-2">
        <PageHead
          id="case-title"
          title={
            <>
              {customer && <bdi>{customer}</bdi>} <span className="soft regular">{orderNumber}</span>
            </>
          }
          tip={customer}
          count={order && <Money order={withAddons(order, response.addons)} />}
          query={query}
          menu={<CaseMenu response={response} />}
        />
        <div className="cluster gap-2-4 middle">
          {mayWork ? (
            <WorkStatus status={workStatus} isBusy={isBusy} onChange={choose} />
          ) : (
            <p className="xs">
              Work status: <WorkMark status={workStatus} />
            </p>
          )}
          <NextStep response={response} onClose={() => choose('delivered')} />
        </div>
      </div>
      <div className="cluster gap-2-4 middle between">
        <p className="admin-small any-width">
          {order ? <OrderLine order={order} /> : 'Request without an order'}
        </p>
        {order && (
          <Responsible
            value={order.responsible}
            assign={(client, adminId) =>
              client.call('POST /api/admin/cases/:orderNumber/assign', {
                params: { orderNumber },
                body: { adminId, version: order.responsible ?? '' },
              })
            }
          />
        )}
      </div>
      <CaseFlags response={response} />
      <div className="case-columns stack gap-4 shrink" data-order={order ? '' : undefined}>
        <div className="case-main stack gap-4 packed shrink">
          {mayWork ? (
            <>
              <FinalPayment response={response} />
              {!isStuck(response) && <CaseServices {...response} />}
            </>
          ) : (
            // What an accountant comes for.
            money
          )}
          {!order && <CaseQuotes quotes={response.quotes} />}
          <Stream response={response} mayWork={mayWork} />
          {mayWork && (
            <CaseEmails
              orderNumber={orderNumber}
              emails={response.messages}
              areFormsIn={order?.missingForms.length === 0}
            />
          )}
        </div>
        <div className="case-side stack gap-4 packed shrink">
          {order && <CaseBuyer orderNumber={orderNumber} order={order} />}
          <CustomerFiles files={response.files} />
          {response.review && <CaseReview orderNumber={orderNumber} review={response.review} />}
          {mayWork && money}
        </div>
      </div>
    </article>
  );
}

function OrderLine({ order }: { order: NonNullable<CaseResponse['order']> }) {
  const voice = voiceWords(order);
  return (
    <>
      {servicesOf(order).map(({ id, label }) => (
        <span key={id} className="list-service one-line case-service" data-service={id}>
          {label}
        </span>
      ))}
      {voice && <span>{`${voice} · `}</span>}
      <span>ordered</span> <Moment at={order.createdAt} />
    </>
  );
}

/** With what was paid later on the same case, such as the final payment of a quote. */
function withAddons(order: NonNullable<CaseResponse['order']>, addons: CaseResponse['addons']) {
  const paid = addons.filter(({ isPaid }) => isPaid);
  const later = paid.reduce((sum, { receipt }) => sum + receipt.dueTodayCents, 0);
  return {
    ...order,
    initialPayment: centsToText(textToCents(order.initialPayment) + later),
    refundedCents: paid.reduce((sum, { refundedCents }) => sum + refundedCents, order.refundedCents),
  };
}

const Money = ({ order }: { order: NonNullable<CaseResponse['order']> }) => (
  <>
    <strong className="money">{initialWords(order)}</strong> <span>{paymentWords(order).text}</span>
  </>
);

type WorkStatusProps = {
  status: ShownWork;
  isBusy: boolean;
  onChange: (status: Status) => void;
};

/** Buttons instead of a select, because browsing a select with the keyboard would change the status. */
export function WorkStatus({ status, isBusy, onChange }: WorkStatusProps) {
  const stored = storedWork(status);
  return (
    <div className="case-work cluster" role="group" aria-label="Work status">
      {WORK_STATUSES.map((choice) => (
        <button
          className="soft xs medium"
          key={choice}
          type="button"
          aria-pressed={choice === stored}
          aria-disabled={isBusy || undefined}
          onClick={() => {
            if (!isBusy && choice !== stored) onChange(choice);
          }}
        >
          <WorkMark status={choice === stored ? status : choice} />
        </button>
      ))}
    </div>
  );
}
