import { useAdminHost } from './admin-context.ts';
import { SERVICE_IDS } from '../../catalog/ids.ts';

/** The logo (one bar per service) and the shop's name. */
export function Brand() {
  const { businessName } = useAdminHost();
  return <BrandOf name={businessName} />;
}

export function BrandOf({ name }: { name: string }) {
  return (
    <p className="admin-brand">
      <svg width="30" height="28" viewBox="0 0 30 28" aria-hidden="true">
        {SERVICE_IDS.map((id, index) => (
          <path key={id} d={`M${8 + index * 8} 3h6l-8 22h-6z`} data-service={id} />
        ))}
      </svg>
      <span className="admin-brand-name">{name}</span>
    </p>
  );
}
