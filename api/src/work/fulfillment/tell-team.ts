import { badField } from '../../base/errors.ts';
import { numberOf } from '../../db/cases.ts';
import type { RecordContext } from '../../db/context.ts';
import { queueForPerson } from '../../messages/notices.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import { type About, addNote, type NewNote } from './case-store.ts';

const messageAbout = ({ db }: RecordContext, about: About) => ({
  orderNumber: 'caseId' in about ? numberOf(db, about.caseId) : null,
  ...('customerId' in about && { customer: about.customerId }),
});

// Call these inside a transaction.

/** Tells the person that they are responsible now. Throws if they don't work on orders. Returns their name, or null for nobody. */
export function tellAssigned(
  context: RecordContext,
  adminId: number | null,
  by: number,
  about: About,
): string | null {
  if (adminId === null) return null;
  const person = adminStore.team(context.db).find(({ id }) => id === adminId);
  if (!person) throw badField('adminId', 'This person doesn’t work on orders.');
  const { orderNumber, ...customer } = messageAbout(context, about);
  queueForPerson(context, adminId, {
    key: `assigned:${orderNumber ?? `C-${customer.customer}`}:${context.now().getTime()}`,
    orderNumber,
    payload: { news: 'assigned', by, ...customer },
  });
  return adminStore.nameOf(person);
}

/** Stores a note, and tells those whom it mentions. A note that was stored before tells nobody again. */
export function addNoteAndTell(context: RecordContext, note: NewNote): void {
  const id = addNote(context.db, note);
  if (id === null) return;
  const { orderNumber, ...customer } = messageAbout(context, note);
  for (const person of mentioned(note.text, adminStore.team(context.db)))
    queueForPerson(context, person.id, {
      key: `mention:${id}`,
      orderNumber,
      payload: { news: 'mention', by: note.adminId, note: id, ...customer },
    });
}

type Named = Pick<adminStore.AdminUser, 'username' | 'firstName' | 'lastName'>;

/** The people whom a text mentions as "@Sam Lee" or "@sam". Of two names that match, the longer one counts. */
export function mentioned<Person extends Named>(text: string, team: readonly Person[]): Person[] {
  const names = team
    .flatMap((person) =>
      [...new Set([adminStore.nameOf(person), person.username])].map((name) => ({ person, name })),
    )
    .toSorted((a, b) => b.name.length - a.name.length);
  const found = new Set<Person>();
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}])@/gu)) {
    const rest = text.slice(index + 1).toLowerCase();
    const match = names.find(
      ({ name }) => rest.startsWith(name.toLowerCase()) && !/^[\p{L}\p{N}]/u.test(rest.slice(name.length)),
    );
    if (match) found.add(match.person);
  }
  return [...found];
}
