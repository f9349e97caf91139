import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Claim } from '../../contracts/people.ts';
import { PASSWORD_HELP, type LoginResponse } from '../../contracts/session.ts';
import { BUSINESS_HELP, BUSINESS_LABELS, BusinessSettings } from '../../contracts/shop.ts';
import { Button } from '../../ui/button.tsx';
import { reads } from '../base/query-panel.tsx';
import { useEnter } from '../base/session.queries.ts';
import { DataForm } from '../drafts/data-form.tsx';
import { ownZone, zoneChoices } from '../base/time-zones.ts';
import { AuthPage } from './auth-page.tsx';

/** The owner of a new shop makes the first account, and says whose shop it is. */
export function ClaimPage({ onLogIn }: { onLogIn: () => void }) {
  const enter = useEnter();
  const [claim, setClaim] = useState<LoginResponse & { email: string }>();
  const [, code = ''] = /^#claim=([\w-]+)$/.exec(location.hash) ?? [];
  if (claim) return <Questions email={claim.email} onDone={() => enter(claim, '')} />;
  return (
    <AuthPage title="Claim your shop" heading="Claim your shop">
      <p className="admin-small">
        Nobody owns this shop yet. Choose your username and password. The code shows that the server is yours.
      </p>
      <DataForm
        schema={Claim}
        initial={{ code, username: '', password: '', email: '', firstName: '', lastName: '' }}
        fields={[
          {
            name: 'code',
            label: 'Code',
            help: 'The server prints it when it starts.',
            autoComplete: 'off',
            spellCheck: false,
          },
          { name: 'username', label: 'Username', autoComplete: 'username', autoCapitalize: 'none' },
          {
            name: 'password',
            label: 'Password',
            type: 'password',
            autoComplete: 'new-password',
            help: PASSWORD_HELP,
          },
          [
            { name: 'firstName', label: 'First name', autoComplete: 'given-name' },
            { name: 'lastName', label: 'Last name', autoComplete: 'family-name' },
          ],
          { name: 'email', label: 'Your email', type: 'email', autoComplete: 'email' },
        ]}
        act={async (client, body) => {
          const response = await client.call('POST /api/claim', { body });
          setClaim({ ...response, email: body.email ?? '' });
          return undefined;
        }}
        failure="Couldn’t claim the shop"
        submit="Claim the shop"
        busyLabel="Claiming…"
      />
      <Button isQuiet onClick={onLogIn}>
        Log in instead
      </Button>
    </AuthPage>
  );
}

const FIELDS = ['name', 'email', 'address', 'hours', 'timeZone'] as const;
const { name, email, address, hours, timeZone } = BusinessSettings.shape;
const Answers = z.object({ name, email, address, hours, timeZone });

/** Five questions, whose answers are published with the shop. */
function Questions({ email: own, onDone }: { email: string; onDone: () => void }) {
  const { data: shop } = useQuery(reads('GET /api/json/shop'));
  if (!shop) return <p className="admin-wait">Loading…</p>;
  const { version, services, addons, taxes, content, serverBusiness } = shop;
  const before = shop.business ?? serverBusiness;
  // The sample business is nobody's.
  const isSample = before.email.endsWith('.example');
  const start = isSample ? { ...before, name: '', email: own, address: '' } : before;
  // The browser mostly knows where the owner is.
  const zone = ownZone() ?? before.timeZone;
  return (
    <AuthPage title="Your business" heading="Your business">
      <p className="admin-small">
        Your pages, emails, and invoices show these. You can change them under Settings, Business.
      </p>
      <DataForm
        schema={Answers}
        initial={{ ...start, timeZone: zone }}
        fields={FIELDS.map((field) => ({
          name: field,
          label: BUSINESS_LABELS[field],
          help: BUSINESS_HELP[field],
          ...(field === 'timeZone' && { kind: 'choice', options: { [zone]: zone, ...zoneChoices() } }),
        }))}
        act={async (client, typed) => {
          const business = { ...before, ...typed };
          const body = { version, services, addons, taxes, content, business, publish: true };
          await client.call('POST /api/json/shop', { body });
          return { success: true, message: 'Saved. Your pages show it in about a minute.' };
        }}
        failure="Couldn’t save your business"
        submit="Open the dashboard"
        busyLabel="Saving…"
        onDone={onDone}
      />
      <Button isQuiet onClick={onDone}>
        Later
      </Button>
    </AuthPage>
  );
}
