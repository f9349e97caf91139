const MAX_KEYS = 10_000;

/** When something happened, by key, as far as it counts: within `withinMs`, the last `most` times. Kept in memory, so a restart clears it. */
export function createRecentTimes(now: () => Date, { withinMs, most }: { withinMs: number; most: number }) {
  const times = new Map<string, number[]>();
  const recent = (key: string): number[] =>
    (times.get(key) ?? []).filter((then) => isWithin(then, now().getTime(), withinMs)).slice(-most);
  return {
    /** Milliseconds since 1970, oldest first. */
    of: recent,
    add: (key: string): void => setRecent(times, key, [...recent(key), now().getTime()], MAX_KEYS),
  };
}

/** In milliseconds. A time in the future was recorded before the clock was set back, and no longer counts. */
export function isWithin(then: number, now: number, withinMs: number): boolean {
  return then <= now && now - then < withinMs;
}

/** Sets the key and forgets those unused for longest beyond `most`, so made-up addresses can't fill memory. */
export function setRecent<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  // Moves the key to the end, so the map stays in order of use.
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) break;
    map.delete(oldest);
  }
}
