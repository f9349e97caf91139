import * as z from 'zod/mini';
import { Note } from '../../contracts/cases.ts';
import { TextArea } from '../../ui/field.tsx';
import { useDraftForm } from '../drafts/use-draft-form.ts';
import { ActForm, useSendOnce } from '../base/act-form.tsx';

const Fields = z.object({ text: Note.shape.text });
export const NOTE_FIELD = 'case-note';

/** Internal notes. Customers never see them. */
export function AddNote({ orderNumber }: { orderNumber: string }) {
  const { form, field, onSaved } = useDraftForm(`${orderNumber} note`, Fields, { text: '' });
  const sendOnce = useSendOnce();
  return (
    <ActForm
      className="case-note-form"
      form={form}
      act={(client, { text }) =>
        sendOnce(text, (body) =>
          client.call('POST /api/admin/cases/:orderNumber/notes', { params: { orderNumber }, body }),
        )
      }
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
        help="Only your team can see this."
        rows={2}
      />
    </ActForm>
  );
}
