import type { ActOnCustomer, ActOnPeople, Sees } from '@northlight/shared/contracts/customers.ts';
import { notFound, badField } from '../../base/errors.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { AppContext } from '../../money/context.ts';
import { addNoteAndTell, tellAssigned } from '../../work/fulfillment/tell-team.ts';
import { lastOf } from '../../work/orders/order-lookups.ts';
import { endLinksOf } from '../../work/orders/order-address.ts';
import * as fileStore from '../../work/files/order-file-store.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import * as customerStore from '../../work/customers/customer-store.ts';
import type { CustomerRow } from '../../work/customers/customer-store.ts';

/** How much the links to the others’ orders show that a person may have saved. */
const PAGES: Record<Sees, number> = { own: 0, money: 0, orders: 1, both: 2 };

/** An administrator has to say whose exemption counts afterwards, if there is one. */
function requireAnswer(exempts: string | undefined, ...rows: CustomerRow[]): void {
  const exempt = rows.flatMap(({ name, exemption }) =>
    exemption ? `${name} (certificate ${exemption.certificate})` : [],
  );
  if (exempt.length > 0 && !exempts)
    throw badField('exempts', `Exempt from sales tax: ${exempt.join(', ')}. Say who is exempt afterwards.`);
}

/** Ends the links that people of a customer may have saved to the orders of the others. Returns whether there are any. */
function endSharedLinks(db: AppContext['db'], id: number): boolean {
  const people = customerStore.peopleOf(db, [id]);
  const isShared = people.length > 1 && people.some(({ sees }) => PAGES[sees] > 0);
  if (isShared)
    endLinksOf(
      db,
      people.map(({ email }) => email),
    );
  return isShared;
}

const emailsOf = (db: AppContext['db'], id: number) =>
  customerStore.peopleOf(db, [id]).map(({ email }) => email);

/**
 * "ORD-10003 and ORD-10001": who is joined or separated, each by an order. Names and addresses would stay in the audit log
 * when somebody is erased. Empty for other acts.
 */
export function sidesText(db: AppContext['db'], id: number, ask: ActOnCustomer | ActOnPeople): string {
  if (ask.action !== 'join' && ask.action !== 'separate') return '';
  const other = ask.action === 'join' ? emailsOf(db, ask.other) : [ask.email.toLowerCase()];
  const one = emailsOf(db, id).filter((email) => !other.includes(email));
  const numberOf = (some: string[]) => some.map((email) => lastOf(db, email)?.orderNumber).find(Boolean);
  return other.length > 0 ? [numberOf(one), numberOf(other)].filter(Boolean).join(' and ') : '';
}

function isTheirFile(db: AppContext['db'], id: string, emails: readonly string[]): boolean {
  const caseId = fileStore.byId(db, id)?.caseId;
  const order = caseId ? orderStore.mainOf(db, caseId) : undefined;
  return order !== undefined && emails.includes(order.email.toLowerCase());
}

/** Does what an administrator asks for, and returns what happened. Nothing is done twice. */
export async function actOnCustomer(
  context: AppContext,
  { id, adminId }: { id: number; adminId: number },
  ask: ActOnCustomer | ActOnPeople,
): Promise<string> {
  const { db } = context;
  return inTransaction(db, () => {
    const row = customerStore.byId(db, id);
    if (!row) throw notFound();
    const personOf = (email: string) => {
      const person = customerStore.personByEmail(db, email);
      if (person?.customerId !== id) throw badField('email', 'This person doesn’t belong to this customer');
      return person;
    };
    const emails = () => emailsOf(db, id);
    switch (ask.action) {
      case 'note':
        addNoteAndTell(context, { customerId: id, adminId, ...ask, createdAt: context.now() });
        return 'Note added';
      case 'tags':
        customerStore.update(db, id, { tags: [...new Set(ask.tags)] });
        return 'Tags saved';
      case 'assign':
        if (row.responsibleId !== ask.adminId)
          tellAssigned(context, ask.adminId, adminId, { customerId: id });
        customerStore.update(db, id, { responsibleId: ask.adminId });
        return 'Responsible person saved';
      case 'join': {
        const other = customerStore.byId(db, ask.other);
        if (!other || other.id === id) throw badField('other', 'Choose another customer');
        requireAnswer(ask.exempts, row, other);
        for (const one of [id, other.id]) endSharedLinks(db, one);
        const exemptions = { this: row.exemption, other: other.exemption, nobody: null };
        customerStore.join(db, row, other);
        customerStore.update(db, id, { exemption: exemptions[ask.exempts ?? 'nobody'] });
        return `Joined with ${other.name}. Each person sees only their own orders until you choose what they see.`;
      }
      case 'separate': {
        const person = personOf(ask.email);
        requireAnswer(ask.exempts, row);
        const hadLinks = endSharedLinks(db, id);
        const own = customerStore.separate(db, person);
        if (!own) throw badField('email', 'This is the only person of the customer');
        customerStore.update(db, id, { exemption: ask.exempts === 'this' ? row.exemption : null });
        customerStore.update(db, own, { exemption: ask.exempts === 'other' ? row.exemption : null });
        return `${person.name || person.email} is a customer of their own now.${hadLinks ? ' Earlier links to these orders have ended.' : ''}`;
      }
      case 'exempt':
        if (ask.exemption?.fileId && !isTheirFile(db, ask.exemption.fileId, emails()))
          throw badField('fileId', 'Choose a file of one of their orders');
        customerStore.update(db, id, { exemption: ask.exemption });
        return ask.exemption ? 'Exemption saved' : 'Sales tax is charged again';
      case 'access': {
        const person = personOf(ask.email);
        customerStore.setAccess(db, person, ask.sees);
        if (PAGES[ask.sees] >= PAGES[person.sees]) return 'Access saved';
        const others = emails().filter((email) => email !== person.email);
        endLinksOf(db, others);
        return 'Access saved. Earlier links to the others’ orders have ended.';
      }
    }
  });
}
