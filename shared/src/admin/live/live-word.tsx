import { useUi } from '../ui-store.ts';

export function LiveWord() {
  const isLive = useUi(({ isLive }) => isLive);
  return (
    <p className="live-word dot-word" data-live={isLive || undefined}>
      <span>{isLive ? 'Live' : 'Refreshing every 30 s'}</span>
    </p>
  );
}
