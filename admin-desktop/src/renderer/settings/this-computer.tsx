import { showToast } from '@northlight/shared/ui/toasts.ts';
import { useEffect, useState } from 'react';
import type { DesktopSettings } from '../../bridge.ts';
import { failureWords } from '../servers/servers-store.ts';
import { AddServer } from '../servers/add-server.tsx';
import { ServerList } from '../servers/server-list.tsx';

const SWITCHES = {
  launchesAtLogin: {
    label: 'Open when I log in to this computer',
    help: 'Starts in the background, with an icon in the system tray or menu bar.',
  },
  hasNotices: {
    label: 'Show the desktop notifications on this computer',
    help: 'As notifications of the system, while this window isn’t in focus.',
  },
} as const satisfies Partial<Record<keyof DesktopSettings, { label: string; help: string }>>;

/** A setting of this computer. A change applies immediately. */
export function ComputerSwitch({ name }: { name: keyof typeof SWITCHES }) {
  const { label, help } = SWITCHES[name];
  const [settings, setSettings] = useState<DesktopSettings>();
  useEffect(() => {
    let isHere = true;
    const read = () => void window.northlight.readSettings().then((found) => isHere && setSettings(found));
    read();
    // The tray's menu can change them too.
    addEventListener('focus', read);
    return () => {
      isHere = false;
      removeEventListener('focus', read);
    };
  }, []);
  if (!settings) return null;
  // Update the checkbox immediately, and change it back if the system refuses.
  const change = async (changes: Partial<DesktopSettings>) => {
    setSettings({ ...settings, ...changes });
    try {
      setSettings(await window.northlight.changeSettings(changes));
    } catch (error) {
      setSettings(settings);
      showToast({ title: 'Couldn’t change the setting', description: failureWords(error), isError: true });
    }
  };
  return (
    <label className="computer-switch row gap-3 target medium">
      <input
        type="checkbox"
        checked={settings[name]}
        onChange={({ target }) => void change({ [name]: target.checked })}
      />
      <span>
        <span>{label}</span>
        <small>{help}</small>
      </span>
    </label>
  );
}

/** Settings that only the desktop app has. */
export function DesktopSettings() {
  return (
    <div className="stack gap-4">
      <section className="admin-card" aria-labelledby="computer-title">
        <h3 id="computer-title">On this computer</h3>
        <ComputerSwitch name="launchesAtLogin" />
      </section>
      <section className="admin-card servers-card" aria-labelledby="servers-title">
        <h3 id="servers-title">Your shops</h3>
        <ServerList />
        <details className="servers-more">
          <summary className="target bold">Add another shop</summary>
          <AddServer />
        </details>
      </section>
    </div>
  );
}
