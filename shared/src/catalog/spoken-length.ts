const WORDS_A_MINUTE = 150;

/** Whole seconds, at the pace of a calm speaker. */
export function spokenSeconds(text: string): number {
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return Math.round((words * 60) / WORDS_A_MINUTE);
}

/** "About 35 seconds when read aloud". Empty for an empty text. */
export function spokenLengthHint(text: string): string {
  const seconds = spokenSeconds(text);
  if (seconds === 0) return '';
  if (seconds < 60) return `About ${count(seconds, 'second')} when read aloud`;
  const rest = seconds % 60;
  return `About ${count(Math.floor(seconds / 60), 'minute')}${rest > 0 ? ` ${count(rest, 'second')}` : ''} when read aloud`;
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`;
