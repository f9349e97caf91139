import type { CaseResponse } from '../../contracts/cases.ts';
import { WORK_STATUSES, WORK_LABELS, type WorkStatus as Status } from '../../contracts/lists.ts';
import { Button } from '../../ui/button.tsx';
import { Receipt } from '../../ui/receipt.tsx';
import { CaseLink } from '../list/case-link.tsx';
import { Moment } from '../list/timestamp.tsx';
import { servicesOf } from '../orders/order-labels.ts';
import { useMay } from '../base/session.queries.ts';
import { useActions } from '../base/use-actions.ts';
import { CaseBuyer } from './case-buyer.tsx';
import { CaseDocuments } from './case-documents.tsx';
import { CaseFlags } from './case-flags.tsx';
import { CaseConversation } from './case-conversation.tsx';
import { CaseForms } from './case-forms.tsx';
import { CaseMessages } from './case-messages.tsx';
import { NOTE_FIELD } from './case-notes.tsx';
import { CaseRecurring } from './case-recurring.tsx';
import { CaseServices } from './case-services.tsx';
import { CasePayments } from './case-payments.tsx';
import { CaseTimeline } from './case-timeline.tsx';
import { useAdminAction } from '../base/act.tsx';
import { WorkStatus } from './work-status.tsx';

type CaseProps = { answer: CaseResponse; isFetching: boolean; refresh: () => void };

export function Case({ answer, isFetching, refresh }: CaseProps) {
  const { orderNumber, workStatus, workVersion, order, payments, submissions, messages, timeline, timeZone } =
    answer;
  const { isBusy, run: setStatus } = useAdminAction(
    (client, status: Status) =>
      client.call('POST /api/admin/cases/:orderNumber/work-status', {
        params: { orderNumber },
        body: { workStatus: status, workVersion },
      }),
    'Couldn’t change the work status',
  );
  const mayWork = useMay('work');
  const work = [
    { label: 'Add a note', shortcut: 'n', run: () => document.getElementById(NOTE_FIELD)?.focus() },
    ...WORK_STATUSES.filter((status) => status !== workStatus).map((status) => ({
      label: `Work status: ${WORK_LABELS[status]}`,
      run: () => setStatus(status),
    })),
  ];
  useActions([{ label: 'Refresh', shortcut: 'r', run: refresh }, ...(mayWork ? work : [])]);
  return (
    <article className="case" aria-labelledby="case-title">
      <div className="admin-panel-head">
        <h2 id="case-title">{orderNumber}</h2>
        <p className="admin-small">{order ? <OrderLine order={order} /> : 'Request without an order'}</p>
        <Button isQuiet isBusy={isFetching} onClick={refresh}>
          Refresh
        </Button>
      </div>
      {mayWork && <WorkStatus status={workStatus} isBusy={isBusy} onChange={setStatus} />}
      <CaseFlags answer={answer} />
      <div className="case-columns" data-order={order ? '' : undefined}>
        {order && (
          <div className="case-side">
            <CaseBuyer orderNumber={orderNumber} order={order} />
            <Receipt quote={order.quote} title="Receipt" />
            {/* Responses cached by older versions have no add-ons. */}
            {(answer.addons ?? []).map((addon) => (
              <Receipt key={addon.orderNumber} quote={addon.receipt} title={`Added: ${addon.orderNumber}`} />
            ))}
            <CasePayments order={order} payments={payments} />
            <CaseDocuments
              orderNumber={orderNumber}
              documents={answer.documents}
              isCompleted={order.paymentStatus === 'completed'}
            />
            <CaseRecurring
              order={order}
              recurring={answer.recurring}
              canStartRecurring={answer.canStartRecurring}
            />
          </div>
        )}
        <div className="case-main">
          {mayWork && (
            <>
              {/* Responses cached by older versions have no services. */}
              <CaseServices {...{ orderNumber, timeZone }} services={answer.services ?? []} />
              <CaseForms order={order} submissions={submissions} files={answer.files ?? []} />
              {order && (
                <CaseConversation orderNumber={orderNumber} conversation={answer.conversation ?? []} />
              )}
            </>
          )}
          <div className="case-history">
            {mayWork && <CaseMessages orderNumber={orderNumber} messages={messages} />}
            <CaseTimeline {...{ orderNumber, timeline, mayWork }} />
          </div>
        </div>
      </div>
    </article>
  );
}

function OrderLine({ order }: { order: NonNullable<CaseResponse['order']> }) {
  return (
    <>
      {servicesOf(order).map(({ id, label }) => (
        <span key={id} className="list-service case-service" data-service={id}>
          {label}
        </span>
      ))}
      {order.serviceTypes.includes('voice') && 'Hosted by GoHighLevel · '}
      {order.addonTo && (
        <>
          Added to <CaseLink orderNumber={order.addonTo} /> ·{' '}
        </>
      )}
      ordered <Moment at={order.createdAt} />
    </>
  );
}
