import { SERVICE_IDS, type ServiceId } from '../../catalog/ids.ts';
import { SERVICES } from '../../catalog/services.ts';
import { Card } from '../base/card.tsx';

/** The number of orders by service, in the service's color. The numbers are next to the bars. */
export function ServiceChart({ counts }: { counts: Record<ServiceId, number> }) {
  const highest = Math.max(1, ...SERVICE_IDS.map((id) => counts[id]));
  return (
    <Card className="overview-card" title="Orders by service">
      <dl className="service-chart">
        {SERVICE_IDS.map((id) => (
          <div key={id} data-service={id}>
            <dt>{SERVICES[id].name}</dt>
            <dd>
              <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect width={(counts[id] / highest) * 100} height="8" />
              </svg>
              <span className="money">{counts[id].toLocaleString('en-US')}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
