import { Button } from '@northlight/shared/ui/button.tsx';
import { useEffect, useRef, useState } from 'react';
import type { Server } from '../../bridge.ts';
import { ForgetServer } from './remove-shop-dialog.tsx';
import { openServer, readServersAnew, useServers } from './servers-store.ts';

/** The shops of this computer: which one is shown, and the way to each of the others. */
export function ServerList() {
  const { saved, current } = useServers();
  const [forgetting, setForgetting] = useState<Server>();
  const [forgotten, setForgotten] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  // The button that asked is gone; as long as the question stands, nothing behind it takes the focus.
  useEffect(() => {
    if (forgotten > 0) list.current?.focus();
  }, [forgotten]);
  const forget = async ({ id }: Server) => {
    await window.northlight.forgetServer(id);
    await readServersAnew();
    setForgetting(undefined);
    setForgotten(forgotten + 1);
  };
  return (
    <>
      <ul className="servers" aria-label="Your shops" ref={list} tabIndex={-1}>
        {saved.map((server) => (
          <ServerRow
            key={server.id}
            server={server}
            isCurrent={server.id === current}
            onForget={() => setForgetting(server)}
          />
        ))}
      </ul>
      {forgetting && (
        <ForgetServer
          name={forgetting.name}
          onForget={() => forget(forgetting)}
          onClose={() => setForgetting(undefined)}
        />
      )}
    </>
  );
}

type ServerRowProps = { server: Server; isCurrent: boolean; onForget: () => void };

function ServerRow({ server: { id, name, address }, isCurrent, onForget }: ServerRowProps) {
  return (
    <li className="server" aria-current={isCurrent || undefined}>
      <p className="server-name">
        <bdi>{name}</bdi>
        <small>
          <bdi>{address}</bdi>
        </small>
      </p>
      <div className="server-actions">
        {isCurrent ? (
          <span className="status-label" data-live="">
            Current shop
          </span>
        ) : (
          <Button isQuiet aria-label={`Open ${name}`} onClick={() => void openServer(id)}>
            Open
          </Button>
        )}
        <Button isQuiet aria-label={`Remove ${name}`} onClick={onForget}>
          Remove
        </Button>
      </div>
    </li>
  );
}
