import type { Cents } from '@northlight/shared/catalog/money.ts';
import { moneyText, typedCents } from '@northlight/shared/contracts/typed-money.ts';
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

const NOTHING = /^(?:|no|n|false|none|n\/a|-+|won|(?:not?|never) .*)$/i;
const isNothing = (cell: string): boolean => NOTHING.test(cell) || Number(moneyText(cell)) === 0;
/** Says it in any column, if it ends so after at most two words: "Partially refunded", "wc-refunded", "Card declined". */
const SAYS_AGAINST =
  /^(?!(?:not?|never)\b)(?:[^\W_]+[\s_-]+){0,2}(?:refund(?:ed)?|charged?[ -]?back|disputed?|reversed|declined|failed|bounced|nsf|void(?:ed)?|cancell?ed|uncollectible)$/i;
const NOT_OF_MONEY =
  /fulfil|^(?:ship|deliver|subscription|email|project|task|work|tax|account|address|member|contact|lead|marketing|sms|review)/;
/** Columns that may say that a sale isn't simply paid in dollars, and what they say if it is. */
const AGAINST: readonly { titles: RegExp; isFine: (cell: string) => boolean }[] = [
  {
    titles: /currency(?!.*rate)|^curr?$|^ccy$/,
    isFine: (cell) => /^(?:$|usd?\b|u\.s\.|united states\b|(?:us)?\$$)/i.test(cell),
  },
  { titles: /^(?:captured|livemode|settled|cleared)$/, isFine: (cell) => cell === '' || !isNothing(cell) },
  {
    titles: /^(?!.*(?:refund|disput|return)).*status$|^(?:result|outcome|disposition|stage)$/,
    isFine: (cell) => isPaidBy(cell) !== undefined,
  },
  { titles: /^(?:is)?test(?:mode|order|payment)?$/, isFine: isNothing },
  {
    titles:
      /^(?!.*(?:quantity|policy|refundable)).*(?:refund|returned|returns|disput|chargeback|void|cancel|declin|fail|revers|deleted|writeoff|writtenoff)/,
    isFine: isNothing,
  },
  {
    titles: /^mode$|^(?:transaction|txn|payment|order|invoice|document|record)?type$/,
    isFine: (cell) =>
      !/refund|revers|withdraw|deposit|fee\b|conversion|chargeback|payout|transfer|hold|authori|credit(?! ?card)|estimate|quote|draft|expense|void|disput|adjust|pending|test/i.test(
        cell,
      ),
  },
];
const OWED =
  /outstanding|balancedue|amountdue|openbalance|^balance$|unpaid|overdue|^(?:past)?due$|^(?:amount|balance)?remaining(?:balance|amount)?$/;
const PAID_PART =
  /^(?:amount|total)(?:paid|received|captured)$|^(?:paid|received)(?:amount|todate)$|^payments$/;
const DATE = /\d[-/]\d/;

/** The first cell that says that something is still owed, and whether that is everything. */
export function owedOf(
  heads: readonly Head[],
  record: readonly string[],
  amount: Cents,
): { title: string; cell: string; isAll: boolean } | null {
  // A balance beside gross amounts is the account's, as at PayPal.
  const isAccount = heads.some(({ plain }) => plain === 'gross');
  for (const [at, { title, plain }] of heads.entries()) {
    const cell = record[at] ?? '';
    const cents = typedCents(cell);
    if (PAID_PART.test(plain) && cents < amount) return { title, cell, isAll: cents === 0 };
    const isOwed = OWED.test(plain) && !(isAccount && plain === 'balance');
    if (isOwed && !isNothing(cell) && !DATE.test(cell)) return { title, cell, isAll: cents === amount };
  }
  return null;
}

/** Why a row is no paid sale in dollars, with the column and its word. */
export function whyNoSale(
  heads: readonly Head[],
  record: readonly string[],
  owed: ReturnType<typeof owedOf>,
): string | null {
  const at = heads.findIndex(({ plain, columns }, nth) => {
    const cell = record[nth] ?? '';
    // The words of a known column are judged with it.
    const isOther = !columns.includes('paid') && !NOT_OF_MONEY.test(plain);
    return (
      isOther &&
      (SAYS_AGAINST.test(cell) || AGAINST.some(({ titles, isFine }) => titles.test(plain) && !isFine(cell)))
    );
  });
  const head = heads[at];
  const found = head ? { title: head.title, cell: record[at] } : owed;
  return found
    ? `${found.title}: “${found.cell}”. Only sales that were paid in US dollars, or are unpaid, can be imported.`
    : null;
}
