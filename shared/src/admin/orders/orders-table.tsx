import { Fragment, memo, useEffect } from 'react';
import type { ListedOrder } from '../../contracts/orders.ts';
import { chooseRows, toggleChosen, useUi } from '../base/ui-store.ts';
import { ChosenOrders } from './chosen-orders.tsx';
import { CaseLink, WorkMark, ColumnHeads, WhoCell } from '../list/table-parts.tsx';
import { Due, Moment } from '../list/times.tsx';
import {
  extrasWords,
  formsWords,
  initialWords,
  missingWords,
  paymentWords,
  recurringWords,
  servicesOf,
} from './order-labels.ts';

export function OrdersTable({ rows }: { rows: readonly ListedOrder[] }) {
  useEffect(() => () => chooseRows([]), []);
  return (
    <>
      <ChosenOrders />
      <table className="list orders" aria-labelledby="list-title">
        <ColumnHeads
          columns={{
            Order: 'key',
            Date: 'date',
            Customer: 'who',
            Services: 'services',
            Due: 'due',
            'Work status': 'work',
            Payments: 'money',
            Status: 'status',
          }}
        />
        <tbody>
          {rows.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Memoized: unchanged orders keep their identity across refetches, so their rows do not rerender. */
const OrderRow = memo(function OrderRow({ order }: { order: ListedOrder }) {
  const missing = missingWords(order);
  return (
    <tr>
      <th scope="row" className="list-key">
        <Chooser orderNumber={order.orderNumber} />
        <CaseLink orderNumber={order.orderNumber} />
      </th>
      <td className="list-date soft">
        <Moment at={order.createdAt} />
      </td>
      <WhoCell name={`${order.firstName} ${order.lastName}`} rest={[order.businessName, order.email]} />
      <td className="list-services" data-tip={servicesWords(order)}>
        <Services order={order} />
      </td>
      <td className="list-due">
        <Due at={order.dueAt} late={order.late} />
        {missing && (
          <small data-tip={missing}>
            <span aria-hidden="true">{formsWords(order)}</span>
            <span className="visually-hidden">{missing}</span>
          </small>
        )}
      </td>
      <td className="list-work">
        <WorkMark status={order.workStatus} />
      </td>
      <td className="list-money money">
        <span>{initialWords(order)}</span> <small>{recurringWords(order)}</small>
      </td>
      <td className="list-status">
        <Status order={order} />
      </td>
    </tr>
  );
});

function Chooser({ orderNumber }: { orderNumber: string }) {
  const isChosen = useUi(({ chosen }) => chosen.has(orderNumber));
  return (
    <label className="list-choose">
      <input
        type="checkbox"
        aria-label={`Choose ${orderNumber}`}
        checked={isChosen}
        onChange={() => toggleChosen(orderNumber)}
      />
    </label>
  );
}

function servicesWords(order: ListedOrder): string {
  const names = servicesOf(order).map(({ label }) => label);
  const extras = extrasWords(order);
  return extras ? `${names.join(', ')}, with ${extras}` : names.join(', ');
}

function Services({ order }: { order: ListedOrder }) {
  const services = servicesOf(order);
  const extras = extrasWords(order);
  return (
    <>
      {services.map(({ id, label }, index) => (
        <Fragment key={id}>
          {index > 0 && <span> </span>}
          <span className="list-service one-line" data-service={id}>
            {`${label}${index < services.length - 1 ? ',' : ''}`}
          </span>
        </Fragment>
      ))}
      {order.serviceTypes.includes('voice') && <small> Hosted by GoHighLevel</small>}
      {extras && <small>{` With ${extras}`}</small>}
    </>
  );
}

function Status({ order }: { order: ListedOrder }) {
  const words = paymentWords(order);
  return (
    <>
      <span className="status-label" data-paid={words === 'completed' ? '' : 'not'}>
        {words}
      </span>
      {order.paymentMode === 'demo' && <small data-tip="Demo payment: no real charge">Demo</small>}
      {order.reviewReason && (
        <small className="list-flag" data-review="" data-tip={order.reviewReason}>
          Review<span className="visually-hidden">{`: ${order.reviewReason}`}</span>
        </small>
      )}
    </>
  );
}
