import { AddServer } from '../servers/add-server.tsx';
import { ServerList } from '../servers/server-list.tsx';
import { ComputerSwitch } from './this-computer.tsx';

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
