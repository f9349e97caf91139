/** Letters of a script that the fonts of invoices lack, such as Arabic, Hebrew, and Chinese. */
const OTHER_LETTERS =
  /(?=\p{L})[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u;

/** Whether an invoice can show all letters of a name. Symbols don't count: they are left out. */
export const isPrintable = (text: string): boolean => !OTHER_LETTERS.test(text);

/** The lines that name a buyer on paper. The email address stands in for a name that can't be shown. */
export const printableBuyer = (lines: readonly string[], email: string): string[] => [
  ...new Set([...lines, email].map((line) => (isPrintable(line) ? line : email))),
];
