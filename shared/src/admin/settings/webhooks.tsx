import { parseUrl } from '../../contracts/parse-url.ts';
import { useState } from 'react';
import type { ActionResponse } from '../../contracts/endpoint.ts';
import { SaveWebhook, WEBHOOK_EVENTS, webhookEvents, type Webhook } from '../../contracts/webhooks.ts';
import { Button } from '../../ui/button.tsx';
import { Act, useAdminAction } from '../base/act.tsx';
import { DataForm } from '../drafts/data-form.tsx';
import type { AdminClient } from '../base/admin-client.ts';
import { Card } from '../base/card.tsx';
import { Moment } from '../list/times.tsx';
import { Reads } from '../base/query-panel.tsx';
import { Check, Group } from '../base/fields.tsx';
import { Menu } from '../base/menu.tsx';
import { ask } from '../base/ui-store.ts';
import { Name, Row } from './row.tsx';
import { Secret } from './secret.tsx';
import { WebhookLog } from './webhook-log.tsx';

const REMOVING = {
  title: 'Remove this webhook?',
  text: 'Its log is removed, too. Messages that are still waiting won’t be sent.',
  confirm: 'Remove the webhook',
};
const NEW_WEBHOOK: SaveWebhook = { url: '', events: [...webhookEvents], isOn: true };

/** The webhooks, each with the log of its deliveries. */
export function Webhooks() {
  const [secret, setSecret] = useState<NewSecret | null>(null);
  return (
    <div className="stack gap-4">
      {secret && (
        <Secret
          key={secret.secret}
          title={
            <>
              <span>The secret for</span> <bdi>{secret.host}</bdi>
            </>
          }
          secret={secret.secret}
          onClose={() => setSecret(null)}
        >
          The other system uses it to check that messages come from your shop. It’s shown only once.
        </Secret>
      )}
      <Card
        title="Your webhooks"
        about="Webhooks notify other systems, such as Zapier, Make, Slack, or your own, as soon as something happens in your shop."
      >
        <Reads call="GET /api/json/webhooks" isStill>
          {({ webhooks }) =>
            webhooks.length > 0 && (
              <ul className="settings-rows lines">
                {webhooks.map((webhook) => (
                  <WebhookRow key={webhook.id} webhook={webhook} onSecret={setSecret} />
                ))}
              </ul>
            )
          }
        </Reads>
      </Card>
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

const hostOf = (url: string) => parseUrl(url)?.host ?? url;
type Opened = 'edit' | 'log' | null;

function WebhookRow({ webhook, onSecret }: { webhook: Webhook; onSecret: (secret: NewSecret) => void }) {
  const { id, version, url, events, isOn, failingSince, isFailing } = webhook;
  const [opened, setOpened] = useState<Opened>(null);
  const params = { id };
  const host = hostOf(url);
  const save = (client: AdminClient, body: SaveWebhook) =>
    client.call('POST /api/admin/webhooks/:id', { params, body: { ...body, version } });
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
          <Menu
            {...button('More')}
            items={
              <>
                {isOn && (
                  <Act
                    {...button('Send test event')}
                    busyLabel="Sending…"
                    call="POST /api/admin/webhooks/:id/test"
                    params={params}
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
                    const response = await client.call('POST /api/admin/webhooks/:id/secret', {
                      params,
                      body: {},
                    });
                    onSecret({ host, secret: response.secret });
                    return response;
                  }}
                  failure="Couldn’t create a new secret"
                />
                <Button
                  {...button('Remove')}
                  className="danger"
                  isBusy={isBusy}
                  onClick={() => ask(REMOVING, () => remove(undefined))}
                />
              </>
            }
          />
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
        </>
      }
    >
      {`${isOn ? 'On' : 'Off'} · ${events.length === webhookEvents.length ? 'All' : events.length} ${events.length === 1 ? 'event' : 'events'}`}
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
  const [isAll, setIsAll] = useState(values.events.length === webhookEvents.length);
  return (
    <DataForm
      {...action}
      schema={SaveWebhook}
      initial={values}
      fields={({ events }, form) => [
        { name: 'url', label: 'URL', help: 'It starts with https://', inputMode: 'url', autoComplete: 'off' },
        <Group
          key="events"
          legend="Events"
          error={form.getFieldState('events', form.formState).error?.message}
        >
          <Check
            label="All events"
            checked={isAll && events.length === webhookEvents.length}
            onChange={({ target }) => {
              setIsAll(target.checked);
              form.setValue('events', [...webhookEvents]);
            }}
          />
          {(!isAll || events.length < webhookEvents.length) && (
            <div className="webhook-events stack full">
              {webhookEvents.map((event) => (
                <Check key={event} label={WEBHOOK_EVENTS[event]} value={event} {...form.register('events')} />
              ))}
            </div>
          )}
        </Group>,
      ]}
      busyLabel="Saving…"
      onDone={(form) => {
        form.reset(values);
        setIsAll(true);
        onDone?.();
      }}
    />
  );
}
