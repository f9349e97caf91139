import { useState } from 'react';
import { RecoverySheet as Asked } from '../../contracts/connections.ts';
import { Button } from '../../ui/button.tsx';
import { useAdminHost } from '../base/admin-context.ts';
import { DataForm } from '../drafts/data-form.tsx';

/** What brings the shop back on another machine, to be printed. It has the key of the backups, so the password is asked for. */
export function RecoverySheet() {
  const { save } = useAdminHost();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  if (!isOpen)
    return (
      <p>
        <Button isQuiet onClick={() => setIsOpen(true)}>
          Download the recovery sheet
        </Button>{' '}
        <small>It says how to bring the shop back if its machine is lost. Print it.</small>
      </p>
    );
  return (
    <DataForm
      schema={Asked}
      initial={{ password: '' }}
      takesFocus
      label="Recovery sheet"
      fields={[
        {
          name: 'password',
          label: 'Your password',
          type: 'password',
          autoComplete: 'current-password',
          help: 'The sheet has the key of the backups. Keep it somewhere other than the server.',
        },
      ]}
      act={async (client, body) => {
        const { name, text } = await client.call('POST /api/json/recovery-sheet', { body });
        save(name, text);
        close();
        return undefined;
      }}
      failure="Couldn’t make the recovery sheet"
      submit="Download"
      busyLabel="Checking…"
      onCancel={close}
    />
  );
}
