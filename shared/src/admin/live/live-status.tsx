import { useUi } from '../ui-store.ts';

const LIVE = 'Changes appear as they happen';
const NOT_LIVE = 'Live updates are not connected. Lists refresh every 30 seconds.';

export function LiveWord() {
  const isLive = useUi(({ isLive }) => isLive);
  return (
    <p
      className="live-status status-label"
      data-live={isLive || undefined}
      data-tip={isLive ? LIVE : NOT_LIVE}
    >
      <span>{isLive ? 'Live' : 'Refreshing every 30 seconds'}</span>
    </p>
  );
}
