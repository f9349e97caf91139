import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { restoreFocus } from '../base/act.tsx';
import { Modal } from '../base/modal.tsx';

type QuestionProps = {
  title: string;
  text: string;
  /** The label of the button that does it. */
  confirm: string;
  /** What else has to be answered. The button stays off until it is. */
  children?: ReactNode;
  isAnswered?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** A question before something that is hard to undo. */
export function Question({
  title,
  text,
  confirm,
  children,
  isAnswered = true,
  onConfirm,
  onClose,
}: QuestionProps) {
  const close = (then?: () => void) => {
    onClose();
    then?.();
    // The button that asked may be in a closed menu.
    restoreFocus();
  };
  return (
    <Modal label={title} className="drop-services" onClose={close}>
      <h3>{title}</h3>
      <p>{text}</p>
      {children}
      <div className="settings-row-actions">
        <Button disabled={!isAnswered} onClick={() => close(onConfirm)}>
          {confirm}
        </Button>
        <Button isQuiet onClick={() => close()}>
          Cancel
        </Button>
      </div>
    </Modal>
  );
}
