export type CaptionLine = { speaker: string | null; text: string };

/** The spoken lines of a WebVTT file, to print beside the player. */
export function captionLines(webVtt: string): CaptionLine[] {
  return webVtt
    .split(/\r?\n\r?\n/)
    .flatMap((block) => {
      const [, words] = block.split(/-->.*\r?\n/);
      return words === undefined ? [] : [words.trim().replaceAll(/\s+/g, ' ')];
    })
    .map((words) => {
      const [, speaker = null, text = words] = /^<v ([^>]+)>(.*)$/.exec(words) ?? [];
      return { speaker, text };
    });
}
