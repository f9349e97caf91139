import { roundsIncluded } from '@northlight/shared/catalog/rounds.ts';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type {
  Delivery,
  OrderService,
  ServiceState,
  SoldWork,
} from '@northlight/shared/contracts/deliveries.ts';
import type { CaseId } from '../../db/schema/columns.ts';
import type { Db } from '../../db/client.ts';
import * as fileStore from '../files/order-file-store.ts';
import { presentFile } from '../files/order-file-store.ts';
import * as orderStore from '../orders/order-store.ts';
import { termsOf } from '../orders/present-order.ts';
import type { OrderWithLines } from '../orders/order-store.ts';
import * as deliveryStore from './delivery-store.ts';
import * as promiseStore from './promise-store.ts';

/** How each service of an order stands, for the customer and the administrator alike. */
export function readServices(db: Db, order: OrderWithLines): OrderService[] {
  const promised = promiseStore.openOf(db, order.caseId).filter(({ kind }) => kind !== 'work');
  const delivered = deliveryStore.ofCase(db, order.caseId);
  const files = fileStore.ofCase(db, order.caseId);
  const lines = orderStore.includedLines(db, order);
  // Nobody waits for what was paid back.
  const isOver = order.workStatus === 'delivered' || orderStore.isPaidBack(db, order.caseId);
  return order.serviceTypes.map((id) => {
    const open = promised.filter(({ serviceId }) => serviceId === id);
    const versions = delivered.filter(({ serviceId }) => serviceId === id);
    const state = stateOf(order, isOver, id, versions, open);
    const running = open.filter(({ leftMs }) => leftMs === null);
    const [next] = running.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
    return {
      id,
      state,
      promise: next?.kind ?? null,
      dueAt: next?.dueAt.toISOString() ?? null,
      paused: state === 'form' || state === 'review' || (open.length > 0 && running.length === 0),
      roundsIncluded: roundsIncluded(id, lines, termsOf(order)),
      roundsUsed: versions.filter(({ answer }) => answer === 'change').length,
      deliveries: versions.map((version) => presentDelivery(version, files)).toReversed(),
    };
  });
}

/** What was sold besides the services, oldest first. */
export const soldWorkOf = (db: Db, caseId: CaseId): SoldWork[] =>
  promiseStore.ofCase(db, caseId).flatMap(({ id, kind, name, serviceId, dueAt, leftMs, keptAt }) =>
    kind === 'work'
      ? {
          id,
          name: name ?? '',
          service: serviceId,
          dueAt: dueAt.toISOString(),
          paused: leftMs !== null,
          doneAt: keptAt?.toISOString() ?? null,
        }
      : [],
  );

/** Whether nothing is left to do. Services in one of these other states count as done. */
export const isAllDone = (db: Db, order: OrderWithLines, ...others: ServiceState[]): boolean =>
  readServices(db, order).every(({ state }) => ['done', 'closed', ...others].includes(state)) &&
  soldWorkOf(db, order.caseId).every(({ doneAt }) => doneAt !== null);

function stateOf(
  { missingForms, imported }: OrderWithLines,
  isOver: boolean,
  id: ServiceId,
  versions: readonly deliveryStore.DeliveryRow[],
  open: readonly promiseStore.Promised[],
): ServiceState {
  const latest = versions.at(-1);
  if (!latest) {
    // What another system delivered has no version here.
    if (isOver) return imported ? 'done' : 'closed';
    return missingForms.includes(id) ? 'form' : 'working';
  }
  if (latest.answer === null) return isOver ? 'done' : 'review';
  if (latest.answer === 'change') return isOver ? 'done' : 'change';
  return open.some(({ kind }) => kind === 'launch') ? 'launch' : 'done';
}

function presentDelivery(delivery: deliveryStore.DeliveryRow, files: readonly fileStore.FileRow[]): Delivery {
  const { id, version, note, link, phone, createdAt, answer, change, answeredAt } = delivery;
  return {
    version,
    note,
    link,
    phone,
    files: files.filter(({ deliveryId }) => deliveryId === id).map((file) => presentFile(file)),
    deliveredAt: createdAt.toISOString(),
    answer,
    change,
    answeredAt: answeredAt?.toISOString() ?? null,
  };
}
