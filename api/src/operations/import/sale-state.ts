import { moneyText } from '@northlight/shared/contracts/typed-money.ts';
import { plainName, type Head } from './columns.ts';

const WORDS_OF_PAID = new Set(
  'yes y true 1 paid paidinfull fullypaid completed complete succeeded success successful captured settled shipped delivered fulfilled'.split(
    ' ',
  ),
);
const WORDS_OF_UNPAID = new Set('no n false 0 unpaid notpaid open due overdue sent viewed'.split(' '));

/** Undefined for a word that says neither. Without a word, it was paid. */
export function isPaidBy(word: string): boolean | undefined {
  const plain = plainName(word);
  if (word === '' || WORDS_OF_PAID.has(plain)) return true;
  return WORDS_OF_UNPAID.has(plain) ? false : undefined;
}

const NOTHING = /^(?:|no|n|false|none|n\/a|-+|won|not? .*)$/i;
const isNothing = (cell: string): boolean => NOTHING.test(cell) || Number(moneyText(cell)) === 0;
/** Columns that may say that a sale isn't simply paid in dollars, and what they say if it is. */
const AGAINST: readonly { titles: RegExp; isFine: (cell: string) => boolean }[] = [
  { titles: /currency(?:code)?$/, isFine: (cell) => /^(?:|us[d$]?|\$|us ?dollars?)$/i.test(cell) },
  { titles: /^captured$/, isFine: (cell) => cell === '' || !isNothing(cell) },
  {
    titles: /^(?!.*quantity).*(?:refund|disput|chargeback|void|cancel|declin|fail|revers)/,
    isFine: isNothing,
  },
  {
    titles: /^type$|^(?:transaction|payment|order|invoice)type$/,
    isFine: (cell) =>
      !/refund|revers|withdraw|deposit|fee\b|conversion|chargeback|payout|transfer|hold|authori|credit|estimate|expense|void|disput|adjust|pending/i.test(
        cell,
      ),
  },
];
const OWED = /outstanding|balancedue|amountdue|openbalance|^balance$|unpaid/;

/** The first cell that says that something is still owed. */
export function owedOf(
  heads: readonly Head[],
  record: readonly string[],
): { title: string; cell: string } | null {
  // A balance beside gross amounts is the account's, as at PayPal.
  const isAccount = heads.some(({ plain }) => plain === 'gross');
  const at = heads.findIndex(
    ({ plain }, nth) =>
      OWED.test(plain) && !(isAccount && plain === 'balance') && !isNothing(record[nth] ?? ''),
  );
  const title = heads[at]?.title;
  return title === undefined ? null : { title, cell: record[at] ?? '' };
}

/** Why a row is no paid sale in dollars, with the column and its word. */
export function whyNoSale(heads: readonly Head[], record: readonly string[], isPaid: boolean): string | null {
  const at = heads.findIndex(({ plain }, nth) =>
    AGAINST.some(({ titles, isFine }) => titles.test(plain) && !isFine(record[nth] ?? '')),
  );
  const head = heads[at];
  const found = head ? { title: head.title, cell: record[at] } : isPaid && owedOf(heads, record);
  return found
    ? `${found.title}: “${found.cell}”. Only sales that were paid in US dollars, or are unpaid, can be imported.`
    : null;
}
