import { expect, test } from 'vitest';
import { readCsv } from './read-csv.ts';
import { readRows } from './read-rows.ts';

const HOURS = { timeZone: 'America/Detroit', from: 9, to: 17 } as never;
const read = (file: string) => readRows(file, HOURS);

test('a line with too many columns is refused before the rest of it is read', () => {
  // Its end would be another fault.
  for (const separator of [',', ';', '\t', '|'])
    for (const cell of ['', 'a', 'email', '"a"'])
      expect(() => readCsv(`email${separator}${`${cell}${separator}`.repeat(2_000)}"`)).toThrow(
        'Line 1 has more than 500 columns.',
      );
  expect(() => readCsv(`email\n\n${','.repeat(2_400_000)}"`)).toThrow('more than 500 columns');
  expect(readCsv(`email${',a'.repeat(499)}\nada@marlow-bicycles.example`)).toHaveLength(2);
});

test('a file with too many cells is refused before the rest of it is read', () => {
  const row = `ada@marlow-bicycles.example${',a'.repeat(499)}\n`;
  expect(() => readCsv(`email${',a'.repeat(499)}\n${row.repeat(1_000)}"`)).toThrow('too many cells');
});

const LONG = 200_000;
const units = ['_', "'", ' ', '\n ', 'a ', '@', '-', ';', '1,', 'refund '];

test.each(['email', 'name', 'note', 'date', 'amount', 'paid', 'invoice', 'Reference'])(
  'a cell of 200,000 characters in %s is read in one pass',
  (column) => {
    for (const unit of units) {
      const cell = unit.repeat(LONG / unit.length);
      const { rows } = read(
        `email,paid,date,amount,${column}\nada@marlow-bicycles.example,yes,2024-01-02,5,"${cell}!"`,
      );
      expect(rows).toHaveLength(1);
    }
  },
);

test('lines and addresses of a cell are read as before', () => {
  const { rows } = read(
    'email,name,address\n"Ada <ada@marlow-bicycles.example>; bob@designs.example","Ada\n\n Marlow","1 Main St\nDayton"',
  );
  expect(rows[0]).toMatchObject({
    row: {
      email: 'ada@marlow-bicycles.example',
      name: 'Ada Marlow',
      address: '1 Main St, Dayton',
      note: 'Other addresses: bob@designs.example',
    },
  });
});
