import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { CallError } from '../../contracts/call-error.ts';
import { KEY_END, type Connection, type ConnectionField } from '../../contracts/connections.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Act } from '../base/act.tsx';
import { Card } from '../base/card.tsx';
import { Reads } from '../base/query-panel.tsx';
import { DataForm } from '../drafts/data-form.tsx';
import { Moment } from '../list/times.tsx';
import { Check, Choices } from '../base/fields.tsx';
import { RecoverySheet } from './recovery-sheet.tsx';
import { LivePayments } from './live-payments.tsx';
import { NewKey } from './new-key.tsx';

const STATES: Record<Connection['state'], { label: string; mark: string }> = {
  works: { label: 'Works', mark: 'ok' },
  fails: { label: 'Doesn’t work', mark: 'failure' },
  unchecked: { label: 'Not checked yet', mark: 'todo' },
  'not-connected': { label: 'Not connected', mark: 'off' },
};
const SAVE = 'POST /api/json/connections/:id';
/** The server checks the values with the service. */
const Typed = z.record(z.string(), z.string());

/** The services that the shop works with. */
export function Connections() {
  return (
    <Reads call="GET /api/json/connections" isStill>
      {({ connections }) => (
        <div className="stack gap-4">
          <LivePayments />
          {connections.map((one) => (
            <ConnectionCard key={one.id} connection={one} />
          ))}
        </div>
      )}
    </Reads>
  );
}

type CardProps = { connection: Connection };

function ConnectionCard({ connection }: CardProps) {
  const { id, version, label, about, state, since } = connection;
  const { reason, lastChecked, facts, progress, asks, fixed } = connection;
  // Whoever was led here to set it up needs its form.
  const { field } = useSearch({ strict: false });
  const [isOpen, setIsOpen] = useState(field === label && !fixed);
  const isConnected = state !== 'not-connected';
  const change = isConnected ? 'Change' : 'Connect';
  return (
    <Card title={label} about={about}>
      <p>
        <span className="status-label" data-check={STATES[state].mark}>
          {STATES[state].label}
        </span>{' '}
        {since && (
          <small>
            since <Moment at={since} />
          </small>
        )}
      </p>
      {reason && <p className="admin-failure">{reason}</p>}
      {facts.map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
      {progress && <p role="status">{`${progress}…`}</p>}
      {asks && (
        <p>
          <span>{asks}</span>{' '}
          <Act
            isQuiet
            call={SAVE}
            params={{ id }}
            body={{ action: 'confirm', version }}
            failure="Couldn’t confirm it"
          >
            It arrived
          </Act>{' '}
          <small>If not, look in the spam folder, then choose Check now to send another one.</small>
        </p>
      )}
      {lastChecked && (
        <p className="admin-small">
          Last checked <Moment at={lastChecked} />
        </p>
      )}
      {fixed && (
        <p className="admin-small">Set on the server. Whoever runs the server can change it there.</p>
      )}
      {(isConnected || !fixed) && (
        <div className="settings-row-actions cluster gap-2 end">
          {!fixed && (
            <Button
              isQuiet
              aria-expanded={isOpen}
              aria-label={`${change}: ${label}`}
              onClick={() => setIsOpen(!isOpen)}
            >
              {change}
            </Button>
          )}
          {isConnected && (
            <Act
              isQuiet
              aria-label={`Check now: ${label}`}
              busyLabel="Checking…"
              call={SAVE}
              params={{ id }}
              body={{ action: 'check', version }}
              failure={`Couldn’t check ${label}`}
            >
              Check now
            </Act>
          )}
          {isConnected && !fixed && (
            <Act
              isQuiet
              className="danger"
              aria-label={`Disconnect: ${label}`}
              asks={{
                title: `Disconnect ${label}?`,
                text: 'The shop stops using it at once. What is under way is still finished with it.',
                confirm: `Disconnect ${label}`,
              }}
              call={SAVE}
              params={{ id }}
              body={{ action: 'disconnect', version }}
              failure={`Couldn’t disconnect ${label}`}
              onDone={() => setIsOpen(false)}
            >
              Disconnect
            </Act>
          )}
        </div>
      )}
      {id === 'backups' && isConnected && <RecoverySheet />}
      {isOpen && <ConnectionForm connection={connection} onDone={() => setIsOpen(false)} />}
    </Card>
  );
}

function ConnectionForm({ connection, onDone }: { connection: Connection; onDone: () => void }) {
  const { id, version, label, fields, presets, links = [] } = connection;
  const [choices, setChoices] = useState<Record<string, Record<string, string>>>({});
  const [continueAt, setContinueAt] = useState<{ label: string; url: string }>();
  const [didFail, setDidFail] = useState(false);
  const [anyway, setAnyway] = useState(false);
  const [question, setQuestion] = useState<{ text: string; account: string }>();
  const [isConfirmed, setIsConfirmed] = useState(false);
  const initial = Object.fromEntries(
    fields.flatMap(({ name, value, isGenerated }) => [
      [name, value ?? ''],
      ...(isGenerated ? [[`${name}End`, '']] : []),
    ]),
  );
  if (continueAt)
    return (
      <p>
        <a className="button" href={continueAt.url} target="_blank" rel="noreferrer" onClick={onDone}>
          {`Continue at ${continueAt.label}`}
        </a>{' '}
        <small>Log in there as this mailbox. Nothing is saved until you consent.</small>
      </p>
    );
  return (
    <DataForm<Record<string, string>, Record<string, string>>
      schema={Typed}
      initial={initial}
      takesFocus={presets.length === 0}
      label={label}
      fields={(typed, form) => [
        links.length > 0 && (
          <p key="links" className="cluster gap-2-4 middle admin-small">
            {links.map((page) => (
              <a key={page.url} href={page.url} target="_blank" rel="noreferrer">
                {page.label}
              </a>
            ))}
          </p>
        ),
        presets.length > 0 && (
          <SelectField
            label="Provider"
            defaultValue=""
            onChange={({ target: { value } }) => {
              const { values = {} } = presets.find((one) => one.label === value) ?? {};
              for (const [name, text] of Object.entries(values)) form.setValue(name, text);
            }}
          >
            <option value="">Another one</option>
            <Choices of={presets.map((one) => [one.label, one.label])} />
          </SelectField>
        ),
        ...fields.filter(isShown(typed)).flatMap((field) =>
          field.isGenerated
            ? [
                <NewKey
                  key={field.name}
                  secret={form.watch(field.name) ?? ''}
                  onMake={(made) => form.setValue(field.name, made)}
                />,
                fieldOf({ ...field, isSecret: false }),
                {
                  name: `${field.name}End`,
                  label: `Last ${KEY_END} characters of the key`,
                  help: 'Copy them from where you keep the key.',
                  autoComplete: 'off',
                },
              ]
            : [fieldOf(field, choices[field.name])],
        ),
        question !== undefined && (
          <div key="question">
            <p className="admin-failure">{question.text}</p>
            <Check
              label="Yes, from now on"
              checked={isConfirmed}
              onChange={({ target }) => setIsConfirmed(target.checked)}
            />
          </div>
        ),
        didFail && (
          <Check label="Save anyway" checked={anyway} onChange={({ target }) => setAnyway(target.checked)} />
        ),
      ]}
      act={async (client, typed) => {
        try {
          const body = {
            ...typed,
            version,
            ...(anyway && { saveAnyway: true as const }),
            ...(isConfirmed && question && { confirmAccount: question.account }),
          };
          const saved = await client.call(SAVE, { params: { id }, body });
          setChoices(saved.choices ?? {});
          setContinueAt(saved.continueAt);
          setQuestion(saved.asks);
          setIsConfirmed(false);
          if (!saved.choices && !saved.continueAt && !saved.asks) onDone();
          return saved;
        } catch (error) {
          setDidFail(error instanceof CallError && error.response?.code === 'connection_failed');
          throw error;
        }
      }}
      failure={`Couldn’t save ${label}`}
      submit="Check and save"
      busyLabel="Checking…"
      onCancel={onDone}
    />
  );
}

/** Whether a field belongs to what was chosen in another one. */
const isShown =
  (typed: Record<string, string>) =>
  ({ onlyWith }: ConnectionField): boolean =>
    onlyWith === null || onlyWith.values.includes(typed[onlyWith.field] ?? '');

/** A field of the form. A secret that is saved shows only how it ends. */
function fieldOf(field: ConnectionField, found?: Record<string, string>) {
  const { name, label, help, isSecret, isOptional, options, lastFour, savedBy } = field;
  const choices = found ? { '': 'Please choose', ...found } : options;
  const saved =
    lastFour &&
    `Saved${savedBy ? ` by ${savedBy}` : ''}: it ends with ${lastFour}. Leave this empty to keep it.`;
  return {
    name,
    label: isOptional && !options ? `${label} (optional)` : label,
    ...((saved ?? help) && { help: saved ?? help }),
    ...(choices && { kind: 'choice' as const, options: choices }),
    ...(isSecret && { type: 'password' }),
    autoComplete: isSecret ? 'new-password' : 'off',
    spellCheck: false,
  };
}
