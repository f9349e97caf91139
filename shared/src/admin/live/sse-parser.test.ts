import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSseParser } from './sse-parser.ts';

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
