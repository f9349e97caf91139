import { foldText } from './fold-text.ts';

/** SQLite's trigram index finds parts of words from three characters on. */
const SHORTEST_INDEXED = 3;
const MOST_WORDS = 10;

/** An order number in any spelling: "ORD 10001", "ord10001" or "#10001". */
const WRITTEN_NUMBER = /(?<![\p{L}\d])(?:ord[\s#-]*|#\s?)(\d{4,})/gu;

/**
 * Parses a search: long terms as a full-text MATCH expression (null if there are none), and LIKE patterns for what
 * has to be in the names: the short terms, or every term with `isNamesOnly`. All must match.
 */
export function readSearch(typed: string, isNamesOnly = false): { match: string | null; inNames: string[] } {
  const folded = foldText(typed);
  const numbers = [...folded.matchAll(WRITTEN_NUMBER)].map(([written, digits]) =>
    // A form may contain "#123456" as a color.
    written.startsWith('#') ? `("ord-${digits}" OR "#${digits}")` : `"ord-${digits}"`,
  );
  const words = folded
    .replace(WRITTEN_NUMBER, ' ')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, MOST_WORDS - Math.min(numbers.length, MOST_WORDS));
  const isIndexed = (word: string) => [...word].length >= SHORTEST_INDEXED;
  const indexed = words.filter(isIndexed).map((word) => `"${word.replaceAll('"', '""')}"`);
  const match = [...numbers.slice(0, MOST_WORDS), ...indexed].join(' AND ');
  const inNames = isNamesOnly
    ? [...words, ...[...folded.matchAll(WRITTEN_NUMBER)].map(([, digits]) => `ord-${digits}`)]
    : words.filter((word) => !isIndexed(word));
  return {
    match: match || null,
    inNames: inNames.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`),
  };
}
