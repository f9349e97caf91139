/** Prints Markdown. The first row is the header. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const [head = [], ...body] = rows;
  console.log([line(head), line(head.map(() => '---')), ...body.map(line)].join('\n'), '\n');
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
