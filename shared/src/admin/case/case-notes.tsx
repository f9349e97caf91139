import * as z from 'zod/mini';
import { Note } from '../../contracts/cases.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { useDraftForm } from '../drafts/use-draft-form.ts';
import { useAdminAction } from '../base/use-admin-action.ts';
import { useSendKey } from '../base/use-send-key.ts';

const Fields = z.object({ text: Note.shape.text });
export const NOTE_FIELD = 'case-note';

/** Internal notes. Customers never see them. */
export function AddNote({ orderNumber }: { orderNumber: string }) {
  const { form, onSaved } = useDraftForm(`${orderNumber} note`, Fields, { text: '' });
  const { keyOf, onStored } = useSendKey();
  const { isBusy, run } = useAdminAction(async (client, typed: { text: string }) => {
    const text = typed.text.trim();
    const answer = await client.call('POST /api/admin/cases/:orderNumber/notes', {
      params: { orderNumber },
      body: { text, key: keyOf(text) },
    });
    onStored();
    // Text typed since then stays in the field as the next note.
    onSaved(typed);
    return answer;
  }, 'Couldn’t add the note');
  return (
    <form
      className="case-note-form"
      noValidate
      onSubmit={(event) => void form.handleSubmit(() => run({ ...form.getValues() }))(event)}
    >
      <TextArea
        {...form.register('text')}
        id={NOTE_FIELD}
        label="Internal note"
        help="Only administrators can see this."
        rows={2}
        error={form.formState.errors.text?.message}
      />
      <Button type="submit" isQuiet isBusy={isBusy}>
        Add note
      </Button>
    </form>
  );
}
