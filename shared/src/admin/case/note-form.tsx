import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { Note } from '../../contracts/cases.ts';
import type { ActionResponse } from '../../contracts/endpoint.ts';
import { TextArea } from '../../ui/field.tsx';
import { useDraftForm } from '../drafts/use-draft-form.ts';
import { ActForm, useSendOnce } from '../base/act-form.tsx';
import type { AdminClient } from '../base/admin-client.ts';
import { reads } from '../base/query-fn.ts';
import { useWanted } from '../base/ui-store.ts';

const Fields = z.object({ text: Note.shape.text });
export const NOTE_FIELD = 'case-note';

type NoteFormProps = {
  /** Of the order or the customer, for the draft. */
  about: string;
  send: (client: AdminClient, body: { text: string; key: string }) => Promise<ActionResponse>;
};

/** Internal notes. Customers never see them. */
export function NoteForm({ about, send }: NoteFormProps) {
  const { form, field, onSaved } = useDraftForm(`${about} note`, Fields, { text: '' });
  const sendOnce = useSendOnce();
  useWanted(`${about} note`, () => form.setFocus('text'));
  const team = useQuery(reads('GET /api/json/team')).data?.team ?? [];
  /** Inserts the name where the cursor is. */
  const mention = (name: string) => {
    const area = document.getElementById(NOTE_FIELD);
    if (!(area instanceof HTMLTextAreaElement)) return;
    area.focus();
    const isInWord = /\S$/.test(area.value.slice(0, area.selectionStart));
    area.setRangeText(`${isInWord ? ' ' : ''}@${name} `, area.selectionStart, area.selectionEnd, 'end');
    form.setValue('text', area.value, { shouldDirty: true });
  };
  return (
    <ActForm
      className="case-note-form cluster gap-2 middle"
      form={form}
      act={(client, { text }) => sendOnce(text, (body) => send(client, body))}
      failure="Couldn’t add the note"
      submit="Add note"
      isQuiet
      // Text typed since then stays in the field as the next note.
      onSaved={onSaved}
    >
      <TextArea
        {...field('text')}
        id={NOTE_FIELD}
        label="Internal note"
        help={`For your team only.${team.length > 1 ? ' @name tells that person.' : ''}`}
        rows={2}
      />
      {team.length > 1 && (
        <p className="note-mentions cluster" role="group" aria-label="Mention">
          {team.map(({ id, name }) => (
            <button key={id} className="list-action" type="button" onClick={() => mention(name)}>
              {`@${name}`}
            </button>
          ))}
        </p>
      )}
    </ActForm>
  );
}
