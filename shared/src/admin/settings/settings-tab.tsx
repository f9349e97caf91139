import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { createElement, lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { hasRight } from '../../contracts/rights.ts';
import { useAdminHost } from '../base/admin-context.ts';
import { useMe } from '../base/session.queries.ts';
import { SETTINGS_SECTIONS } from '../base/settings-sections.ts';
import { Notices } from './notices.tsx';
import { Profile } from './profile.tsx';
import { PasswordForm } from './password-form.tsx';

type SectionId = (typeof SETTINGS_SECTIONS)[number]['id'];

const view = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  createElement(lazy(async () => ({ default: (await load())[name] })));

/** Each loads when it is opened. */
const VIEWS: Record<SectionId, ReactNode> = {
  security: view(() => import('./security.tsx'), 'SecuritySection'),
  people: view(() => import('./people.tsx'), 'People'),
  connections: view(() => import('./connections.tsx'), 'Connections'),
  shop: view(() => import('./shop/shop.tsx'), 'ShopSettings'),
  pages: view(() => import('./pages/pages.tsx'), 'Pages'),
  business: view(() => import('./business.tsx'), 'Business'),
  replies: view(() => import('./replies.tsx'), 'Replies'),
  rules: view(() => import('./rules.tsx'), 'RulesSection'),
  'promo-codes': view(() => import('./promo-codes/promo-codes.tsx'), 'PromoCodes'),
  webhooks: view(() => import('./webhooks.tsx'), 'Webhooks'),
  tokens: view(() => import('./api-tokens.tsx'), 'ApiTokens'),
  import: view(() => import('./import.tsx'), 'Import'),
  privacy: view(() => import('./privacy.tsx'), 'Privacy'),
  audit: view(() => import('./audit-log.tsx'), 'AuditLog'),
  system: view(() => import('./system-check.tsx'), 'SystemCheck'),
};

/** The account, and the sections that the administrator’s role may open. */
export function SettingsTab() {
  const { section: id } = useParams({ strict: false });
  const navigate = useNavigate();
  const role = useMe()?.role;
  const allowed = SETTINGS_SECTIONS.filter(({ right }) => hasRight(role, right));
  const open = allowed.find((section) => section.id === id);
  return (
    <section aria-labelledby="settings-title">
      <div className="admin-panel-head">
        <h2 id="settings-title">Settings</h2>
      </div>
      <div className="settings stack top">
        <nav className="settings-nav" aria-label="Settings">
          <Link className="stack target medium" to="/settings" activeOptions={{ exact: true }}>
            Account <small>Password, notifications</small>
          </Link>
          {allowed.map(({ id, label, about }) => (
            <Link className="stack target medium" key={id} to="/settings/$section" params={{ section: id }}>
              <span>{label}</span> <small>{about}</small>
            </Link>
          ))}
        </nav>
        {/* On narrow screens, instead of the list. */}
        <select
          className="input settings-choice"
          aria-label="Section of the settings"
          value={id ?? ''}
          onChange={({ target: { value: section } }) =>
            void navigate(section ? { to: '/settings/$section', params: { section } } : { to: '/settings' })
          }
        >
          <option value="">Account</option>
          {allowed.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
        <div className="settings-content">
          {id === undefined ? (
            <Account />
          ) : open ? (
            <Suspense fallback={<p className="admin-wait">Loading…</p>}>{VIEWS[open.id]}</Suspense>
          ) : (
            <p className="admin-empty">This page doesn’t exist, or your role can’t open it.</p>
          )}
        </div>
      </div>
    </section>
  );
}

function Account() {
  const { OwnSettings } = useAdminHost();
  return (
    <div className="admin-cards">
      <div className="admin-card">
        <h3 id="password-title">Change your password</h3>
        <p className="admin-small">
          You’ll be logged out everywhere else, and your API tokens will stop working.
        </p>
        <PasswordForm />
      </div>
      <Profile />
      <Notices />
      {OwnSettings && <OwnSettings />}
    </div>
  );
}
