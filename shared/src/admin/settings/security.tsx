import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useAdminHost } from '../base/admin-context.ts';
import { useAdminAction } from '../base/use-admin-action.ts';
import { Moment } from '../list/timestamp.tsx';
import { addPasskey, canUsePasskeys, isCanceled } from '../login/passkeys.ts';
import { useMay } from '../base/session.queries.ts';
import { QueryPanel } from '../base/query-panel.tsx';
import { reads } from '../base/reads.ts';
import { Required, Sessions } from './security-sessions.tsx';

type Security = ResponseOf<'GET /api/json/security'>;
type Added = ResponseOf<'POST /api/admin/security/recovery-codes'>;

/** The own second factors and sessions, and for owners what the shop requires. */
export function SecuritySection() {
  const query = useQuery(reads('GET /api/json/security'));
  const isOwner = useMay('manage');
  const [codes, setCodes] = useState<string[] | null>(null);
  const onAdded = ({ recoveryCodes }: Added) => setCodes(recoveryCodes);
  return (
    <QueryPanel query={query} loading={<p className="admin-wait">Loading…</p>}>
      {(security) => (
        <div className="admin-cards">
          {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
          <AuthenticatorApp {...security} onAdded={onAdded} />
          <Passkeys {...security} onAdded={onAdded} />
          {(security.hasTotp || security.passkeys.length > 0) && (
            <RecoveryCard left={security.recoveryCodesLeft} onAdded={onAdded} />
          )}
          <Sessions {...security} />
          {isOwner && <Required {...security} />}
        </div>
      )}
    </QueryPanel>
  );
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { save } = useAdminHost();
  return (
    <section className="admin-card" aria-labelledby="codes-title">
      <h3 id="codes-title">Your recovery codes</h3>
      <p className="admin-small">
        If you lose your second factor, use one of these codes after your password. Each code works once.
        They’re shown only once, so keep them somewhere safe.
      </p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="settings-row-actions">
        <Button isQuiet onClick={() => save('recovery-codes.txt', `${codes.join('\n')}\n`)}>
          Save as a file
        </Button>
        <Button isQuiet onClick={onClose}>
          I’ve saved them
        </Button>
      </div>
    </section>
  );
}

type FactorProps = Security & { onAdded: (added: Added) => void };

function AuthenticatorApp({ hasTotp, onAdded }: FactorProps) {
  const [setup, setSetup] = useState<ResponseOf<'POST /api/admin/security/totp/new'> | null>(null);
  const [code, setCode] = useState('');
  const { isBusy: isStarting, run: start } = useAdminAction(async (client) => {
    const answer = await client.call('POST /api/admin/security/totp/new');
    setSetup(answer);
    return { success: true, message: '' };
  }, 'Couldn’t set up the app');
  const { isBusy, run: add } = useAdminAction(async (client, secret: string) => {
    const answer = await client.call('POST /api/admin/security/totp', { body: { secret, code } });
    onAdded(answer);
    return answer;
  }, 'Couldn’t add the app');
  const { isBusy: isRemoving, run: remove } = useAdminAction(
    (client) => client.call('POST /api/admin/security/totp/remove'),
    'Couldn’t remove the app',
  );
  return (
    <section className="admin-card" aria-labelledby="totp-title">
      <h3 id="totp-title">Authenticator app</h3>
      <p className="admin-small">
        {hasTotp
          ? 'On. You’re asked for a code from your app after your password.'
          : 'An app on your phone shows a new code every 30 seconds. You’re asked for it after your password.'}
      </p>
      {setup ? (
        <form
          className="admin-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            add(setup.secret, () => {
              setSetup(null);
              setCode('');
            });
          }}
        >
          <img
            className="totp-code"
            src={`data:image/svg+xml,${encodeURIComponent(setup.qrSvg)}`}
            alt="QR code for your authenticator app"
          />
          <p className="admin-small">
            Or type this key into the app: <code>{setup.secret.match(/.{1,4}/g)?.join(' ')}</code>
          </p>
          <TextField
            label="Code from the app"
            width="short"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
          <Button type="submit" isBusy={isBusy} busyLabel="Checking…">
            Turn on
          </Button>
        </form>
      ) : (
        <div className="settings-row-actions">
          <Button isQuiet isBusy={isStarting} onClick={() => start(undefined)}>
            {hasTotp ? 'Set up a new app' : 'Set up an app'}
          </Button>
          {hasTotp && (
            <Button isQuiet isBusy={isRemoving} onClick={() => remove(undefined)}>
              Turn off
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

function Passkeys({ passkeys, onAdded }: FactorProps) {
  const { homeUrl } = useAdminHost();
  const [name, setName] = useState('');
  const { isBusy, run: add } = useAdminAction(async (client) => {
    try {
      const answer = await addPasskey(client, name.trim() || 'Passkey');
      setName('');
      onAdded(answer);
      return answer;
    } catch (error) {
      if (!isCanceled(error)) throw error;
      return { success: true, message: 'No passkey was added' };
    }
  }, 'Couldn’t add the passkey');
  const { isBusy: isRemoving, run: remove } = useAdminAction(
    (client, id: string) => client.call('POST /api/admin/security/passkeys/:id/remove', { params: { id } }),
    'Couldn’t remove the passkey',
  );
  return (
    <section className="admin-card" aria-labelledby="passkeys-title">
      <h3 id="passkeys-title">Passkeys</h3>
      <p className="admin-small">
        Log in with your fingerprint, your face, or a security key, without a password.
      </p>
      {passkeys.length > 0 && (
        <ul className="settings-rows">
          {passkeys.map(({ id, name: label, createdAt, lastUsedAt }) => (
            <li key={id}>
              <div className="settings-row-text">
                <strong>
                  <bdi>{label}</bdi>
                </strong>
                <p className="admin-small">
                  Added <Moment at={createdAt} />
                  {lastUsedAt && (
                    <>
                      {' '}
                      · Last used <Moment at={lastUsedAt} />
                    </>
                  )}
                </p>
              </div>
              <Button isQuiet isBusy={isRemoving} aria-label={`Remove ${label}`} onClick={() => remove(id)}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {canUsePasskeys(homeUrl) ? (
        <form
          className="admin-form"
          onSubmit={(event) => {
            event.preventDefault();
            add(undefined);
          }}
        >
          <TextField
            label="Name"
            help="For example, the device it’s saved on."
            maxLength={50}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <Button type="submit" isBusy={isBusy} busyLabel="Waiting for your device…">
            Add a passkey
          </Button>
        </form>
      ) : (
        <p className="admin-small">To add or use a passkey, open the dashboard in your browser.</p>
      )}
    </section>
  );
}

function RecoveryCard({ left, onAdded }: { left: number; onAdded: (added: Added) => void }) {
  const { isBusy, run } = useAdminAction(async (client) => {
    const answer = await client.call('POST /api/admin/security/recovery-codes');
    onAdded(answer);
    return answer;
  }, 'Couldn’t create new codes');
  return (
    <section className="admin-card" aria-labelledby="recovery-title">
      <h3 id="recovery-title">Recovery codes</h3>
      <p className="admin-small">
        {left === 1 ? '1 code is left.' : `${left} codes are left.`} New codes replace the old ones.
      </p>
      <Button isQuiet isBusy={isBusy} onClick={() => run(undefined)}>
        Create new codes
      </Button>
    </section>
  );
}
