import { useAdminHost } from './admin-context.ts';
import { SERVICE_IDS } from '../../catalog/ids.ts';
import type { ComponentProps } from 'react';

/** The logo (one bar per service) and the shop's name. */
export function Brand() {
  const { businessName, shopName = businessName } = useAdminHost();
  return <BrandOf name={shopName} />;
}

export function BrandOf({ name }: { name: string }) {
  return (
    <span className="admin-brand row middle">
      <svg width="30" height="28" viewBox="0 0 30 28" aria-hidden="true">
        {SERVICE_IDS.map((id, index) => (
          <path key={id} d={`M${8 + index * 8} 3h6l-8 22h-6z`} data-service={id} />
        ))}
      </svg>
      <span className="admin-brand-name">{name}</span>
    </span>
  );
}

const isElsewhere = (homeUrl: string) => !homeUrl.startsWith('/');

/**
 * A link to the shop's website: same origin in a browser, opened in the default browser from the desktop app.
 */
export function HomeLink(link: ComponentProps<'a'>) {
  const { homeUrl } = useAdminHost();
  return (
    // Its content comes with its other properties.
    // oxlint-disable-next-line jsx-a11y/anchor-has-content
    <a
      {...link}
      href={homeUrl}
      {...(isElsewhere(homeUrl) && { target: '_blank', rel: 'noreferrer noopener' })}
    />
  );
}

export function openHome(homeUrl: string): void {
  if (isElsewhere(homeUrl)) window.open(homeUrl, '_blank', 'noreferrer,noopener');
  else location.assign(homeUrl);
}
