import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import {
  createElement,
  Fragment,
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
  type RefObject,
} from 'react';
import { useAdminHost } from '../base/admin-context.ts';
import { PageHead } from '../base/page-head.tsx';
import { useRights } from '../base/session.queries.ts';
import {
  ACCOUNT,
  sectionsFor,
  settingsAt,
  settingsFields,
  type SettingsSection,
} from '../base/settings-sections.ts';
import { matchActions } from '../base/ui-store.ts';
import { Notices } from './notices.tsx';
import { Profile, PasswordForm } from './profile.tsx';
import { Choices } from '../base/fields.tsx';

const view = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  createElement(lazy(async () => ({ default: (await load())[name] })));

/** Each loads when it is opened. */
const VIEWS: Record<SettingsSection['id'], ReactNode> = {
  [ACCOUNT]: <Account />,
  security: view(() => import('./security.tsx'), 'SecuritySection'),
  people: view(() => import('./people.tsx'), 'People'),
  connections: view(() => import('./connections.tsx'), 'Connections'),
  shop: view(() => import('./shop/shop.tsx'), 'ShopSettings'),
  samples: view(() => import('./samples.tsx'), 'Samples'),
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

/** The sections that the administrator’s role may open, in groups, and a search over their fields. */
export function SettingsTab() {
  const { section = ACCOUNT } = useParams({ strict: false });
  const { field } = useSearch({ strict: false });
  const navigate = useNavigate();
  const may = useRights();
  const [typed, setTyped] = useState('');
  const content = useRef<HTMLDivElement>(null);
  const allowed = sectionsFor(may);
  const open = allowed.find(({ id }) => id === section);
  useField(content, field);
  useEffect(() => {
    if (open) document.title = `${open.label} · Settings · Admin dashboard`;
  }, [open]);
  const found = typed.trim() ? matchActions(settingsFields(may), typed) : undefined;
  return (
    <section className="settings-page" aria-label="Settings">
      <PageHead id="settings-title" title={open?.label ?? 'Settings'} />
      <div className="settings stack top">
        <div className="settings-places small-controls stack gap-2">
          <input
            className="input"
            type="search"
            aria-label="Search settings"
            placeholder="Search settings"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          {found ? (
            <nav className="settings-nav settings-found" aria-label="Found settings">
              {found.map(({ id, field, label }) => (
                <Link
                  className="stack target medium"
                  key={label}
                  {...settingsAt(id, field)}
                  onClick={() => setTyped('')}
                >
                  <span>{field}</span>{' '}
                  <small className="regular">{allowed.find((one) => one.id === id)?.label}</small>
                </Link>
              ))}
              {found.length === 0 && <p className="admin-small">No setting has this name.</p>}
            </nav>
          ) : (
            <>
              <nav className="settings-nav" aria-label="Settings">
                {allowed.map(({ id, label, about, group }) => (
                  <Fragment key={id}>
                    {group && <p className="places-group">{group}</p>}
                    <Link
                      className="stack target medium"
                      {...settingsAt(id)}
                      activeOptions={{ exact: true, includeSearch: false }}
                    >
                      <span>{label}</span> <small className="visually-hidden">{about}</small>
                    </Link>
                  </Fragment>
                ))}
              </nav>
              {/* On narrow screens, instead of the list. */}
              <select
                className="input settings-choice"
                aria-label="Section of the settings"
                value={section}
                onChange={({ target }) => void navigate(settingsAt(target.value))}
              >
                <Choices of={allowed.map(({ id, label }) => [id, label])} />
              </select>
            </>
          )}
        </div>
        <div className="settings-content" ref={content}>
          {open ? (
            // Without a key, the section before stays hidden in the page while this one loads, and a field is found in it.
            <Suspense key={open.id} fallback={<p className="admin-wait">Loading…</p>}>
              {VIEWS[open.id]}
            </Suspense>
          ) : (
            <p className="admin-empty">This page doesn’t exist, or your role can’t open it.</p>
          )}
        </div>
      </div>
    </section>
  );
}

/** Leads to a field that the address names, as soon as it is there. */
function useField(content: RefObject<HTMLElement | null>, field: string | undefined): void {
  useEffect(() => {
    const root = content.current;
    if (!root || !field) return;
    const lead = (): boolean => {
      const words = [...root.querySelectorAll<HTMLElement>('label, legend, h3, button')];
      const found = words.find(({ textContent }) => textContent.trim().startsWith(field));
      if (!found) return false;
      const box = found.matches('label:has(input)')
        ? found
        : (found.closest('.field') ?? found.closest('fieldset, section') ?? found);
      box.setAttribute('data-found', '');
      box.scrollIntoView({ block: 'center' });
      const typed = 'input, select, textarea';
      const control =
        box.querySelector<HTMLElement>(`form :is(${typed})`) ??
        box.querySelector<HTMLElement>(`${typed}, button`) ??
        found;
      // The view has taken the focus by then.
      requestAnimationFrame(() => control.focus({ preventScroll: true }));
      return true;
    };
    if (lead()) return;
    const observer = new MutationObserver(() => lead() && observer.disconnect());
    observer.observe(root, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [content, field]);
}

function Account() {
  const { OwnSettings } = useAdminHost();
  return (
    <div className="stack gap-4">
      <PasswordForm />
      <Profile />
      <Notices />
      {OwnSettings && <OwnSettings />}
    </div>
  );
}
