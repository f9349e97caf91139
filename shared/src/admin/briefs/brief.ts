import { linesOf } from '../../contracts/lines.ts';

/** Everything needed to do the work, built from a customer's answers. */
export type Brief = {
  /** Without the file extension. */
  fileName: string;
  title: string;
  /** Contains the customer's answers verbatim. They are never interpreted as markup. */
  parts: readonly BriefPart[];
  /** The labels of the fields that the customer left empty. */
  missing: readonly string[];
};
export type BriefPart = { heading: string; text: string };

/** Removes parts without text. */
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

/** The brief as plain text. Customer text is indented so that it cannot look like a heading. */
export function briefText({ title, parts, missing }: Brief): string {
  return [
    title,
    '='.repeat(Math.min(72, [...title].length)),
    ...parts.flatMap(({ heading, text }) => [
      '',
      heading,
      ...linesOf(text.trim()).map((line) => `    ${line}`),
    ]),
    ...(missing.length > 0 ? ['', `Not provided: ${missing.join(', ')}`] : []),
    '',
  ].join('\n');
}

/** The brief as Markdown. Customer text is in a code fence that it cannot close. */
export function briefMarkdown({ title, parts, missing }: Brief): string {
  return [
    `# ${escaped(title)}`,
    ...parts.flatMap(({ heading, text }) => {
      const fence = fenceFor(text);
      return ['', `## ${heading}`, '', `${fence}text`, ...linesOf(text.trim()), fence];
    }),
    ...(missing.length > 0 ? ['', `**Not provided:** ${missing.join(', ')}`] : []),
    '',
  ].join('\n');
}

function fenceFor(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return '`'.repeat(Math.max(3, longest + 1));
}

/** Puts the title on one line and escapes Markdown. */
function escaped(title: string): string {
  return title.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>()#+!|~-]/g, '\\$&');
}
