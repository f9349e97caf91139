import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSseParser, listen, pauseMs } from './listen.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Line = AsyncIterable<string>;

async function* saying(...pieces: string[]): Line {
  yield* pieces;
}

const broken = (error: Error): Line => ({
  [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }),
});

/** Sends one chunk, then nothing until it is aborted. */
async function* quiet(signal: AbortSignal): Line {
  yield ': hello\n\n';
  await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

function listening(
  lines: ((signal: AbortSignal) => Line)[],
  onLost: (error: unknown) => boolean = () => true,
) {
  const heard: string[] = [];
  const stop = new AbortController();
  const opened: number[] = [];
  const start = Date.now();
  const done = listen(
    {
      open: (signal) => {
        opened.push(Date.now() - start);
        return (lines[opened.length - 1] ?? quiet)(signal);
      },
      onOpen: () => heard.push('open'),
      onMessage: (data) => heard.push(data),
      onLost: (error) => {
        heard.push('lost');
        return onLost(error);
      },
    },
    stop.signal,
  );
  return { heard, stop, opened, done };
}

test('events arrive, and a closed connection is reopened', async () => {
  const { heard, stop, done } = listening([() => saying('data: one\n', '\ndata: two\n\n')]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(heard).toEqual(['open', 'one', 'two', 'lost', 'open']);
  stop.abort();
  await done;
});

test('pauses grow while nothing answers, and reset after an answer', async () => {
  const refuse = () => broken(new Error('refused'));
  const { opened, stop, done } = listening([refuse, refuse, refuse, () => saying('data: one\n\n'), refuse]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(opened).toEqual([0, 1_000, 3_000, 7_000, 8_000, 10_000]);
  stop.abort();
  await done;
});

test('pauses end at half a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 60].map(pauseMs)).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
  ]);
});

test('a connection that is silent for 45 s is closed', async () => {
  const { heard, stop, opened, done } = listening([quiet]);
  await vi.advanceTimersByTimeAsync(44_000);
  expect(heard).toEqual(['open']);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(opened).toHaveLength(2);
  expect(heard).toEqual(['open', 'lost', 'open']);
  stop.abort();
  await done;
});

test('after a final refusal it does not reconnect', async () => {
  const { opened, done } = listening([() => broken(new Error('401'))], () => false);
  await done;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(opened).toEqual([0]);
});

test('when stopped during a pause or a connection, it ends silently', async () => {
  const pausing = listening([() => saying('data: one\n\n')]);
  await vi.advanceTimersByTimeAsync(10);
  pausing.stop.abort();
  await pausing.done;
  const onLine = listening([quiet]);
  await vi.advanceTimersByTimeAsync(10);
  onLine.stop.abort();
  await onLine.done;
  expect(onLine.heard).toEqual(['open']);
});

const readAll = (pieces: readonly string[]) => {
  const parser = createSseParser();
  return pieces.flatMap((piece) => parser.feed(piece));
};

test('event data in one and several lines, with and without a space', () => {
  expect(readAll(['data: one\n\n'])).toEqual(['one']);
  expect(readAll(['data:one\ndata:  two\n\n'])).toEqual(['one\n two']);
  expect(readAll(['data: one\r\n\r\ndata: two\r\rdata: three\n\n'])).toEqual(['one', 'two', 'three']);
});

test('comments, names and retry times are not events', () => {
  expect(readAll(['retry: 2000\n\n: still here\n\nevent: x\nid: 4\n\n'])).toEqual([]);
  expect(readAll(['event: x\ndata: one\n: beside\n\n'])).toEqual(['one']);
});

test('an incomplete event is not delivered', () => {
  expect(readAll(['data: half'])).toEqual([]);
  expect(readAll(['data: half\n'])).toEqual([]);
});

test('text split anywhere is parsed the same', () => {
  const stream = 'retry: 2000\r\n\r\ndata: {"a":1}\r\n\r\n: still here\n\ndata: first\ndata: second\n\n';
  const whole = readAll([stream]);
  expect(whole).toEqual(['{"a":1}', 'first\nsecond']);
  fc.assert(
    fc.property(fc.array(fc.nat(stream.length), { maxLength: 20 }), (cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), stream.length];
      const pieces = places.slice(1).map((end, index) => stream.slice(places[index], end));
      expect(readAll(pieces)).toEqual(whole);
    }),
  );
});
