const MAX_KEYS = 10_000;

/** When something happened, by key, as far as it counts: within `withinMs`, the last `most` times. In memory: a restart forgives. */
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

/** All in milliseconds. A time in the future is from before the clock was set back, and no longer counts. */
export function isWithin(then: number, now: number, withinMs: number): boolean {
  return then <= now && now - then < withinMs;
}

/** Sets the key and forgets those unused for longest beyond `most`: whoever makes up addresses must not fill the memory. */
export function setRecent<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  // The map keeps the order of use only where a key that is used again goes to its end.
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) break;
    map.delete(oldest);
  }
}
