import { useEffect, useState } from 'react';

/**
 * Loads a part of the page when it is first needed. React's `lazy` would break the whole island if the file
 * cannot load; here the caller decides what to show.
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
