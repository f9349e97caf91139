import { createHash } from 'node:crypto';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import { WORK_LABELS } from '@northlight/shared/contracts/lists.ts';
import { bulkInsert } from '../src/db/bulk-insert.ts';
import type { Db } from '../src/db/client.ts';
import { orderFiles } from '../src/db/schema/files.ts';
import { DAY_MS } from '../src/base/units.ts';
import { deliveries, orderMessages } from '../src/db/schema/fulfillment.ts';
import { caseEvents, type CaseEventKind } from '../src/db/schema/orders.ts';
import type { Order } from '../src/work/orders/order-store.ts';
import { appendTo } from './append-to.ts';
import { fill, type Sampler } from './sampler.ts';
import type { SampleFile, SampleFiles } from './seed-files.ts';
import * as words from './seed-texts.ts';
import type { ServiceWork, Version, Work } from './seed-work.ts';
import type { WorkTime } from './work-time.ts';

type Studio = { team: readonly number[]; files: SampleFiles; time: WorkTime; now: Date };
type Event = { kind: CaseEventKind; text: string; adminId: number | null; createdAt: Date };

/** Of older messages, somebody has said whether they need an answer. */
const ANSWERED_AFTER_MS = 1.5 * DAY_MS;

/** Writes what belongs to the work on an order: versions, messages, notes, files, and what happened when. */
export function createCaseWriter(db: Db, { team, files, time, now }: Studio) {
  const write = {
    delivery: appendTo(db, deliveries),
    message: appendTo(db, orderMessages),
    event: appendTo(db, caseEvents),
    file: bulkInsert(db, orderFiles),
  };
  let lastFile = 0;

  return (sampler: Sampler, order: Order, work: Work): void => {
    const { orderNumber, caseId, firstName: name, phone } = order;
    const { chance, pick, between } = sampler;
    const adminId = pick(team);
    const events: Event[] = [];
    const note = (kind: CaseEventKind, text: string, at: Date, who: number | null = null): void =>
      void events.push({ kind, text, adminId: who, createdAt: at });

    const [first] = work.services;
    if (first && chance(0.25)) keepFile(pick(files.ofCustomers), first.formAt);
    if (work.contactAt) {
      note('work-status', WORK_LABELS['in-progress'], work.contactAt, adminId);
      if (chance(0.3)) talk(work.contactAt);
      if (chance(0.15)) note('note', pick(words.NOTES), work.contactAt, adminId);
    }
    for (const service of work.services) {
      for (const [before, version] of service.versions.entries()) deliver(service, version, before + 1);
      if (service.serviceId === 'website' && service.doneAt)
        note('delivery', 'The website is live', service.doneAt, adminId);
    }
    const latest = events.reduce((time, event) => Math.max(time, event.createdAt.getTime()), 0);
    if (work.workStatus === 'waiting' || work.workStatus === 'delivered')
      note(
        'work-status',
        WORK_LABELS[work.workStatus],
        work.pausedAt ?? new Date(latest),
        work.pausedAt && adminId,
      );
    const byTime = events.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
    for (const event of byTime) write.event({ caseId, customerId: null, key: null, ...event });

    function talk(from: Date): void {
      let at = from;
      let last: { at: Date; isCustomer: boolean } | undefined;
      for (const [turn, text] of pick(words.CONVERSATIONS).entries()) {
        if (at > now) break;
        if (text === '-') continue;
        last = { at, isCustomer: turn % 2 !== 0 };
        write.message({
          caseId,
          key: `seed-${orderNumber}-${turn}`,
          adminId: turn % 2 === 0 ? adminId : null,
          byEmail: null,
          text: fill(text, { name, phone }),
          createdAt: at,
        });
        at = time.after(at, between(0.02, 0.4));
      }
      // Most customers end with a thank-you.
      if (last?.isCustomer && now.getTime() - last.at.getTime() > ANSWERED_AFTER_MS)
        note('contact', 'No answer needed', last.at, adminId);
    }

    function deliver({ serviceId }: ServiceWork, { at, answer, answeredAt }: Version, version: number): void {
      const title = `${SERVICES[serviceId].name} version ${version}`;
      const deliveryId = write.delivery({
        caseId,
        serviceId,
        version,
        note: version === 1 ? words.FIRST_VERSION[serviceId] : words.NEXT_VERSION,
        link: serviceId === 'website' ? `https://preview.northlight.example/${orderNumber}/${version}` : '',
        phone: serviceId === 'voice' ? phone.replace(/\d\d$/, '99') : '',
        adminId,
        createdAt: at,
        answer,
        change: answer === 'change' ? pick(words.CHANGES[serviceId]) : null,
        answeredAt,
      });
      if (serviceId === 'onhold') keepFile(files.recording, at, deliveryId);
      note('delivery', `${title} delivered`, at, adminId);
      const told =
        answer === 'change' ? `The customer asked to change ${title}` : `The customer approved ${title}`;
      if (answeredAt) note('delivery', told, answeredAt);
    }

    function keepFile({ hash, name: file }: SampleFile, at: Date, deliveryId: number | null = null): void {
      lastFile += 1;
      write.file({
        id: uuidOf(`${orderNumber} ${lastFile}`),
        hash,
        name: file,
        caseId,
        submissionKey: null,
        deliveryId,
        adminId: deliveryId && adminId,
        clientNetwork: null,
        createdAt: at,
      });
    }
  };
}

const uuidOf = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
