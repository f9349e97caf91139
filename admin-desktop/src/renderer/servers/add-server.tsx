import { Button } from '@northlight/shared/ui/button.tsx';
import { ErrorSummary } from '@northlight/shared/ui/error-summary.tsx';
import { TextField } from '@northlight/shared/ui/field.tsx';
import { useId, useState, type SubmitEvent } from 'react';
import { failureWords, openServer } from './servers-store.ts';

/** Asks for a shop's address, and opens its dashboard if the shop responds. */
export function AddServer({ isFirst = false }: { isFirst?: boolean }) {
  const addressId = useId();
  const [address, setAddress] = useState('');
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const [isBusy, setIsBusy] = useState(false);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setFault(undefined);
    setIsBusy(true);
    const found = await connect(name.trim(), address.trim());
    setIsBusy(false);
    setFault(found);
    setAttempt(attempt + 1);
  };

  return (
    <form className="admin-form stack gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <ErrorSummary faults={fault ? [{ fieldId: addressId, label: 'Shop address' }] : []} attempt={attempt} />
      <TextField
        id={addressId}
        label="Shop address"
        help="The shop’s website address, such as shop.example.com."
        inputMode="url"
        // This is the only thing to do here. It also gets the focus when the last shop was removed, because
        // the element that had the focus is gone.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isFirst}
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        value={address}
        error={fault}
        onChange={({ target }) => setAddress(target.value)}
      />
      <TextField
        label="Name (optional)"
        help="Only shown in this app. Leave blank to use the shop’s own name."
        autoComplete="off"
        maxLength={80}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" isBusy={isBusy} busyLabel="Connecting…">
        Connect
      </Button>
    </form>
  );
}

/** Returns an error message. Undefined if the shop is about to open. */
async function connect(name: string, address: string): Promise<string | undefined> {
  if (address === '') return 'Please enter the shop’s address';
  try {
    const result = await window.northlight.addServer(name, address);
    if (!result.isAdded) return result.reason;
    await openServer(result.server.id);
    return undefined;
  } catch (error) {
    return failureWords(error);
  }
}
