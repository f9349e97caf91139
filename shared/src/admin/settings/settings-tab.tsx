import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, type ComponentType } from 'react';
import { hasRight, type Right } from '../../contracts/rights.ts';
import { useAdminHost } from '../base/admin-context.ts';
import { useMe } from '../base/session.queries.ts';
import { Notices } from './notices.tsx';
import { PasswordForm } from './password-form.tsx';
import { SystemCheck } from './system-check.tsx';

/** A section at #/settings/<id>. It loads when it is opened. */
const section = (id: string, label: string, right: Right, load: () => Promise<ComponentType>) => ({
  id,
  label,
  right,
  View: lazy(async () => ({ default: await load() })),
});

/** The sections besides the account, in order. */
const SECTIONS = [
  section('security', 'Security', 'self', async () => (await import('./security.tsx')).SecuritySection),
  section('people', 'People', 'manage', async () => (await import('./people.tsx')).People),
  section('audit', 'Audit log', 'manage', async () => (await import('./audit-log.tsx')).AuditLog),
  section('privacy', 'Privacy', 'manage', async () => (await import('./privacy.tsx')).Privacy),
  section(
    'promo-codes',
    'Promo codes',
    'manage',
    async () => (await import('./promo-codes/promo-codes.tsx')).PromoCodes,
  ),
  section('webhooks', 'Webhooks', 'manage', async () => (await import('./webhooks.tsx')).Webhooks),
  section('business', 'Business', 'manage', async () => (await import('./business.tsx')).Business),
];

/** The account, and the sections that the administrator’s role may open. */
export function SettingsTab() {
  const { section: id } = useParams({ strict: false });
  const role = useMe()?.role;
  const allowed = SECTIONS.filter(({ right }) => hasRight(role, right));
  const open = allowed.find((section) => section.id === id);
  return (
    <section aria-labelledby="settings-title">
      <div className="admin-panel-head">
        <h2 id="settings-title">Settings</h2>
      </div>
      {allowed.length > 0 && (
        <nav className="settings-sections" aria-label="Settings">
          <Link to="/settings" activeOptions={{ exact: true }}>
            Account
          </Link>
          {allowed.map((section) => (
            <Link key={section.id} to="/settings/$section" params={{ section: section.id }}>
              {section.label}
            </Link>
          ))}
        </nav>
      )}
      {id === undefined ? (
        <Account />
      ) : open ? (
        <Suspense fallback={<p className="admin-wait">Loading…</p>}>
          <open.View />
        </Suspense>
      ) : (
        <p className="admin-empty">This page doesn’t exist, or your role can’t open it.</p>
      )}
    </section>
  );
}

function Account() {
  const { OwnSettings } = useAdminHost();
  const role = useMe()?.role;
  return (
    <div className="admin-cards">
      <div className="admin-card">
        <h3 id="password-title">Change your password</h3>
        <p className="admin-small">You’ll be logged out everywhere else.</p>
        <PasswordForm />
      </div>
      <Notices />
      {OwnSettings && <OwnSettings />}
      {hasRight(role, 'manage') && <SystemCheck />}
    </div>
  );
}
