import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { MAX_PAGE_SIZE } from '@northlight/shared/contracts/lists.ts';

/** The fields of a row, or their heads by field. */
export type Columns = readonly string[] | Readonly<Record<string, string>>;

/** "Work status" for "workStatus". */
const wordsOf = (name: string): string => {
  const words = name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

type Batch<Row> = { rows: Row[]; nextCursor: string | null };

/**
 * Streams all pages of a list as one file, in batches: memory stays flat, and orders are taken between two
 * batches. Missing columns become empty cells.
 */
export function csvStream<Row extends object>(
  columns: Columns,
  page: (limit: number, cursor: number | undefined) => Batch<Row>,
): Readable {
  const [names, heads] = Array.isArray(columns)
    ? [columns, columns.map(wordsOf)]
    : [Object.keys(columns), Object.values(columns)];
  const cellsOf = (row: Row) => {
    const cells = new Map<string, unknown>(Object.entries(row));
    return names.map((name) => cells.get(name));
  };
  async function* lines() {
    // The byte order mark makes spreadsheets read UTF-8.
    yield `\uFEFF${csvLine(heads)}`;
    let cursor: number | undefined;
    do {
      const { rows, nextCursor } = page(MAX_PAGE_SIZE, cursor);
      yield rows.map((row) => csvLine(cellsOf(row))).join('');
      cursor = nextCursor === null ? undefined : Number(nextCursor);
      await setImmediate();
    } while (cursor !== undefined);
  }
  return Readable.from(lines(), { objectMode: false });
}

export function csvLine(cells: readonly unknown[], cell = csvCell): string {
  return `${cells.map((value) => cell(value)).join(',')}\r\n`;
}

/** Phone numbers and negative amounts, which other programs would read with the apostrophe. */
const PLAIN_NUMBER = /^(?=.*\d)[\d ().+-]+$/;

/** The apostrophe keeps spreadsheets from running a cell as a formula. Some also accept full-width signs. */
export function csvCell(value: unknown): string {
  const text = textOf(value);
  const isFormula =
    typeof value !== 'number' && /^\s*[=+\-@\t\r＝＋－＠]/.test(text) && !PLAIN_NUMBER.test(text);
  return importedCell(isFormula ? `'${text}` : text);
}

/** For a program's import, which takes an apostrophe as a part of the text. */
export function importedCell(value: unknown): string {
  const text = textOf(value);
  return /[",\r\n;]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return String(value);
}
