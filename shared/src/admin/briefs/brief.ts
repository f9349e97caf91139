/** What somebody needs to do the work, made of a client's answers. */
export type Brief = {
  /** Of the file, without its ending. */
  fileName: string;
  title: string;
  /** Answers are quoted as they were written, and never read as anything else. */
  parts: readonly BriefPart[];
  /** What the client has not said, by the labels of the form. */
  missing: readonly string[];
};
export type BriefPart = { heading: string; text: string };

/** Parts without a text are left out: there is nothing to do about them. */
export function partsOf(parts: readonly BriefPart[]): BriefPart[] {
  return parts.filter(({ text }) => text.trim() !== '');
}

export function fileNameOf(...words: string[]): string {
  return words
    .join('-')
    .replace(/[^a-z\d]+/gi, '-')
    .slice(0, 100)
    .toLowerCase();
}

/** Plain text: whatever a client wrote is indented, so that none of it passes for a heading. */
export function briefText({ title, parts, missing }: Brief): string {
  return [
    title,
    '='.repeat(Math.min(72, [...title].length)),
    ...parts.flatMap(({ heading, text }) => ['', heading, ...linesOf(text).map((line) => `    ${line}`)]),
    ...(missing.length > 0 ? ['', `Not provided: ${missing.join(', ')}`] : []),
    '',
  ].join('\n');
}

/** Markdown: whatever a client wrote stands in a fence that it cannot close. */
export function briefMarkdown({ title, parts, missing }: Brief): string {
  return [
    `# ${escaped(title)}`,
    ...parts.flatMap(({ heading, text }) => {
      const fence = fenceFor(text);
      return ['', `## ${heading}`, '', `${fence}text`, ...linesOf(text), fence];
    }),
    ...(missing.length > 0 ? ['', `**Not provided:** ${missing.join(', ')}`] : []),
    '',
  ].join('\n');
}

function linesOf(text: string): string[] {
  return text.trim().split(/\r\n|[\r\n\u2028\u2029]/);
}

function fenceFor(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return '`'.repeat(Math.max(3, longest + 1));
}

/** A title is one line of plain words. */
function escaped(title: string): string {
  return title.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>()#+!|~-]/g, '\\$&');
}
