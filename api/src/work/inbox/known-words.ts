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
export const wordsIn = (text: string): string[] =>
  text
    .replaceAll(WEB_ADDRESS, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
/** So many words in a row, or a shorter line, tell where a passage is from. */
const RUN = 5;
const linesOf = (texts: readonly string[]): string[][] =>
  texts.flatMap((text) => text.split('\n').map(wordsIn)).filter((words) => words.length > 0);
const asLine = (words: readonly string[]): string => `line: ${words.join(' ')}`;

/** Counts the words of quoted lines, and those among them that the conversation does not have there. */
export type Compare = (quoted: readonly string[]) => { words: number; news: number };

/**
 * A word is new that is not in the conversation in this order, or more often than there. So the answer to a question is
 * new, although it has words of the question only. The texts are read at the first comparison. Takes linear time.
 */
export function comparison({ texts = () => [] }: Thread): Compare {
  const places = new Map<string, number[]>();
  const addPlace = (key: string, at: number) => {
    const found = places.get(key);
    if (found) found.push(at);
    else places.set(key, [at]);
  };
  const read = (): string[] => {
    const all: string[] = [];
    for (const line of linesOf(texts())) {
      if (line.length < RUN) addPlace(asLine(line), all.length);
      all.push(...line);
    }
    for (const at of all.keys()) addPlace(all.slice(at, at + RUN).join(' '), at);
    return all;
  };
  let known: string[] | undefined;
  return (quoted) => {
    known ??= read();
    const lines = linesOf(quoted);
    const words = lines.flat();
    const taken = new Set<number>();
    const passed = new Map<string, number>();
    const find = (key: string): number | undefined => {
      const found = places.get(key) ?? [];
      let next = passed.get(key) ?? 0;
      while (taken.has(found[next] ?? -1)) next += 1;
      passed.set(key, next);
      return found[next];
    };
    let news = 0;
    let at = 0;
    let place: number | undefined;
    for (const line of lines)
      for (const [index, word] of line.entries()) {
        const goesOn = place !== undefined && known[place] === word && !taken.has(place);
        const run = words.slice(at, at + RUN).join(' ');
        const found = goesOn ? place : (find(run) ?? (index === 0 ? find(asLine(line)) : undefined));
        if (found === undefined) news += 1;
        else taken.add(found);
        place = found === undefined ? undefined : found + 1;
        at += 1;
      }
    return { words: words.length, news };
  };
}
