/** "example.com", "https://www.example.com/page": a dot between names, no spaces. */
const ADDRESS = /^(https?:\/\/)?([\p{L}\p{N}-]+\.)+\p{L}{2,}(:\d+)?([/?#]\S*)?$/iu;

/** The numbers, from 1, of the lines that do not look like a web address. Blank lines count but are no fault. */
export function invalidUrlLines(text: string): number[] {
  return text
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' || ADDRESS.test(line.trim()) ? [] : [index + 1]));
}

/** A gentle word, or nothing. */
export function urlLinesHint(text: string): string {
  const lines = invalidUrlLines(text);
  if (lines.length === 0) return '';
  if (lines.length === 1) return `Line ${lines[0]} doesn’t look like a web address.`;
  return `Lines ${new Intl.ListFormat('en').format(lines.map(String))} don’t look like web addresses.`;
}
