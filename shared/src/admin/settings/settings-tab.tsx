import { useAdminHost } from '../admin-context.ts';
import { PasswordForm } from './password-form.tsx';
import { SystemCheck } from './system-check.tsx';

export function SettingsTab() {
  const { OwnSettings } = useAdminHost();
  return (
    <section aria-labelledby="settings-title">
      <div className="admin-panel-head">
        <h2 id="settings-title">Settings</h2>
      </div>
      <div className="admin-cards">
        <div className="admin-card">
          <h3 id="password-title">Change your password</h3>
          <p className="admin-small">You’ll be logged out everywhere else.</p>
          <PasswordForm />
        </div>
        {OwnSettings && <OwnSettings />}
        <SystemCheck />
      </div>
    </section>
  );
}
