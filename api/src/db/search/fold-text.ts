/** Letters that Unicode does not split into a base letter and an accent. */
const PLAIN: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/** Phones and word processors write their own. */
const DASHES = /[\p{Pd}\u2212]/gu;
const APOSTROPHES = /[’‘ʼʻ]/g;
/** Also what nobody sees, so that a text is found with it and without it. */
const LEFT_OUT = /[\u0300-\u036F\p{DI}\uFFF9-\uFFFC]/gu;
const LETTERS = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/**
 * Folds text for searching: lower case, without accents, with plain dashes and apostrophes, so "Łoś" becomes "los". Used for the index and for
 * queries.
 */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(LEFT_OUT, '')
    .replace(DASHES, '-')
    .replace(APOSTROPHES, "'")
    .replace(LETTERS, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFC');
}
