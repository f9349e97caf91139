/** Tabs, spaces of every kind, and the line breaks of design programs, which nobody sees in a field. */
const SPACE = /[\t\v\f\x85\p{Z}\u2800]/gu;
/**
 * Characters that nobody sees: contacts put them around phone numbers, and emails and PDFs between letters. First come those
 * that belong to what is seen and stay: in emoji, in Han variants, and the joiners of Arabic, Indic, and Mongolian letters.
 */
const UNSEEN =
  /(\p{ExtPict}(?:[\uFE0F\p{EMod}\u{E0061}-\u{E007F}]|\u200D(?=\p{ExtPict}))+|\p{sc=Han}[\u{E0100}-\u{E01EF}]|[\u0600-\u1CFF][\u180B-\u180E\u200C-\u200D](?=[\u0600-\u1CFF]))|[^\P{Cc}\n\r]|[\p{Cs}\p{DI}\uFFF9-\uFFFC]/gu;

/** A pasted text as it looks. Only line breaks are left, to be refused. */
export const asSeen = (pasted: string): string => pasted.replace(SPACE, ' ').replace(UNSEEN, '$1').trim();
