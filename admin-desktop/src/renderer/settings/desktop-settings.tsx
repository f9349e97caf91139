import { AddServer } from '../servers/add-server.tsx';
import { ServerList } from '../servers/server-list.tsx';
import { ThisComputer } from './this-computer.tsx';

/** Settings that only the desktop app has. */
export function DesktopSettings() {
  return (
    <div className="stack gap-4">
      <section className="admin-card" aria-labelledby="computer-title">
        <h3 id="computer-title">On this computer</h3>
        <ThisComputer />
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
