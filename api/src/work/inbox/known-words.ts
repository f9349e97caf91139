/** What is known of the conversation that an email belongs to. */
export type Thread = {
  /** The texts of its emails and messages. */
  texts?: () => readonly string[];
  /** The addresses of those who take part in it, in lower case. */
  parties?: readonly string[];
  /** The subject says that something is forwarded. */
  isForward?: boolean;
};

const WEB_ADDRESS = /<https?:[^<>]{0,2000}>|\[(?:https?|cid):[^[\]]{0,2000}\]|\bhttps?:\S+/gi;
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(WEB_ADDRESS, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
/** Tells passages apart that have common words. */
const RUN = 3;

/** How much of a text is known. What has only common phrases with the conversation is not part of it. */
export type Evidence = 'all' | 'some' | 'few' | 'none';
/** Compares a quoted text with the conversation. Each word belongs to it that is part of three words in a row there. */
export type Compare = (quoted: readonly string[]) => Evidence;

/** The texts are read at the first comparison. Takes linear time. */
export function comparison({ texts = () => [] }: Thread): Compare {
  let known: Set<string> | undefined;
  return (quoted) => {
    const words = wordsOf(quoted.join('\n'));
    if (words.length === 0) return 'all';
    known ??= new Set(texts().flatMap((text) => runsOf(wordsOf(text))));
    const isKnown = words.map(() => false);
    const length = Math.min(RUN, words.length);
    for (const [at, run] of runsOf(words, length).entries())
      if (known.has(run)) isKnown.fill(true, at, at + length);
    const count = isKnown.filter(Boolean).length;
    if (count === words.length) return 'all';
    return count === 0 ? 'none' : count * 2 < words.length ? 'few' : 'some';
  };
}

const runsOf = (words: readonly string[], length?: number): string[] =>
  (length === undefined ? [1, 2, RUN] : [length]).flatMap((size) =>
    words.slice(0, words.length - size + 1).map((_, at) => words.slice(at, at + size).join(' ')),
  );
