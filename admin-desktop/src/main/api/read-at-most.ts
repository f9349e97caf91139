/** The whole of a body; null when it is longer, for whoever sends it sends what he likes. What is beyond the limit is not read. */
export async function readAtMost(
  { body }: Pick<Request | Response, 'body'>,
  mostBytes: number,
): Promise<Buffer<ArrayBuffer> | null> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body ?? []) {
    length += piece.length;
    if (length > mostBytes) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** The same as text; throws when it is longer. */
export async function readTextAtMost(response: Response, mostBytes: number): Promise<string> {
  const bytes = await readAtMost(response, mostBytes);
  if (!bytes) throw new Error('The server’s response is too long.');
  return bytes.toString('utf8');
}
