/** SQLite's trigram index finds any part of a word from three characters on. */
const SHORTEST_INDEXED = 3;
const MOST_WORDS = 10;

/**
 * What somebody typed into a search box: the words for the full-text index as its MATCH expression (null when there are
 * none), and as LIKE patterns those that are too short for it. All of them must be found.
 */
export function readSearch(typed: string): { match: string | null; short: string[] } {
  const words = typed.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  const isIndexed = (word: string) => [...word].length >= SHORTEST_INDEXED;
  const indexed = words.filter(isIndexed).map((word) => `"${word.replaceAll('"', '""')}"`);
  return {
    match: indexed.length > 0 ? indexed.join(' AND ') : null,
    short: words.filter((word) => !isIndexed(word)).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`),
  };
}
