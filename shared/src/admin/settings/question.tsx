import { Button } from '../../ui/button.tsx';
import { restoreFocus } from '../base/act.tsx';
import { Modal } from '../base/modal.tsx';

type QuestionProps = {
  title: string;
  text: string;
  /** The label of the button that does it. */
  confirm: string;
  onConfirm: () => void;
  onClose: () => void;
};

/** A question before something that is hard to undo. */
export function Question({ title, text, confirm, onConfirm, onClose }: QuestionProps) {
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
      <div className="settings-row-actions">
        <Button onClick={() => close(onConfirm)}>{confirm}</Button>
        <Button isQuiet onClick={() => close()}>
          Cancel
        </Button>
      </div>
    </Modal>
  );
}
