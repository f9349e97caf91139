import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { BusinessSettings } from '../../contracts/business.ts';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import { Button } from '../../ui/button.tsx';
import { checkBy } from '../../ui/check-by.ts';
import { TextField } from '../../ui/field.tsx';
import { useAdminAction } from '../base/use-admin-action.ts';
import { Moment } from '../list/timestamp.tsx';
import { QueryPanel, usePanelQuery } from '../base/query-panel.tsx';
import { reads } from '../base/reads.ts';

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

/** The facts of the business, which are printed in pages, emails, and invoices. */
export function Business() {
  const query = usePanelQuery(reads('GET /api/json/business'));
  return (
    <QueryPanel query={query} loading={<p className="admin-wait">Loading…</p>}>
      {(answer) => (
        <div className="admin-cards">
          <BusinessForm key={JSON.stringify(answer.settings)} {...answer} />
          <Changes {...answer} />
        </div>
      )}
    </QueryPanel>
  );
}

function useSave() {
  return useAdminAction(
    (client, body: BusinessSettings) => client.call('POST /api/admin/business', { body }),
    'Couldn’t save the settings',
  );
}

function BusinessForm({ settings, pages }: Business) {
  const [resolver] = useState(() => checkBy<BusinessSettings, BusinessSettings>(BusinessSettings));
  const form = useForm<BusinessSettings, unknown, BusinessSettings>({ resolver, defaultValues: settings });
  const { isBusy, run } = useSave();
  return (
    <section className="admin-card" aria-labelledby="business-title">
      <h3 id="business-title">Your business</h3>
      <p className="admin-small" role="status">
        {PAGES[pages]}
      </p>
      <form
        className="admin-form"
        noValidate
        onSubmit={(event) => void form.handleSubmit((body) => run(body))(event)}
      >
        {FIELDS.map(({ name, ...field }) => (
          <TextField
            key={name}
            {...field}
            {...form.register(name)}
            error={form.formState.errors[name]?.message}
          />
        ))}
        <Button type="submit" isBusy={isBusy} busyLabel="Saving…">
          Save
        </Button>
      </form>
    </section>
  );
}

function Changes({ changes, settings }: Business) {
  const { isBusy, run: restore } = useSave();
  if (changes.length === 0) return null;
  return (
    <section className="admin-card" aria-labelledby="changes-title">
      <h3 id="changes-title">Recent changes</h3>
      <ol className="settings-rows">
        {changes.map((change, index) => (
          <li key={change.at}>
            <div className="settings-row-text">
              <p>{differences(change.settings, changes[index + 1]?.settings)}</p>
              <p className="admin-small">
                <Moment at={change.at} /> · <bdi>{change.by}</bdi>
              </p>
            </div>
            {JSON.stringify(change.settings) !== JSON.stringify(settings) && (
              <Button
                isQuiet
                isBusy={isBusy}
                aria-label={`Restore the settings from ${new Date(change.at).toLocaleString('en-US')}`}
                onClick={() => restore(change.settings)}
              >
                Restore
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What a change changed, such as "Phone: (555) 010-2000". */
function differences(after: BusinessSettings, before: BusinessSettings | undefined): string {
  if (!before) return 'Original settings';
  const changed = FIELDS.filter(({ name }) => after[name] !== before[name]);
  return changed.map(({ name, label }) => `${label}: ${after[name]}`).join(', ') || 'Nothing changed';
}
