import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ActionResponse } from '../../contracts/endpoint.ts';
import { SaveWebhook, WEBHOOK_EVENTS, webhookEvents, type Webhook } from '../../contracts/webhooks.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Act, useAdminAction } from '../base/act.tsx';
import { ActForm, useActForm } from '../base/act-form.tsx';
import type { AdminClient } from '../base/admin-client.ts';
import { Card } from '../base/card.tsx';
import { Moment } from '../list/times.tsx';
import { Modal } from '../base/modal.tsx';
import { QueryPanel } from '../base/query-panel.tsx';
import { reads } from '../base/query-fn.ts';
import { Name, Row } from './row.tsx';
import { WebhookLog } from './webhook-log.tsx';

const NEW_WEBHOOK: SaveWebhook = { url: '', events: [...webhookEvents], isOn: true };

/** The webhooks, each with the log of its deliveries. */
export function Webhooks() {
  const query = useQuery(reads('GET /api/json/webhooks'));
  const [secret, setSecret] = useState<NewSecret | null>(null);
  return (
    <div className="settings-section">
      <p className="admin-small">
        Webhooks notify other systems, such as Zapier, Make, Slack, or your own, as soon as something happens
        in your shop.
      </p>
      {secret && <Secret key={secret.secret} {...secret} onClose={() => setSecret(null)} />}
      <QueryPanel query={query}>
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
      <Card title="Add a webhook">
        <WebhookForm
          values={NEW_WEBHOOK}
          submit="Add the webhook"
          act={async (client, body) => {
            const response = await client.call('POST /api/admin/webhooks', { body });
            setSecret({ host: hostOf(body.url), secret: response.secret });
            return response;
          }}
          failure="Couldn’t add the webhook"
        />
      </Card>
    </div>
  );
}

type NewSecret = { host: string; secret: string };

const hostOf = (url: string) => URL.parse(url)?.host ?? url;
/** The button that created it may be far below. */
const show = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

function Secret({ host, secret, onClose }: NewSecret & { onClose: () => void }) {
  return (
    <Card
      ref={show}
      title={
        <>
          The secret for <bdi>{host}</bdi>
        </>
      }
    >
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
    </Card>
  );
}

type Opened = 'edit' | 'log' | 'remove' | null;

function WebhookRow({ webhook, onSecret }: { webhook: Webhook; onSecret: (secret: NewSecret) => void }) {
  const { id, url, events, isOn, failingSince, isFailing } = webhook;
  const [opened, setOpened] = useState<Opened>(null);
  const params = { id };
  const host = hostOf(url);
  const save = (client: AdminClient, body: SaveWebhook) =>
    client.call('POST /api/admin/webhooks/:id', { params, body });
  const { isBusy, run: remove } = useAdminAction(
    (client) => client.call('POST /api/admin/webhooks/:id/remove', { params, body: {} }),
    'Couldn’t remove the webhook',
  );
  const button = (text: string) => ({ isQuiet: true, 'aria-label': `${text}: ${host}`, children: text });
  const toggle = (part: Opened) => ({
    'aria-expanded': opened === part,
    onClick: () => setOpened(opened === part ? null : part),
  });
  return (
    <Row
      className="webhook"
      title={<Name name={url} />}
      more={
        isOn &&
        failingSince && (
          <p className={isFailing ? 'admin-failure' : 'admin-small'}>
            Failing since <Moment at={failingSince} />. See the log for details.
          </p>
        )
      }
      actions={
        <>
          <Button {...button('Log')} {...toggle('log')} />
          {isOn && (
            <Act
              {...button('Send test event')}
              busyLabel="Sending…"
              act={(client) => client.call('POST /api/admin/webhooks/:id/test', { params, body: {} })}
              failure="Couldn’t send a test event"
              onDone={() => setOpened('log')}
            />
          )}
          <Button {...button('Edit')} {...toggle('edit')} />
          <Act
            {...button(isOn ? 'Turn off' : 'Turn on')}
            act={(client) => save(client, { url, events, isOn: !isOn })}
            failure="Couldn’t save the webhook"
          />
          <Act
            {...button('New secret')}
            act={async (client) => {
              const response = await client.call('POST /api/admin/webhooks/:id/secret', { params, body: {} });
              onSecret({ host, secret: response.secret });
              return response;
            }}
            failure="Couldn’t create a new secret"
          />
          <Button {...button('Remove')} isBusy={isBusy} onClick={() => setOpened('remove')} />
        </>
      }
      below={
        <>
          {opened === 'edit' && (
            <WebhookForm
              values={{ url, events, isOn }}
              submit="Save the webhook"
              act={save}
              failure="Couldn’t save the webhook"
              onDone={() => setOpened(null)}
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
        </>
      }
    >
      {isOn ? 'On' : 'Off'} · {events.length === webhookEvents.length ? 'All' : events.length}{' '}
      {events.length === 1 ? 'event' : 'events'}
    </Row>
  );
}

type WebhookFormProps = {
  values: SaveWebhook;
  submit: string;
  act: (client: AdminClient, body: SaveWebhook) => Promise<ActionResponse>;
  failure: string;
  onDone?: () => void;
};

function WebhookForm({ values, onDone, ...action }: WebhookFormProps) {
  const { form, field } = useActForm(SaveWebhook, values);
  return (
    <ActForm
      form={form}
      {...action}
      busyLabel="Saving…"
      onDone={() => {
        form.reset(values);
        onDone?.();
      }}
    >
      <TextField
        {...field('url')}
        label="URL"
        help="It starts with https://"
        inputMode="url"
        autoComplete="off"
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
          {field('events').error}
        </p>
      </fieldset>
    </ActForm>
  );
}
