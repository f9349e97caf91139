import { Modal } from '@northlight/shared/admin/base/modal.tsx';
import { Button } from '@northlight/shared/ui/button.tsx';
import { useState } from 'react';
import { failureWords } from './servers-store.ts';

type ForgetServerProps = { name: string; onForget: () => Promise<void>; onClose: () => void };

/** Removing a shop deletes only the data on this computer. While offline, the shop cannot be added again. */
export function ForgetServer({ name, onForget, onClose }: ForgetServerProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const forget = async () => {
    setIsBusy(true);
    try {
      await onForget();
    } catch (error) {
      setFailure(failureWords(error));
      setIsBusy(false);
    }
  };
  return (
    <Modal
      label={`Remove ${name}`}
      title={
        <>
          Remove <bdi>{name}</bdi>?
        </>
      }
      onClose={onClose}
    >
      <p>
        You’ll be logged out of this shop, and its saved data will be deleted from this computer. Nothing
        changes on the server.
      </p>
      <div role="alert">{failure && <p className="admin-failure">{failure}</p>}</div>
      <p className="admin-actions cluster gap-2-4 middle">
        <Button className="danger" isBusy={isBusy} onClick={() => void forget()}>
          Remove shop
        </Button>
        <Button isQuiet onClick={onClose}>
          Cancel
        </Button>
      </p>
    </Modal>
  );
}
