import type { FormKind } from '@northlight/shared/contracts/forms/forms.ts';
import type { OrderResponse } from '@northlight/shared/contracts/order-page.ts';
import type { CaseId } from '../../db/schema/columns.ts';
import type { Db } from '../../db/client.ts';
import { canCorrect, ownForm } from '../../work/forms/correct-submission.ts';
import { readForm, readFormById, type ReadForm } from '../../work/forms/read-form.ts';
import { formsToConfirm } from '../../work/forms/verify-form.ts';
import { submissionTables } from '../../work/forms/submission-store.ts';
import { SERVICE_IDS } from '@northlight/shared/catalog/ids.ts';
import type { SubmissionRow } from '../../db/schema/forms.ts';
import type { Order } from '../../work/orders/order-store.ts';

/** The customer's own forms with their current answers. */
const ownForms = (db: Db, caseId: CaseId): ReadForm[] =>
  SERVICE_IDS.flatMap((form) => {
    const row = ownForm<SubmissionRow>(db, submissionTables[form], caseId);
    return row ? readForm(form, row) : [];
  });

export function readAnswers(db: Db, order: Pick<Order, 'caseId' | 'workStatus'>): OrderResponse['answers'] {
  return ownForms(db, order.caseId).map(({ kind, fields, answers }) => ({
    form: kind,
    sentAt: fields.timestamp,
    canCorrect: canCorrect(db, order, kind === 'dental' ? 'voice' : kind),
    answers: answers.filter(({ answer }) => answer !== ''),
  }));
}

/** Oldest first within a service. */
export function readFormsToConfirm(db: Db, caseId: CaseId): OrderResponse['formsToConfirm'] {
  return formsToConfirm(db, caseId).map(({ form, row: { id } }) => {
    const { kind, fields, answers } = readFormById(db, form, id);
    return {
      id,
      form: kind,
      sentAt: fields.timestamp,
      answers: answers.filter(({ answer }) => answer !== ''),
    };
  });
}

/** What a correction starts from, by field name: text and checked boxes. Undefined without such a form. */
export function readFields(
  db: Db,
  caseId: CaseId,
  form: FormKind,
): Record<string, string | boolean> | undefined {
  const sent = ownForms(db, caseId).find(({ kind }) => kind === form);
  const isField = (entry: [string, unknown]): entry is [string, string | boolean] =>
    typeof entry[1] === 'string' || typeof entry[1] === 'boolean';
  return sent && Object.fromEntries(Object.entries(sent.fields).filter(isField));
}
