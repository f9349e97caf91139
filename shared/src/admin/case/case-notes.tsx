import { useRef, useState, type SubmitEvent } from 'react';
import { Note } from '../../contracts/cases.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { useCaseAction } from './case.queries.ts';

export const NOTE_FIELD = 'case-note';

/** Internal: no client ever sees it. */
export function AddNote({ orderNumber }: { orderNumber: string }) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const input = useRef<HTMLTextAreaElement>(null);
  const { isBusy, run } = useCaseAction(
    (client, note: string) => client.addNote(orderNumber, note),
    'The note was not added',
  );
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { data, error } = Note.safeParse({ text });
    setFault(error?.issues[0]?.message);
    if (error) return input.current?.focus();
    // What was typed meanwhile is the next note.
    run(data.text, () => setText((current) => (current === text ? '' : current)));
  };
  return (
    <form className="case-note-form" noValidate onSubmit={submit}>
      <TextArea
        ref={input}
        id={NOTE_FIELD}
        label="Internal note"
        help="Only administrators see it."
        rows={2}
        value={text}
        error={fault}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" isQuiet isBusy={isBusy}>
        Add note
      </Button>
    </form>
  );
}
