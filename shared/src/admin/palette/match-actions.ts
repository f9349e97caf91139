/**
 * The actions whose label contains every typed word, in their original order. All actions if nothing is
 * typed.
 */
export function matchActions<Item extends { label: string }>(items: readonly Item[], typed: string): Item[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}
