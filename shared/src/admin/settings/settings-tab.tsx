import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, type ComponentType } from 'react';
import { hasRight, type Right } from '../../contracts/rights.ts';
import { useAdminHost } from '../base/admin-context.ts';
import { useMe } from '../base/session.queries.ts';
import { Notices } from './notices.tsx';
import { PasswordForm } from './password-form.tsx';

/** A section at #/settings/<id>, with a few words about what is in it. It loads when it is opened. */
const section = <Name extends string>(
  id: string,
  label: string,
  about: string,
  load: () => Promise<Record<Name, ComponentType>>,
  view: Name,
  right: Right = 'manage',
) => ({ id, label, about, right, View: lazy(async () => ({ default: (await load())[view] })) });

const loadSecurity = () => import('./security.tsx');
const loadPages = () => import('./pages/pages.tsx');
const loadShop = () => import('./shop/shop.tsx');
const loadPromoCodes = () => import('./promo-codes/promo-codes.tsx');

/** The sections besides the account, in order. */
const SECTIONS = [
  section('security', 'Security', 'Second factor, sessions', loadSecurity, 'SecuritySection', 'self'),
  section('people', 'People', 'Who can log in', () => import('./people.tsx'), 'People'),
  section('shop', 'Shop', 'Prices, add-ons, promises, tax', loadShop, 'ShopSettings'),
  section('pages', 'Pages', 'Texts, pictures, logo, colors', loadPages, 'Pages'),
  section('business', 'Business', 'Name, hours, holidays', () => import('./business.tsx'), 'Business'),
  section('replies', 'Replies', 'Ready texts, reminders, reviews', () => import('./replies.tsx'), 'Replies'),
  section('promo-codes', 'Promo codes', 'Discounts and their use', loadPromoCodes, 'PromoCodes'),
  section('webhooks', 'Webhooks', 'News for other systems', () => import('./webhooks.tsx'), 'Webhooks'),
  section(
    'tokens',
    'API tokens',
    'Access for other programs',
    () => import('./api-tokens.tsx'),
    'ApiTokens',
    'self',
  ),
  section('import', 'Import', 'Customers, past orders', () => import('./import.tsx'), 'Import'),
  section('privacy', 'Privacy', 'Export or erase a person', () => import('./privacy.tsx'), 'Privacy'),
  section('audit', 'Audit log', 'Who did what', () => import('./audit-log.tsx'), 'AuditLog'),
  section(
    'system',
    'System',
    'What is set up and working',
    () => import('./system-check.tsx'),
    'SystemCheck',
  ),
];

/** The account, and the sections that the administrator’s role may open. */
export function SettingsTab() {
  const { section: id } = useParams({ strict: false });
  const navigate = useNavigate();
  const role = useMe()?.role;
  const allowed = SECTIONS.filter(({ right }) => hasRight(role, right));
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
            <Suspense fallback={<p className="admin-wait">Loading…</p>}>
              <open.View />
            </Suspense>
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
      <Notices />
      {OwnSettings && <OwnSettings />}
    </div>
  );
}
