import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { restoreFocus, useAdminAction, type ActProps } from './act.tsx';
import type { AdminClient } from './admin-client.ts';
import { Modal } from './modal.tsx';
import { Choices } from './fields.tsx';

type Asked = {
  title: string;
  text: string;
  /** The label of the button that does it. */
  confirm: string;
  /** The label of the other one. */
  keep?: string;
  /** What has to be chosen first. */
  choices?: { label: string; options: Record<string, string> } | null;
};

/** A question before something that is hard to undo. */
export function Question({
  title,
  text,
  confirm,
  keep = 'Cancel',
  choices,
  onConfirm,
  onClose,
}: Asked & { onConfirm: (choice: string) => void; onClose: () => void }) {
  const [choice, setChoice] = useState('');
  const close = (then?: () => void) => {
    onClose();
    then?.();
    // The button that asked may be in a closed menu.
    restoreFocus();
  };
  return (
    <Modal label={title} onClose={close}>
      <p>{text}</p>
      {choices && (
        <SelectField label={choices.label} value={choice} onChange={({ target }) => setChoice(target.value)}>
          <Choices of={{ '': 'Please choose', ...choices.options }} />
        </SelectField>
      )}
      <div className="admin-actions cluster gap-2-4 middle">
        <Button disabled={Boolean(choices) && !choice} onClick={() => close(() => onConfirm(choice))}>
          {confirm}
        </Button>
        <Button isQuiet onClick={() => close()}>
          {keep}
        </Button>
      </div>
    </Modal>
  );
}

type AskActProps = Omit<ActProps, 'act'> &
  Asked & { act: (client: AdminClient, choice: string) => ReturnType<ActProps['act']> };

/** A button that runs an action after a question. */
export function AskAct({
  act,
  failure,
  onDone,
  title,
  text,
  confirm,
  keep = 'Cancel',
  choices,
  ...button
}: AskActProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { isBusy, run } = useAdminAction(act, failure);
  return (
    <>
      <Button isQuiet isBusy={isBusy} {...button} onClick={() => setIsAsking(true)} />
      {isAsking && (
        <Question
          {...{ title, text, confirm, keep, choices: choices ?? null }}
          onConfirm={(choice) => run(choice, onDone)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
