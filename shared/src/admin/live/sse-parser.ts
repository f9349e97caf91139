import { createParser } from 'eventsource-parser';

/** Ours have a few hundred characters. */
const MAX_EVENT_LENGTH = 100_000;

/** Reads server-sent events from text in pieces of any size: `feed` returns the data of each event that a piece completes. */
export function createSseParser() {
  let events: string[] = [];
  const parser = createParser({
    maxBufferSize: MAX_EVENT_LENGTH,
    onEvent: ({ data }) => events.push(data),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') throw error;
    },
  });
  return {
    feed(piece: string): string[] {
      events = [];
      parser.feed(piece);
      return events;
    },
  };
}
