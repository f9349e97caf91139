import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listen, pauseMs } from './listen.ts';

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

test('whole events arrive, wherever their text is split, and a closed connection is reopened', async () => {
  const pieces = [
    'retry: 2000\r\n\r\n: still here\n\nda',
    'ta:one\n',
    '\ndata: two\ndata:  more\n\n',
    'data: half\n',
  ];
  const { heard, stop, done } = listening([() => saying(...pieces)]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(heard).toEqual(['open', 'one', 'two\n more', 'lost', 'open']);
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

test('an event that never ends is given up', async () => {
  const { heard, stop, done } = listening([
    async function* (signal) {
      yield `data: ${'x'.repeat(100_001)}`;
      yield* quiet(signal);
    },
  ]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(heard).toEqual(['open', 'lost', 'open']);
  stop.abort();
  await done;
});
