import * as z from 'zod/mini';
import { BusinessSettings } from '../../contracts/business.ts';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import { Act } from '../base/act.tsx';
import type { AdminClient } from '../base/admin-client.ts';
import { Card } from '../base/card.tsx';
import { DataForm } from '../drafts/data-form.tsx';
import { Moment } from '../list/times.tsx';
import { QueryPanel, usePanelQuery } from '../base/query-panel.tsx';
import { reads } from '../base/query-fn.ts';
import { DaysField, HolidaysField, holidaysText, HoursField, TimeZoneField } from './business-fields.tsx';
import { Row } from './row.tsx';

type Business = ResponseOf<'GET /api/json/business'>;

const LABELS: Record<keyof BusinessSettings, string> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  taxId: 'Tax ID',
  hours: 'Business hours',
  days: 'Business days',
  holidays: 'Holidays',
  timeZone: 'Time zone',
};

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
          <ClosedDays {...response} />
          <Changes {...response} />
        </div>
      )}
    </QueryPanel>
  );
}

const save = (client: AdminClient, body: BusinessSettings) =>
  client.call('POST /api/admin/business', { body });
const FAILURE = 'Couldn’t save the settings';

/** Leaves out the dates that were added and left empty. */
const Typed = z.pipe(
  z.transform((typed: BusinessSettings) => ({ ...typed, holidays: holidaysText(typed.holidays) })),
  BusinessSettings,
);

function BusinessForm({ settings, pages }: Business) {
  return (
    <Card title="Your business">
      <p className="admin-small" role="status">
        {PAGES[pages]}
      </p>
      <DataForm<BusinessSettings, BusinessSettings>
        schema={Typed}
        initial={settings}
        fields={(typed, form) => {
          const choice = (name: keyof BusinessSettings) => ({
            value: typed[name],
            error: form.getFieldState(name, form.formState).error?.message,
            onChange: (text: string) =>
              form.setValue(name, text, { shouldDirty: true, shouldValidate: true }),
          });
          return [
            { name: 'name', label: LABELS.name },
            {
              name: 'email',
              label: LABELS.email,
              help: 'Notifications and customers’ replies go to this address.',
            },
            { name: 'phone', label: LABELS.phone },
            { name: 'address', label: LABELS.address },
            {
              name: 'taxId',
              label: LABELS.taxId,
              help: 'Optional. Shown on invoices, such as EIN 12-3456789.',
            },
            <HoursField key="hours" {...choice('hours')} />,
            <DaysField key="days" {...choice('days')} />,
            <TimeZoneField key="timeZone" {...choice('timeZone')} />,
            <HolidaysField key="holidays" {...choice('holidays')} />,
          ];
        }}
        act={save}
        failure={FAILURE}
        counts="Emails and invoices use it at once; the website in less than a minute."
      />
    </Card>
  );
}

const DAY = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

function ClosedDays({ closedDays }: Business) {
  if (closedDays.length === 0) return null;
  return (
    <Card title="Next closed days">
      <dl className="settings-facts">
        {closedDays.map(({ day, name }) => (
          <div className="row gap-4 between" key={day}>
            <dt>{DAY.format(new Date(day))}</dt>
            <dd>{name}</dd>
          </div>
        ))}
      </dl>
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
  const names = Object.keys(LABELS) as (keyof BusinessSettings)[];
  const changed = names.filter((name) => after[name] !== before[name]);
  return changed.map((name) => `${LABELS[name]}: ${after[name]}`).join(', ') || 'Nothing changed';
}
