/** Letters that Unicode does not take apart into a plain letter and an accent. */
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

const ACCENTS = /[\u0300-\u036F]/g;
const LETTERS = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/** Text as it is compared in a search: lower case, without accents, "Łoś" as "los". Search indexes and searches both go by it. */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(LETTERS, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFC');
}

/** Latin letters with all that Europe and Vietnam write on them. */
const RANGES = [
  [0x41, 0x24f],
  [0x1e00, 0x1eff],
] as const;

const spellings = new Map<string, string>();
for (const [first, last] of RANGES) {
  for (let code = first; code <= last; code += 1) {
    const letter = String.fromCodePoint(code);
    const folded = foldText(letter);
    if (/^\p{L}$/u.test(folded)) spellings.set(folded, (spellings.get(folded) ?? '') + letter);
  }
}

/** A pattern for SQLite's GLOB that finds a folded word inside of texts that are not folded. */
export function globOf(folded: string): string {
  const letters = [...folded].map((letter) => {
    const known = spellings.get(letter);
    if (known) return `[${known}]`;
    // What GLOB reads as a sign of its own stands for itself between brackets.
    return /[*?[]/.test(letter) ? `[${letter}]` : letter;
  });
  return `*${letters.join('')}*`;
}
