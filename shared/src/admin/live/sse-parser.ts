/** Ours have a few hundred characters. */
const LONGEST_EVENT = 100_000;

/**
 * Reads server-sent events from text in pieces of any size: `feed` gives the data of each event that a piece completes.
 * Names, ids and `retry` are not used here; comments are what keeps the line open.
 */
export function createSseParser() {
  let rest = '';
  let data: string[] = [];
  /** Characters since the last whole event. */
  let held = 0;
  return {
    feed(piece: string): string[] {
      const events: string[] = [];
      // A piece may end between CR and LF: the CR then waits for what follows.
      const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      held += piece.length;
      if (held > LONGEST_EVENT) throw new Error('The event is too long.');
      for (const line of lines) {
        if (line === '') {
          if (data.length > 0) events.push(data.join('\n'));
          data = [];
          held = rest.length;
        } else if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
      }
      return events;
    },
  };
}
