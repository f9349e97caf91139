import { foldText } from './fold-text.ts';

/** SQLite's trigram index finds any part of a word from three characters on. */
const SHORTEST_INDEXED = 3;
const MOST_WORDS = 10;

/** "ORD 10001", "ord10001" and "#10001": an order number, however somebody writes it. */
const WRITTEN_NUMBER = /(?<![\p{L}\d])(?:ord[\s#-]*|#\s?)(\d{4,})/gu;

/**
 * What somebody typed into a search box: the words for the full-text index as its MATCH expression (null when there are
 * none), and as LIKE patterns those that are too short for it. All of them must be found.
 */
export function readSearch(typed: string): { match: string | null; short: string[] } {
  const folded = foldText(typed);
  const numbers = [...folded.matchAll(WRITTEN_NUMBER)].map(([written, digits]) =>
    // A form may hold "#123456" as a color.
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
  const short = words.filter((word) => !isIndexed(word));
  return {
    match: match || null,
    short: short.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`),
  };
}
