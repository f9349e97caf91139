import { BusinessSettings } from '../../contracts/business.ts';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import { TextField } from '../../ui/field.tsx';
import { Act } from '../base/act.tsx';
import { ActForm, useActForm } from '../base/act-form.tsx';
import type { AdminClient } from '../base/admin-client.ts';
import { Card } from '../base/card.tsx';
import { Moment } from '../list/times.tsx';
import { QueryPanel, usePanelQuery } from '../base/query-panel.tsx';
import { reads } from '../base/query-fn.ts';
import { Row } from './row.tsx';

type Business = ResponseOf<'GET /api/json/business'>;

const FIELDS = [
  { name: 'name', label: 'Name' },
  { name: 'email', label: 'Email', help: 'Notifications and customers’ replies go to this address.' },
  { name: 'phone', label: 'Phone' },
  { name: 'address', label: 'Address' },
  {
    name: 'hours',
    label: 'Business hours',
    help: 'For example, 09:00-17:00. Delivery promises count only these hours.',
  },
  { name: 'days', label: 'Business days', help: 'For example, Mon-Fri or Mon, Wed, Fri.' },
  {
    name: 'holidays',
    label: 'Holidays',
    help: 'Enter US for federal holidays, dates such as 2026-12-24, or none.',
  },
  { name: 'timeZone', label: 'Time zone', help: 'For example, America/Chicago.' },
] as const;

const PAGES = {
  current: 'The website is up to date.',
  building: 'The website’s pages are being rebuilt. This takes less than a minute.',
  failed:
    'The pages couldn’t be rebuilt, so they still show the earlier settings. Run “pnpm build” on the server, then restart it.',
};

/** The business details that pages, emails, and invoices show. */
export function Business() {
  const query = usePanelQuery(reads('GET /api/json/business'));
  return (
    <QueryPanel query={query}>
      {(response) => (
        <div className="admin-cards">
          <BusinessForm key={JSON.stringify(response.settings)} {...response} />
          <Changes {...response} />
        </div>
      )}
    </QueryPanel>
  );
}

const save = (client: AdminClient, body: BusinessSettings) =>
  client.call('POST /api/admin/business', { body });
const FAILURE = 'Couldn’t save the settings';

function BusinessForm({ settings, pages }: Business) {
  const { form, field } = useActForm(BusinessSettings, settings);
  return (
    <Card title="Your business">
      <p className="admin-small" role="status">
        {PAGES[pages]}
      </p>
      <ActForm form={form} act={save} failure={FAILURE} submit="Save" busyLabel="Saving…">
        {FIELDS.map(({ name, ...texts }) => (
          <TextField key={name} {...texts} {...field(name)} />
        ))}
      </ActForm>
    </Card>
  );
}

function Changes({ changes, settings }: Business) {
  if (changes.length === 0) return null;
  return (
    <Card title="Recent changes">
      <ol className="settings-rows">
        {changes.map((change, index) => (
          <Row
            key={change.at}
            title={differences(change.settings, changes[index + 1]?.settings)}
            actions={
              JSON.stringify(change.settings) !== JSON.stringify(settings) && (
                <Act
                  isQuiet
                  aria-label={`Restore the settings from ${new Date(change.at).toLocaleString('en-US')}`}
                  act={(client) => save(client, change.settings)}
                  failure={FAILURE}
                >
                  Restore
                </Act>
              )
            }
          >
            <Moment at={change.at} /> · <bdi>{change.by}</bdi>
          </Row>
        ))}
      </ol>
    </Card>
  );
}

/** The fields that a change changed, such as "Phone: (555) 010-2000". */
function differences(after: BusinessSettings, before: BusinessSettings | undefined): string {
  if (!before) return 'Original settings';
  const changed = FIELDS.filter(({ name }) => after[name] !== before[name]);
  return changed.map(({ name, label }) => `${label}: ${after[name]}`).join(', ') || 'Nothing changed';
}
