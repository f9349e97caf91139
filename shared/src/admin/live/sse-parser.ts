/**
 * Reads server-sent events from text in pieces of any size: `feed` gives the data of each event that a piece completes.
 * Names, ids and `retry` are not used here; comments are what keeps the line open.
 */
export function createSseParser() {
  let rest = '';
  let data: string[] = [];
  return {
    feed(piece: string): string[] {
      const events: string[] = [];
      // A piece may end between CR and LF: the CR then waits for what follows.
      const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line === '') {
          if (data.length > 0) events.push(data.join('\n'));
          data = [];
        } else if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
      }
      return events;
    },
  };
}
