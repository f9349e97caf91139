import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { restoreFocus } from './act.tsx';
import { Choices } from './fields.tsx';
import { Modal } from './modal.tsx';
import { useUi, type Asked } from './ui-store.ts';

type QuestionProps = { asked: Asked & { onConfirm: (choice: string) => void } };

const forget = () => useUi.setState({ asked: null });

/** What `ask` asks. It ends with the page that asked it, and with the login. */
export function Question({ asked }: QuestionProps) {
  const { title, text, confirm, keep = 'Cancel', choices, onConfirm } = asked;
  const [choice, setChoice] = useState('');
  const { pathname } = useLocation();
  const [page] = useState(pathname);
  useEffect(() => {
    if (pathname !== page) forget();
  }, [pathname, page]);
  useEffect(() => forget, []);
  const close = (isConfirmed: boolean) => {
    forget();
    if (isConfirmed) onConfirm(choice);
    // The button that asked may be in a closed menu.
    restoreFocus();
  };
  return (
    <Modal label={title} onClose={() => close(false)}>
      <p>{text}</p>
      {choices && (
        <SelectField label={choices.label} value={choice} onChange={({ target }) => setChoice(target.value)}>
          <Choices of={{ '': 'Please choose', ...choices.options }} />
        </SelectField>
      )}
      <div className="admin-actions cluster gap-2-4 middle">
        <Button disabled={Boolean(choices) && !choice} onClick={() => close(true)}>
          {confirm}
        </Button>
        <Button isQuiet onClick={() => close(false)}>
          {keep}
        </Button>
      </div>
    </Modal>
  );
}
