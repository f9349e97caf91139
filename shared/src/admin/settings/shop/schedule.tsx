import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Modal } from '../../base/modal.tsx';

/** In the reader's time zone: "Mon, Nov 30, 2026, 9:00 AM EST". */
export const localTime = (at: string): string =>
  new Date(at).toLocaleString('en-US', {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });

type ScheduleProps = { onChoose: (publishAt: string) => void; onClose: () => void };

/** Asks when to publish. */
export function Schedule({ onChoose, onClose }: ScheduleProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  // A time without a zone is one of the reader's.
  const at = new Date(typed);
  const choose = () => {
    if (!(at > new Date())) return setError('Please choose a date and time in the future');
    onClose();
    onChoose(at.toISOString());
  };
  return (
    <Modal label="Schedule" title="When should your website change?" onClose={onClose}>
      <form
        className="admin-form stack gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          choose();
        }}
      >
        <TextField
          label="Date and time"
          help={`Your time zone: ${new Intl.DateTimeFormat().resolvedOptions().timeZone}`}
          type="datetime-local"
          value={typed}
          error={error}
          onChange={({ target }) => setTyped(target.value)}
        />
        <div className="admin-actions cluster gap-2-4 middle">
          <Button type="submit">Schedule</Button>
          <Button isQuiet onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Modal>
  );
}
