import { Menu } from '@northlight/shared/admin/base/menu.tsx';
import { Button } from '@northlight/shared/ui/button.tsx';
import { useEffect, useRef, useState } from 'react';
import type { Server } from '../../bridge.ts';
import { ForgetServer } from './remove-shop-dialog.tsx';
import { chooseServer, openServer, readServersAnew, useServers } from './servers-store.ts';

/** The shops on this computer: which one is current, and buttons to open the others. */
export function ServerList() {
  const { saved, current } = useServers();
  const [forgetting, setForgetting] = useState<Server>();
  const [forgotten, setForgotten] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  // The Remove button is gone. The list can get the focus only after the dialog has closed.
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
      <ul className="servers stack" aria-label="Your shops" ref={list} tabIndex={-1}>
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
  const isChoosing = useServers((state) => state.isChoosing);
  return (
    <li className="server cluster middle gap-2 y-3 ruled" aria-current={isCurrent || undefined}>
      <p className="server-name shrink medium break">
        <bdi>{name}</bdi>
        <small>
          <bdi>{address}</bdi>
        </small>
      </p>
      <div className="server-actions cluster middle">
        {isCurrent && !isChoosing ? (
          <span className="status-label soft xs" data-live="">
            Current shop
          </span>
        ) : (
          <Button
            isQuiet
            aria-label={`Open ${name}`}
            onClick={() => (isCurrent ? chooseServer(false) : void openServer(id))}
          >
            Open
          </Button>
        )}
        <Menu
          className="icon-button"
          aria-label={`More for ${name}`}
          items={
            <Button isQuiet aria-label={`Remove ${name}`} onClick={onForget}>
              Remove
            </Button>
          }
        >
          ⋯
        </Menu>
      </div>
    </li>
  );
}
