import type { ActOnCustomer, ActOnPeople } from '@northlight/shared/contracts/customers.ts';
import { badInput, notFound } from '../../base/errors.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { AppContext } from '../../money/context.ts';
import { addNoteAndTell, tellAssigned } from '../../work/fulfillment/tell-team.ts';
import * as customerStore from '../../work/customers/customer-store.ts';

const invalid = (field: string, message: string) => badInput(message, { [field]: [message] });

/** Does what an administrator asks for, and returns what happened. Nothing is done twice. */
export async function actOnCustomer(
  context: AppContext,
  { id, adminId }: { id: number; adminId: number },
  ask: ActOnCustomer | ActOnPeople,
): Promise<string> {
  const { db } = context;
  const message = await inTransaction(db, () => {
    const row = customerStore.byId(db, id);
    if (!row) throw notFound();
    const personOf = (email: string) => {
      const person = customerStore.personByEmail(db, email);
      if (person?.customerId !== id) throw invalid('email', 'This person doesn’t belong to this customer');
      return person;
    };
    switch (ask.action) {
      case 'note':
        addNoteAndTell(
          context,
          { orderNumber: customerStore.noteNumberOf(id), adminId, ...ask, createdAt: context.now() },
          { customer: id },
        );
        return 'Note added';
      case 'tags':
        customerStore.update(db, id, { tags: [...new Set(ask.tags)] });
        return 'Tags saved';
      case 'assign':
        if (row.responsibleId !== ask.adminId) tellAssigned(context, ask.adminId, adminId, { customer: id });
        customerStore.update(db, id, { responsibleId: ask.adminId });
        return 'Responsible person saved';
      case 'join': {
        const other = customerStore.byId(db, ask.other);
        if (!other || other.id === id) throw invalid('other', 'Choose another customer');
        customerStore.join(db, row, other);
        return `Joined with ${other.name}`;
      }
      case 'separate': {
        const person = personOf(ask.email);
        if (!customerStore.separate(db, person))
          throw invalid('email', 'This is the only person of the customer');
        return `${person.name || person.email} is a customer of their own now`;
      }
      case 'access':
        customerStore.setAccess(db, personOf(ask.email), ask.sees);
        return 'Access saved';
    }
  });
  context.liveFeed.publish({ kind: 'change', orderNumber: customerStore.noteNumberOf(id) });
  context.wakeOutbox();
  return message;
}
