/** Accepts "example.com" and "https://www.example.com/page": a dot between names, no spaces. */
const ADDRESS = /^(https?:\/\/)?([\p{L}\p{N}-]+\.)+\p{L}{2,}(:\d+)?([/?#]\S*)?$/iu;

/** The line numbers, from 1, that do not look like a web address. Blank lines count but are fine. */
export function invalidUrlLines(text: string): number[] {
  return text
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' || ADDRESS.test(line.trim()) ? [] : [index + 1]));
}

/** A hint, or an empty text. */
export function urlLinesHint(text: string): string {
  const lines = invalidUrlLines(text);
  if (lines.length === 0) return '';
  if (lines.length === 1) return `Line ${lines[0]} doesn’t look like a web address.`;
  return `Lines ${new Intl.ListFormat('en').format(lines.map(String))} don’t look like web addresses.`;
}
