import {
  BUSINESS_HELP,
  BUSINESS_LABELS,
  type BusinessSettings,
  type ShopResponse,
} from '../../contracts/shop.ts';
import { TextField } from '../../ui/field.tsx';
import { Card } from '../base/card.tsx';
import { QueryPanel, usePanelQuery } from '../base/query-panel.tsx';
import { DaysField, HolidaysField, holidaysText, HoursField, TimeZoneField } from './business-fields.tsx';
import { PublishBar } from './shop/publish-bar.tsx';
import { shopQuery, useShopChanges } from './shop/use-shop-changes.ts';

/** The business details that pages, emails, and invoices show. They are published with the shop’s other values. */
export function Business() {
  const query = usePanelQuery(shopQuery);
  return (
    <QueryPanel query={query}>
      {(shop) => (
        <div className="stack gap-4">
          <BusinessForm shop={shop} />
          <ClosedDays {...shop} />
        </div>
      )}
    </QueryPanel>
  );
}

function BusinessForm({ shop }: { shop: ShopResponse }) {
  const base = shop.business ?? shop.serverBusiness;
  const saving = useShopChanges<string>('business', {
    shop,
    base,
    valuesOf: (typed) => {
      const business = { ...base, ...typed };
      // Leaves out the dates that were added and left empty.
      return { business: { ...business, holidays: holidaysText(business.holidays) } };
    },
    errorsAt: (_, errors) =>
      Object.fromEntries(
        Object.entries(errors).flatMap(([name, [text = '']]) => {
          const [part, field = ''] = name.split('.');
          return part === 'business' ? [[field, text]] : [];
        }),
      ),
  });
  const values = { ...base, ...saving.typed };
  const choice = (name: keyof BusinessSettings) => ({
    value: values[name],
    error: saving.errors[name],
    onChange: (text: string) => saving.change({ [name]: text }),
  });
  return (
    <Card title="Your business">
      <div className="admin-form stack gap-4">
        {(['name', 'email', 'phone', 'address', 'taxId'] as const).map((name) => (
          <TextField
            key={name}
            {...choice(name)}
            label={BUSINESS_LABELS[name]}
            help={BUSINESS_HELP[name]}
            autoComplete="off"
            onChange={({ target }) => saving.change({ [name]: target.value })}
          />
        ))}
        <HoursField {...choice('hours')} />
        <DaysField {...choice('days')} />
        <TimeZoneField {...choice('timeZone')} />
        <HolidaysField {...choice('holidays')} />
      </div>
      <PublishBar {...{ shop, saving }} />
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

function ClosedDays({ closedDays }: ShopResponse) {
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
