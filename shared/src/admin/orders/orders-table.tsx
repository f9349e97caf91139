import { Fragment } from 'react';
import type { ListedOrder } from '../../contracts/orders.ts';
import { initialWords, recurringWords, servicesOf } from './order-words.ts';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const hour = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

export function OrdersTable({ orders }: { orders: readonly ListedOrder[] }) {
  return (
    <table className="orders" aria-labelledby="orders-title">
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Date</th>
          <th scope="col" className="orders-buyer">
            Buyer
          </th>
          <th scope="col" className="orders-services">
            Services
          </th>
          <th scope="col" className="orders-money">
            Payments
          </th>
          <th scope="col" className="orders-status">
            Status
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </tbody>
    </table>
  );
}

function OrderRow({ order }: { order: ListedOrder }) {
  const createdAt = new Date(order.createdAt);
  return (
    <tr>
      <th scope="row" className="orders-number">
        {order.orderNumber}
      </th>
      <td className="orders-date">
        <time dateTime={order.createdAt}>
          {day.format(createdAt)} <small>{hour.format(createdAt)}</small>
        </time>
      </td>
      <td className="orders-buyer">
        <bdi>
          {order.firstName} {order.lastName}
        </bdi>
        <small>
          <bdi>{order.businessName}</bdi> ·{' '}
          <a href={`mailto:${encodeURIComponent(order.email)}`}>{order.email}</a>
        </small>
      </td>
      <td className="orders-services">
        <Services order={order} />
      </td>
      <td className="orders-money money">
        {initialWords(order)} <small>{recurringWords(order)}</small>
      </td>
      <td className="orders-status">
        <Status order={order} />
      </td>
    </tr>
  );
}

function Services({ order }: { order: ListedOrder }) {
  const services = servicesOf(order);
  return (
    <>
      {services.map(({ id, label }, index) => (
        <Fragment key={id}>
          {index > 0 && ' '}
          <span className="orders-service" data-service={id}>
            {label}
            {index < services.length - 1 && ','}
          </span>
        </Fragment>
      ))}
      {order.serviceTypes.includes('voice') && <small>Hosted by GoHighLevel</small>}
    </>
  );
}

function Status({ order }: { order: ListedOrder }) {
  return (
    <>
      <span className="orders-paid" data-paid={order.paymentStatus === 'completed' || undefined}>
        {order.paymentStatus}
      </span>
      {order.paymentMode === 'demo' && (
        <span className="orders-flag" title="A demo payment: no money moved">
          Demo
        </span>
      )}
      {order.reviewReason && (
        <>
          <span className="orders-flag" data-review="">
            Review
          </span>
          <small>{order.reviewReason}</small>
        </>
      )}
    </>
  );
}
