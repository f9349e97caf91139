import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useAdminHost } from '../base/admin-context.ts';
import { Modal } from '../base/modal.tsx';
import { useMe } from '../base/session.queries.ts';
import { FactorForm } from './factor-form.tsx';
import { signWithPasskey } from './passkeys.ts';

/** Asks for the second factor again before something sensitive. */
export function ConfirmDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const { client } = useAdminHost();
  const hasPasskey = useMe()?.hasPasskey ?? true;
  const { pathname } = useLocation();
  const [page] = useState(pathname);
  // It ends with the page that asked.
  useEffect(() => {
    if (pathname !== page) onAnswer(false);
  }, [pathname, page, onAnswer]);
  const confirm = async (body: Awaited<ReturnType<typeof signWithPasskey>> | { code: string }) => {
    await client.call('POST /api/admin/security/confirm', { body });
    onAnswer(true);
  };
  return (
    <Modal label="Confirm that it’s you" onClose={() => onAnswer(false)}>
      <p className="admin-small">
        We ask again before sensitive actions if you last confirmed more than 10 minutes ago.
      </p>
      <FactorForm
        {...{ hasPasskey }}
        sendCode={(code) => confirm({ code })}
        sendPasskey={async () =>
          confirm(await signWithPasskey(await client.call('POST /api/admin/security/confirm/options')))
        }
      />
      <p className="admin-actions cluster gap-2-4 middle">
        <Button isQuiet onClick={() => onAnswer(false)}>
          Cancel
        </Button>
      </p>
    </Modal>
  );
}
