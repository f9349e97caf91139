import { useEffect, useState } from 'react';

/**
 * A part of the page that is fetched when it is first wanted. React's own `lazy` would take the whole island
 * down when the file cannot be fetched; here the caller says what stands in its place.
 */
export function useLazy<Part>(
  load: () => Promise<Part>,
  isWanted: boolean,
): { part: Part | null; isFailed: boolean } {
  const [part, setPart] = useState<{ loaded: Part } | null>(null);
  const [isFailed, setIsFailed] = useState(false);
  useEffect(() => {
    if (!isWanted || part) return;
    let isCurrent = true;
    load().then(
      (loaded) => isCurrent && setPart({ loaded }),
      () => isCurrent && setIsFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanted, load, part]);
  return { part: part?.loaded ?? null, isFailed };
}
