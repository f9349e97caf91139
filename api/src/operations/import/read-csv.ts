import { CsvError, parse } from 'csv-parse/sync';
import { MAX_IMPORT_ROWS } from '@northlight/shared/contracts/import.ts';
import { badInput } from '../../base/errors.ts';

/** More than any system exports. Each cell takes time, so they are counted while they are read. */
const MAX_COLUMNS = 500;
const MAX_CELLS = 500_000;

/** Workbooks of Excel and Numbers, older ones, and the tables of web pages that some systems call Excel. */
const BEGINS_WORKBOOK = /^(?:PK\p{Cc}{2}|ÐÏ\p{Cc}à|\s*<)/u;

export type CsvRecord = { record: string[]; line: number };

/** The records with their first lines. One more than is allowed shows that there are too many. */
export function readCsv(file: string): CsvRecord[] {
  if (BEGINS_WORKBOOK.test(file))
    throw badInput(
      'This isn’t a CSV file yet. Open it in Excel or Numbers, save it as CSV, and choose that file.',
    );
  // Breaks in cells would be counted twice.
  const text = file.replaceAll(/\r\n?/g, '\n');
  const delimiter = delimiterOf(text);
  let cells = 0;
  try {
    const found = parse(text, {
      bom: true,
      delimiter,
      // "email, name" with quotes behind the space. Tabs stand for empty cells.
      ltrim: delimiter !== '\t',
      relax_column_count: true,
      relax_quotes: true,
      skip_records_with_empty_values: true,
      to: MAX_IMPORT_ROWS + 12,
      cast: (cell, { index, lines }) => {
        cells += 1;
        if (index >= MAX_COLUMNS) throw badInput(`Line ${lines} has more than ${MAX_COLUMNS} columns.`);
        if (cells > MAX_CELLS) throw badInput('The file has too many cells.');
        return cell;
      },
      on_record: (record: string[], { lines }) => [String(lines - lineBreaksIn(record)), ...record],
    });
    return found.map(([line, ...record]) => ({ record, line: Number(line) }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw badInput(`The file isn’t readable as CSV. ${error.message}`);
  }
}

const lineBreaksIn = (record: readonly string[]): number => record.join('').split('\n').length - 1;

/** Spreadsheets in other languages save semicolons, and some systems tabs. The one that the line with the names has most of. */
function delimiterOf(text: string): string {
  const head = /^.*mail.*$/im.exec(text.slice(0, 20_000))?.[0] ?? '';
  const count = (one: string) => head.split(one).length;
  return [',', ';', '\t', '|'].toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}
