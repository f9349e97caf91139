import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import { AddTotp } from '../../contracts/security.ts';
import { Button } from '../../ui/button.tsx';
import { useAdminHost } from '../base/admin-context.ts';
import { Act } from '../base/act.tsx';
import { DataForm } from '../drafts/data-form.tsx';
import { Card } from '../base/card.tsx';
import { Moment } from '../list/times.tsx';
import { addPasskey, canUsePasskeys, isCanceled } from '../login/passkeys.ts';
import { AUTH_STATUS_KEY, useMay } from '../base/session.queries.ts';
import { Reads } from '../base/query-panel.tsx';
import { Name, Row } from './row.tsx';
import { Required, Sessions } from './security-sessions.tsx';

type Security = ResponseOf<'GET /api/json/security'>;
type Added = ResponseOf<'POST /api/admin/security/recovery-codes'>;

/** The administrator’s second factors and sessions, and the shop’s rules, which owners set. */
export function SecuritySection() {
  const isOwner = useMay('manage');
  const [codes, setCodes] = useState<string[] | null>(null);
  const queryClient = useQueryClient();
  const onAdded = (added: Added) => {
    // It says whether there is a passkey.
    void queryClient.invalidateQueries({ queryKey: AUTH_STATUS_KEY });
    setCodes(added.recoveryCodes);
    return added;
  };
  return (
    <Reads call="GET /api/json/security" isStill>
      {(security) => (
        <div className="stack gap-4">
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
    </Reads>
  );
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { save } = useAdminHost();
  return (
    <Card
      title="Your recovery codes"
      about="If you lose your second factor, use one of these codes after your password. Each code works once. They’re shown only once, so keep them somewhere safe."
    >
      <ul className="recovery-codes stack gap-2">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="settings-row-actions cluster gap-2 end">
        <Button
          isQuiet
          onClick={() => {
            save('recovery-codes.txt', `${codes.join('\n')}\n`);
            onClose();
          }}
        >
          Save as a file
        </Button>
        <Button isQuiet onClick={onClose}>
          I’ve saved them
        </Button>
      </div>
    </Card>
  );
}

/** `onAdded` shows the recovery codes and returns the response. */
type FactorProps = Security & { onAdded: (added: Added) => Added };
type Setup = ResponseOf<'POST /api/admin/security/totp/new'>;

function AuthenticatorApp({ hasTotp, onAdded }: FactorProps) {
  const [setup, setSetup] = useState<Setup | null>(null);
  return (
    <Card
      title="Authenticator app"
      about={
        hasTotp
          ? 'On. You’re asked for a code from your app after your password.'
          : 'An app on your phone shows a new code every 30 seconds. You’re asked for it after your password.'
      }
    >
      {setup ? (
        <AppSetup setup={setup} onAdded={onAdded} onDone={() => setSetup(null)} />
      ) : (
        <div className="settings-row-actions cluster gap-2 end">
          <Act
            isQuiet
            act={async (client) => {
              setSetup(await client.call('POST /api/admin/security/totp/new'));
            }}
            failure="Couldn’t set up the app"
          >
            {hasTotp ? 'Set up a new app' : 'Set up an app'}
          </Act>
          {hasTotp && (
            <Act isQuiet call="POST /api/admin/security/totp/remove" failure="Couldn’t remove the app">
              Turn off
            </Act>
          )}
        </div>
      )}
    </Card>
  );
}

type AppSetupProps = Pick<FactorProps, 'onAdded'> & { setup: Setup; onDone: () => void };

const AppSetup = ({ setup: { secret, qrSvg }, onAdded, onDone }: AppSetupProps) => (
  <DataForm
    schema={z.object({ code: AddTotp.shape.code })}
    initial={{ code: '' }}
    fields={[
      <img
        key="picture"
        className="totp-code"
        src={`data:image/svg+xml,${encodeURIComponent(qrSvg)}`}
        alt="QR code for your authenticator app"
      />,
      <p key="secret" className="admin-small">
        Or type this key into the app: <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>,
      {
        name: 'code',
        label: 'Code from the app',
        width: 'short',
        inputMode: 'numeric',
        autoComplete: 'one-time-code',
      },
    ]}
    act={async (client, { code }) =>
      onAdded(await client.call('POST /api/admin/security/totp', { body: { secret, code } }))
    }
    failure="Couldn’t add the app"
    submit="Turn on"
    busyLabel="Checking…"
    onDone={onDone}
  />
);

function Passkeys({ passkeys, onAdded }: FactorProps) {
  const { homeUrl } = useAdminHost();
  return (
    <Card
      title="Passkeys"
      about="Log in with your fingerprint, your face, or a security key, without a password."
    >
      {passkeys.length > 0 && (
        <ul className="settings-rows lines">
          {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
            <Row
              key={id}
              title={<Name name={name} />}
              actions={
                <Act
                  isQuiet
                  aria-label={`Remove ${name}`}
                  call="POST /api/admin/security/passkeys/:id/remove"
                  params={{ id }}
                  failure="Couldn’t remove the passkey"
                >
                  Remove
                </Act>
              }
            >
              Added <Moment at={createdAt} />
              <Moment before=" · Last used " at={lastUsedAt} />
            </Row>
          ))}
        </ul>
      )}
      {canUsePasskeys(homeUrl) ? (
        <NewPasskey onAdded={onAdded} />
      ) : (
        <p className="admin-small">To add or use a passkey, open the dashboard in your browser.</p>
      )}
    </Card>
  );
}

const NewPasskey = ({ onAdded }: Pick<FactorProps, 'onAdded'>) => (
  <DataForm
    schema={z.object({ name: z.string() })}
    initial={{ name: '' }}
    fields={[{ name: 'name', label: 'Name', help: 'For example, the device it’s saved on.', maxLength: 50 }]}
    act={async (client, { name }, form) => {
      try {
        const added = onAdded(await addPasskey(client, name.trim() || 'Passkey'));
        form.reset();
        return added;
      } catch (error) {
        if (!isCanceled(error)) throw error;
        return { success: true, message: 'No passkey was added' };
      }
    }}
    failure="Couldn’t add the passkey"
    submit="Add a passkey"
    busyLabel="Waiting for your device…"
  />
);

function RecoveryCard({ left, onAdded }: { left: number } & Pick<FactorProps, 'onAdded'>) {
  return (
    <Card
      title="Recovery codes"
      about={`${left === 1 ? '1 code is left.' : `${left} codes are left.`} New codes replace the old ones.`}
    >
      <Act
        isQuiet
        act={async (client) => onAdded(await client.call('POST /api/admin/security/recovery-codes'))}
        failure="Couldn’t create new codes"
      >
        Create new codes
      </Act>
    </Card>
  );
}
