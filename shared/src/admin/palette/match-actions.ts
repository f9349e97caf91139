/** Those whose label has every typed word, in their own order; all of them when nothing is typed. */
export function matchActions<Item extends { label: string }>(items: readonly Item[], typed: string): Item[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}
