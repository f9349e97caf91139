import { BrandOf } from '@northlight/shared/admin/base/brand.tsx';
import { useArrival } from '@northlight/shared/admin/base/navigation.ts';
import { useEffect } from 'react';
import { AddServer } from './add-server.tsx';
import { ServerList } from './server-list.tsx';
import { useServers } from './servers-store.ts';

/** Shown at the first start, and later to switch shops. */
export function ServersDoor() {
  const heading = useArrival<HTMLHeadingElement>('Your shop');
  const hasAny = useServers(({ saved }) => saved.length > 0);
  useEffect(() => {
    if (hasAny) heading.current?.focus();
  }, [hasAny, heading]);
  return (
    <div className="auth-page">
      <BrandOf name="Northlight" />
      <section className="admin-card servers-card" aria-labelledby="servers-door-title">
        <h1 id="servers-door-title" ref={heading} tabIndex={-1}>
          {hasAny ? 'Choose a shop' : 'Connect to your shop'}
        </h1>
        {hasAny ? (
          <ServerList />
        ) : (
          <p className="admin-small">
            This app shows orders and forms from the Northlight shop on your server.
          </p>
        )}
        {hasAny ? (
          <details className="servers-more">
            <summary className="target bold">Add another shop</summary>
            <AddServer />
          </details>
        ) : (
          <AddServer isFirst />
        )}
      </section>
    </div>
  );
}
