/** Prints Markdown. The first row is the header. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const [head = [], ...body] = rows;
  console.log([line(head), line(head.map(() => '---')), ...body.map(line)].join('\n'), '\n');
}
