import { useRef, useState } from 'react';
import { CallError, failureText } from '../../contracts/call-error.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useAdminHost } from '../base/admin-context.ts';
import { canUsePasskeys, isCanceled } from './passkeys.ts';

type FactorFormProps = {
  hasPasskey: boolean;
  sendCode: (code: string) => Promise<unknown>;
  sendPasskey: () => Promise<unknown>;
};

/** Asks for a code or a passkey. */
export function FactorForm({ hasPasskey, sendCode, sendPasskey }: FactorFormProps) {
  const { homeUrl } = useAdminHost();
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<string>();
  const [wrongCode, setWrongCode] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const refuseCode = (text: string) => {
    setWrongCode(text);
    setCode('');
    field.current?.focus();
  };
  const run = async (send: () => Promise<unknown>, isCode = false) => {
    if (isBusy) return;
    setIsBusy(true);
    setFailure(undefined);
    setWrongCode(undefined);
    await send().catch((error: unknown) => {
      const text = isCanceled(error)
        ? 'No passkey was used. Try again, or enter a code.'
        : failureText(
            error,
            'That didn’t work. Please try again.',
            'Couldn’t reach the server. Please try again.',
          );
      // The code of a call without an answer may still be right.
      if (isCode && error instanceof CallError && error.status > 0) refuseCode(text);
      else setFailure(text);
    });
    setIsBusy(false);
  };
  return (
    <form
      className="admin-form stack gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim()) void run(() => sendCode(code), true);
        else refuseCode('Please enter a code');
      }}
    >
      <TextField
        label="Code"
        help="The 6 digits from your authenticator app, or a recovery code."
        ref={field}
        error={wrongCode}
        value={code}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onChange={({ target }) => setCode(target.value)}
      />
      <div role="alert">{failure && <p className="admin-failure">{failure}</p>}</div>
      <Button type="submit" isBusy={isBusy} busyLabel="Checking…">
        Continue
      </Button>
      {hasPasskey && canUsePasskeys(homeUrl) && (
        <Button isQuiet isBusy={isBusy} onClick={() => void run(sendPasskey)}>
          Use a passkey
        </Button>
      )}
    </form>
  );
}
