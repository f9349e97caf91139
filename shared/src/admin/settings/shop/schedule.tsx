import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Modal } from '../../base/modal.tsx';

/** In the reader's time zone: "Mon, Nov 30, 9:00 AM EST". */
export const localTime = (at: string): string =>
  new Date(at).toLocaleString('en-US', {
    weekday: 'short',
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
    if (at > new Date()) onChoose(at.toISOString());
    else setError('Please choose a date and time that isn’t over');
  };
  return (
    <Modal label="Schedule" className="drop-services" onClose={onClose}>
      <h3>When should your website change?</h3>
      <TextField
        label="Date and time"
        help="In your time zone."
        type="datetime-local"
        value={typed}
        error={error}
        onChange={({ target }) => {
          setTyped(target.value);
          setError(undefined);
        }}
      />
      <div className="settings-row-actions">
        <Button onClick={choose}>Schedule</Button>
        <Button isQuiet onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Modal>
  );
}
