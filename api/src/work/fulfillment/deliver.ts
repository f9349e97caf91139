import type { CaseId } from '../../db/schema/columns.ts';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import type { Undo } from '@northlight/shared/contracts/endpoint.ts';
import type { AnswerDelivery, Deliver } from '@northlight/shared/contracts/deliveries.ts';
import type { WebhookEvent } from '@northlight/shared/contracts/webhooks.ts';
import type { WorkContext } from '../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { notFound, conflict, badField } from '../../base/errors.ts';
import * as fileStore from '../files/order-file-store.ts';
import * as orderStore from '../orders/order-store.ts';
import type { OrderWithLines } from '../orders/order-store.ts';
import { queueWebhooks } from '../../messages/webhooks/queue-webhooks.ts';
import * as caseStore from './case-store.ts';
import * as deliveryStore from './delivery-store.ts';
import { notifyBusiness, notifyCustomer } from './order-emails.ts';
import * as promiseStore from './promise-store.ts';
import { keepPromises, promiseChange, promiseLaunch } from './promise-clock.ts';
import { isAllDone, readServices, soldWorkOf } from './service-state.ts';
import { undoable } from './undo.ts';
import { setWorkStatus } from './work-status.ts';

const noRoundsLeft = (service: ServiceId, included: number) =>
  conflict(
    'no_rounds_left',
    service === 'website'
      ? `You have used all ${included} design revisions. You can buy more, or send us a message.`
      : `You have used all ${included} free updates. Please send us a message for more.`,
  );

const deliveryChanged = () =>
  conflict(
    'delivery_changed',
    'There’s a newer version, or someone has already responded to this one. Please reload the page to see the latest.',
  );

const FILE_MISSING = 'One of the files was removed or has already been delivered. Please add it again.';

type Actor = { adminId: number; caseId: CaseId };

/** Delivers the next version of a service, and tells the customer. */
export async function deliver(context: WorkContext, actor: Actor, sent: Deliver): Promise<void> {
  const { db, now } = context;
  const { caseId, adminId } = actor;
  await inTransaction(db, () => {
    const order = orderWith(context, caseId, sent.service);
    const before = deliveryStore.latest(db, caseId, sent.service)?.version ?? 0;
    if (before !== sent.after) throw deliveryChanged();
    const { service: serviceId, note, link, phone } = sent;
    const version = before + 1;
    const id = deliveryStore.insert(db, {
      caseId,
      serviceId,
      version,
      note,
      link,
      phone,
      adminId,
      createdAt: now(),
    });
    if (!fileStore.deliver(db, caseId, sent.fileIds, id)) throw badField('fileIds', FILE_MISSING);
    const text = `${SERVICES[serviceId].name} version ${version} delivered`;
    caseStore.addEvent(db, { caseId, kind: 'delivery', text, adminId, createdAt: now() });
    keepPromises(context, caseId, { service: serviceId });
    setWorkStatus(context, caseId, isAllDone(db, order, 'review') ? 'waiting' : 'in-progress', null);
    notifyCustomer(context, order, { news: 'delivery', id });
    queueVersionWebhooks(context, 'delivery.created', order.orderNumber, sent.service, version, text);
  });
}

/** The customer approves the newest version, or asks for a change. The same answer twice changes nothing. */
export async function answerDelivery(
  context: WorkContext,
  caseId: CaseId,
  sent: AnswerDelivery,
): Promise<void> {
  const { db, now } = context;
  await inTransaction(db, () => {
    const order = orderWith(context, caseId, sent.service);
    const latest = deliveryStore.latest(db, caseId, sent.service);
    if (!latest || latest.version !== sent.version) throw deliveryChanged();
    const change = sent.answer === 'change' ? sent.change : null;
    if (latest.answer === sent.answer && latest.change === change) return;
    const mayStillChange = latest.answer === 'approved' && sent.service === 'onhold';
    if (latest.answer !== null && !(mayStillChange && change !== null)) throw deliveryChanged();
    if (change !== null) requireRound(db, order, sent.service);
    deliveryStore.recordAnswer(db, latest, { answer: sent.answer, change, answeredAt: now() });
    const name = `${SERVICES[sent.service].name} version ${sent.version}`;
    const text = change === null ? `The customer approved ${name}` : `The customer asked to change ${name}`;
    caseStore.addEvent(db, { caseId, kind: 'delivery', text, adminId: null, createdAt: now() });
    if (change !== null) promiseChange(context, caseId, sent.service);
    else if (sent.service === 'website') promiseLaunch(context, caseId);
    setWorkStatus(context, caseId, isAllDone(db, order) ? 'delivered' : 'in-progress', null);
    notifyBusiness(context, caseId, { news: 'answer', id: latest.id }, { occurrence: now().getTime() });
    const event = change === null ? 'delivery.approved' : 'delivery.change_requested';
    queueVersionWebhooks(
      context,
      event,
      order.orderNumber,
      sent.service,
      sent.version,
      text,
      now().getTime(),
    );
  });
}

/** Something that was sold besides the services is done. Repeating it changes nothing. */
export async function finishWork(
  context: WorkContext,
  { adminId, caseId }: Actor,
  id: number,
): Promise<void> {
  const { db, now } = context;
  await inTransaction(db, () => {
    const order = orderStore.mainOf(db, caseId);
    const work = soldWorkOf(db, caseId).find((one) => one.id === id);
    if (!order || !work) throw notFound();
    if (work.doneAt !== null) return;
    promiseStore.update(db, id, { keptAt: now(), leftMs: null });
    promiseStore.refreshDue(db, caseId);
    const text = `${work.name} is done`;
    caseStore.addEvent(db, { caseId, kind: 'delivery', text, adminId, createdAt: now() });
    notifyCustomer(context, order, { news: 'done', id });
    if (isAllDone(db, order)) setWorkStatus(context, caseId, 'delivered', null);
  });
}

/** The approved website is live, at a link if one is given. Repeating it changes nothing. */
export async function goLive(
  context: WorkContext,
  { adminId, caseId }: Actor,
  link: string,
): Promise<Undo | undefined> {
  const { db, now } = context;
  const start = (order: OrderWithLines) => {
    const website = readServices(db, order).find(({ id }) => id === 'website');
    if (website?.state !== 'launch') return;
    keepPromises(context, caseId, { service: 'website' });
    const text = 'The website is live';
    caseStore.addEvent(db, { caseId, kind: 'delivery', text, adminId, createdAt: now() });
    if (isAllDone(db, order)) setWorkStatus(context, caseId, 'delivered', null);
    notifyCustomer(context, order, { news: 'live', id: order.id, ...(link && { link }) });
    const { orderNumber } = order;
    queueWebhooks(context, { event: 'website.live', orderNumber, id: now().getTime(), text });
  };
  return inTransaction(db, () => {
    const order = orderWith(context, caseId, 'website');
    return undoable(context, caseId, () => start(order));
  });
}

function queueVersionWebhooks(
  context: WorkContext,
  event: Extract<WebhookEvent, `delivery.${string}`>,
  orderNumber: string,
  service: ServiceId,
  version: number,
  text: string,
  at?: number,
): void {
  const id = [service, version, at].join(':');
  queueWebhooks(context, {
    event,
    orderNumber,
    id,
    text,
    facts: { service: SERVICES[service].name, version },
  });
}

function orderWith({ db }: WorkContext, caseId: CaseId, service: ServiceId): OrderWithLines {
  const order = orderStore.mainOf(db, caseId);
  if (!order?.serviceTypes.includes(service)) throw notFound();
  return order;
}

function requireRound(db: WorkContext['db'], order: OrderWithLines, service: ServiceId): void {
  const { roundsIncluded, roundsUsed } = readServices(db, order).find(({ id }) => id === service) ?? {};
  if (typeof roundsIncluded === 'number' && (roundsUsed ?? 0) >= roundsIncluded)
    throw noRoundsLeft(service, roundsIncluded);
}
