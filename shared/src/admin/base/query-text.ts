export type QueryValues = Readonly<Record<string, string | undefined>>;

/** Appends the query string to a path. Empty values are omitted. */
export function withQuery(path: string, values: QueryValues = {}): string {
  const text = queryText(values);
  return text ? `${path}?${text}` : path;
}

export function queryText(values: QueryValues): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return new URLSearchParams(given).toString();
}
