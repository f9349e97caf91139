import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { SaveWebhook, WEBHOOK_EVENTS, webhookEvents, type Webhook } from '../../contracts/webhooks.ts';
import { Button } from '../../ui/button.tsx';
import { checkBy } from '../../ui/check-by.ts';
import { TextField } from '../../ui/field.tsx';
import { useAdminAction } from '../base/use-admin-action.ts';
import { Moment } from '../list/timestamp.tsx';
import { Modal } from '../base/modal.tsx';
import { QueryPanel } from '../base/query-panel.tsx';
import { reads } from '../base/reads.ts';
import { WebhookLog } from './webhook-log.tsx';

const NEW: SaveWebhook = { url: '', events: [...webhookEvents], isOn: true };

/** The addresses of other systems that are told what happens, and what they were told. */
export function Webhooks() {
  const query = useQuery(reads('GET /api/json/webhooks'));
  const [secret, setSecret] = useState<NewSecret | null>(null);
  const { isBusy, run: add } = useAdminAction(async (client, body: SaveWebhook) => {
    const answer = await client.call('POST /api/admin/webhooks', { body });
    setSecret({ host: hostOf(body.url), secret: answer.secret });
    return answer;
  }, 'Couldn’t add the webhook');
  return (
    <div className="settings-section">
      <p className="admin-small">
        Webhooks notify other systems, such as Zapier, Make, Slack, or your own, as soon as something happens
        in your shop.
      </p>
      {secret && <Secret key={secret.secret} {...secret} onClose={() => setSecret(null)} />}
      <QueryPanel query={query} loading={<p className="admin-wait">Loading…</p>}>
        {({ webhooks }) =>
          webhooks.length > 0 && (
            <ul className="settings-rows">
              {webhooks.map((webhook) => (
                <WebhookRow key={webhook.id} webhook={webhook} onSecret={setSecret} />
              ))}
            </ul>
          )
        }
      </QueryPanel>
      <section className="admin-card" aria-labelledby="add-webhook-title">
        <h3 id="add-webhook-title">Add a webhook</h3>
        <WebhookForm values={NEW} label="Add the webhook" isBusy={isBusy} onSave={add} />
      </section>
    </div>
  );
}

type NewSecret = { host: string; secret: string };

const hostOf = (url: string) => URL.parse(url)?.host ?? url;
/** Below it, many rows may have been scrolled to. */
const show = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

function Secret({ host, secret, onClose }: NewSecret & { onClose: () => void }) {
  return (
    <section ref={show} className="admin-card" aria-labelledby="webhook-secret-title">
      <h3 id="webhook-secret-title">
        The secret for <bdi>{host}</bdi>
      </h3>
      <p className="admin-small">
        The other system uses it to check that messages come from your shop. It’s shown only once.
      </p>
      <code className="webhook-secret">{secret}</code>
      <div className="settings-row-actions">
        <Button isQuiet onClick={() => void navigator.clipboard?.writeText(secret)}>
          Copy
        </Button>
        <Button isQuiet onClick={onClose}>
          I’ve saved it
        </Button>
      </div>
    </section>
  );
}

type Opened = 'edit' | 'log' | 'remove' | null;

function WebhookRow({ webhook, onSecret }: { webhook: Webhook; onSecret: (secret: NewSecret) => void }) {
  const { id, url, events, isOn, failingSince, isFailing } = webhook;
  const [opened, setOpened] = useState<Opened>(null);
  const params = { id };
  const host = hostOf(url);
  const { isBusy, run: save } = useAdminAction(
    (client, body: SaveWebhook) => client.call('POST /api/admin/webhooks/:id', { params, body }),
    'Couldn’t save the webhook',
  );
  const { isBusy: isTesting, run: sendTest } = useAdminAction(
    (client) => client.call('POST /api/admin/webhooks/:id/test', { params, body: {} }),
    'Couldn’t send a test event',
  );
  const { isBusy: isRotating, run: rotate } = useAdminAction(async (client) => {
    const answer = await client.call('POST /api/admin/webhooks/:id/secret', { params, body: {} });
    onSecret({ host, secret: answer.secret });
    return answer;
  }, 'Couldn’t create a new secret');
  const { isBusy: isRemoving, run: remove } = useAdminAction(
    (client) => client.call('POST /api/admin/webhooks/:id/remove', { params, body: {} }),
    'Couldn’t remove the webhook',
  );
  const toggle = (part: Opened) => ({
    'aria-label': `${part === 'log' ? 'Log' : 'Edit'}: ${host}`,
    'aria-expanded': opened === part,
    onClick: () => setOpened(opened === part ? null : part),
  });
  return (
    <li className="webhook">
      <div className="settings-row-text">
        <strong>
          <bdi>{url}</bdi>
        </strong>
        <p className="admin-small">
          {isOn ? 'On' : 'Off'} · {events.length === webhookEvents.length ? 'All' : events.length}{' '}
          {events.length === 1 ? 'event' : 'events'}
        </p>
        {isOn && failingSince && (
          <p className={isFailing ? 'admin-failure' : 'admin-small'}>
            Failing since <Moment at={failingSince} />. See the log for details.
          </p>
        )}
      </div>
      <div className="settings-row-actions">
        <Button isQuiet {...toggle('log')}>
          Log
        </Button>
        {isOn && (
          <Button
            isQuiet
            aria-label={`Send test event: ${host}`}
            isBusy={isTesting}
            busyLabel="Sending…"
            onClick={() => sendTest(undefined, () => setOpened('log'))}
          >
            Send test event
          </Button>
        )}
        <Button isQuiet {...toggle('edit')}>
          Edit
        </Button>
        <Button
          isQuiet
          aria-label={`${isOn ? 'Turn off' : 'Turn on'}: ${host}`}
          isBusy={isBusy}
          onClick={() => save({ url, events, isOn: !isOn })}
        >
          {isOn ? 'Turn off' : 'Turn on'}
        </Button>
        <Button
          isQuiet
          aria-label={`New secret: ${host}`}
          isBusy={isRotating}
          onClick={() => rotate(undefined)}
        >
          New secret
        </Button>
        <Button
          isQuiet
          aria-label={`Remove: ${host}`}
          isBusy={isRemoving}
          onClick={() => setOpened('remove')}
        >
          Remove
        </Button>
      </div>
      {opened === 'edit' && (
        <WebhookForm
          values={{ url, events, isOn }}
          label="Save the webhook"
          isBusy={isBusy}
          onSave={(body) => save(body, () => setOpened(null))}
        />
      )}
      {opened === 'log' && <WebhookLog id={id} isOn={isOn} />}
      {opened === 'remove' && (
        <Modal label="Remove this webhook?" className="drop-services" onClose={() => setOpened(null)}>
          <p>Remove this webhook and its log? Messages that are still waiting won’t be sent.</p>
          <div className="settings-row-actions">
            <Button
              onClick={() => {
                setOpened(null);
                remove(undefined);
              }}
            >
              Remove the webhook
            </Button>
            <Button isQuiet onClick={() => setOpened(null)}>
              Keep it
            </Button>
          </div>
        </Modal>
      )}
    </li>
  );
}

type WebhookFormProps = {
  values: SaveWebhook;
  label: string;
  isBusy: boolean;
  onSave: (body: SaveWebhook, onDone?: () => void) => void;
};

function WebhookForm({ values, label, isBusy, onSave }: WebhookFormProps) {
  const [resolver] = useState(() => checkBy<SaveWebhook, SaveWebhook>(SaveWebhook));
  const form = useForm<SaveWebhook, unknown, SaveWebhook>({ resolver, defaultValues: values });
  const { errors } = form.formState;
  return (
    <form
      className="admin-form"
      noValidate
      onSubmit={(event) => void form.handleSubmit((body) => onSave(body, () => form.reset(values)))(event)}
    >
      <TextField
        {...form.register('url')}
        label="URL"
        help="It starts with https://"
        inputMode="url"
        autoComplete="off"
        error={errors.url?.message}
      />
      <fieldset className="webhook-events">
        <legend>Events</legend>
        {webhookEvents.map((event) => (
          <label key={event} className="check">
            <input type="checkbox" value={event} {...form.register('events')} />
            {WEBHOOK_EVENTS[event]}
          </label>
        ))}
        <p className="field-error" role="alert">
          {errors.events?.message}
        </p>
      </fieldset>
      <Button type="submit" isBusy={isBusy} busyLabel="Saving…">
        {label}
      </Button>
    </form>
  );
}
