import type { CaseAnswer } from '../../contracts/admin/case-answers.ts';
import { WORK_STATUSES, WORK_LABELS, type WorkStatus as Status } from '../../contracts/admin/lists.ts';
import { Button } from '../../ui/button.tsx';
import { Receipt } from '../../ui/receipt.tsx';
import { Moment } from '../list/timestamp.tsx';
import { servicesOf } from '../orders/order-labels.ts';
import { useActions } from '../use-actions.ts';
import { CaseBuyer } from './case-buyer.tsx';
import { CaseFlags } from './case-flags.tsx';
import { CaseForms } from './case-forms.tsx';
import { CaseMessages } from './case-messages.tsx';
import { NOTE_FIELD } from './case-notes.tsx';
import { CaseRecurring } from './case-recurring.tsx';
import { CasePayments } from './case-payments.tsx';
import { CaseTimeline } from './case-timeline.tsx';
import { useCaseAction } from './case.queries.ts';
import { WorkStatus } from './work-status.tsx';

type CaseProps = { answer: CaseAnswer; isFetching: boolean; refresh: () => void };

export function Case({ answer, isFetching, refresh }: CaseProps) {
  const { orderNumber, workStatus, workVersion, order, payments, submissions, messages, timeline } = answer;
  const { isBusy, run: setStatus } = useCaseAction(
    (client, status: Status) =>
      client.call('POST /api/admin/cases/:orderNumber/work-status', {
        params: { orderNumber },
        body: { workStatus: status, workVersion },
      }),
    'Couldn’t change the work status',
  );
  useActions([
    { label: 'Refresh', shortcut: 'r', run: refresh },
    { label: 'Add a note', shortcut: 'n', run: () => document.getElementById(NOTE_FIELD)?.focus() },
    ...WORK_STATUSES.filter((status) => status !== workStatus).map((status) => ({
      label: `Work status: ${WORK_LABELS[status]}`,
      run: () => setStatus(status),
    })),
  ]);
  return (
    <article className="case" aria-labelledby="case-title">
      <div className="admin-panel-head">
        <h2 id="case-title">{orderNumber}</h2>
        <p className="admin-small">{order ? <OrderLine order={order} /> : 'Request without an order'}</p>
        <Button isQuiet isBusy={isFetching} onClick={refresh}>
          Refresh
        </Button>
      </div>
      <WorkStatus status={workStatus} isBusy={isBusy} onChange={setStatus} />
      <CaseFlags answer={answer} />
      <div className="case-columns" data-order={order ? '' : undefined}>
        {order && (
          <div className="case-side">
            <CaseBuyer order={order} />
            <Receipt quote={order.quote} title="Receipt" />
            <CasePayments order={order} payments={payments} />
            <CaseRecurring
              order={order}
              recurring={answer.recurring}
              canStartRecurring={answer.canStartRecurring}
            />
          </div>
        )}
        <div className="case-main">
          <CaseForms order={order} submissions={submissions} />
          <div className="case-history">
            <CaseMessages orderNumber={orderNumber} messages={messages} />
            <CaseTimeline orderNumber={orderNumber} timeline={timeline} />
          </div>
        </div>
      </div>
    </article>
  );
}

function OrderLine({ order }: { order: NonNullable<CaseAnswer['order']> }) {
  return (
    <>
      {servicesOf(order).map(({ id, label }) => (
        <span key={id} className="list-service case-service" data-service={id}>
          {label}
        </span>
      ))}
      {order.serviceTypes.includes('voice') && 'Hosted by GoHighLevel · '}
      ordered <Moment at={order.createdAt} />
    </>
  );
}
