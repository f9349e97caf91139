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
