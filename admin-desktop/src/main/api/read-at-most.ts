/**
 * Reads a whole body. Returns null if it is too long, because a sender can send any amount. Does not read
 * past the limit.
 */
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

/** Like `readAtMost`, but returns text and throws if the body is too long. */
export async function readTextAtMost(response: Response, mostBytes: number): Promise<string> {
  const bytes = await readAtMost(response, mostBytes);
  if (!bytes) throw new Error('The server’s response is too long.');
  return bytes.toString('utf8');
}
