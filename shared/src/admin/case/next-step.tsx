import { Link } from '@tanstack/react-router';
import { SERVICES } from '../../catalog/services.ts';
import type { CaseResponse } from '../../contracts/cases.ts';
import { PROMISE_NAMES } from '../../contracts/deliveries.ts';
import { storedWork } from '../../contracts/lists.ts';
import type { NextAct as Step } from '../../contracts/overview.ts';
import { Button } from '../../ui/button.tsx';
import { textToCents } from '../../catalog/money.ts';
import { useMay } from '../base/session.queries.ts';
import { want } from '../base/ui-store.ts';
import { GoAct, NextAct } from '../list/next-act.tsx';
import { Due, Moment } from '../list/times.tsx';
import { actOf, isStuck } from './case-labels.ts';
import { lateOf } from './case-services.tsx';

/** `at`: since when a customer waits, or when a promise is due. Null if nothing says by when. */
type Next = { what: string; at: string | null; act?: Step; isOver?: true };

/** Who waits longest comes first, as on the overview. */
function nextOf({
  order,
  workStatus,
  services,
  work,
  conversation,
  timeline,
}: CaseResponse): Next | undefined {
  const promised = services.flatMap((service): Next[] => {
    const { id, dueAt, deliveries } = service;
    const act = { service: id, version: (deliveries[0]?.version ?? 0) + 1, id: 0 };
    const next = actOf(service);
    return next
      ? [{ what: `${SERVICES[id].name}: ${PROMISE_NAMES[next]}`, at: dueAt, act: { ...act, promise: next } }]
      : [];
  });
  const sold = work.flatMap(({ id, name, service, dueAt, paused, doneAt }): Next[] =>
    paused || doneAt ? [] : [{ what: name, at: dueAt, act: { promise: 'work', service, version: 1, id } }],
  );
  const last = conversation.at(-1);
  const isOpen =
    last && !last.isFromStudio && !timeline.some(({ kind, at }) => kind === 'contact' && at >= last.sentAt);
  const message = isOpen ? [{ what: 'Message to answer', at: last.sentAt }] : [];
  // Nobody waits for what was paid back.
  if (order?.isPaidBack && message.length === 0)
    return storedWork(workStatus) === 'delivered'
      ? undefined
      : { what: 'Refunded. Close the order?', at: null, isOver: true };
  const END = '9';
  return [...message, ...promised, ...sold].toSorted((a, b) => ((a.at ?? END) < (b.at ?? END) ? -1 : 1))[0];
}

/** The one filled button of the page, what it is about, and by when. Accountants have no work. */
export function NextStep({ response, onClose }: { response: CaseResponse; onClose: () => void }) {
  const { orderNumber, order } = response;
  const mayWork = useMay('work');
  const next = isStuck(response) ? undefined : nextOf(response);
  if (!next || !mayWork) return null;
  const { what, at, act, isOver } = next;
  return (
    <div className="case-next small-controls row middle gap-2 push">
      <p className="xs">
        <bdi>{what}</bdi> {act ? <Due isInSentence at={at} late={lateOf(order, at)} /> : <Moment at={at} />}
      </p>
      {isOver ? (
        <Button onClick={onClose}>Close the order</Button>
      ) : act ? (
        <NextAct orderNumber={orderNumber} customer="" act={act} />
      ) : (
        <GoAct number={orderNumber} what="message">
          Answer
        </GoAct>
      )}
    </div>
  );
}

/** Everything else that can be done with an order. Each opens its form below. */
export function CaseMenu({ response }: { response: CaseResponse }) {
  const { orderNumber, order, payments } = response;
  const mayWork = useMay('work');
  const mayManage = useMay('manage');
  const isRefundable = payments.some(({ refundable }) => textToCents(refundable) > 0);
  const go = (label: string, what: string) => (
    <Button isQuiet onClick={() => want(`${orderNumber} ${what}`)}>
      {label}
    </Button>
  );
  return (
    <>
      {mayWork && order && go('Write a message', 'message')}
      {mayWork && go('Add a note', 'note')}
      {mayWork && order && go('Ask for a payment', 'ask')}
      {mayWork && (
        <Link className="button quiet" to="/quotes/new" search={{ order: orderNumber }}>
          Write a quote
        </Link>
      )}
      {mayManage && isRefundable && go('Refund…', 'refund')}
      {order && order.customerId !== null && (
        <Link className="button quiet" to="/customers/$id" params={{ id: String(order.customerId) }}>
          Open the customer
        </Link>
      )}
      {mayWork && order && go('End the customer’s links', 'links')}
    </>
  );
}
