import { expect, test } from 'vitest';
import { mentions } from './find-person.ts';

const ANN = 'ann@mail.example';

test.each([
  ['ann@mail.example', true],
  ['Write to Ann@Mail.Example.', true],
  ['{"email":"ann@mail.example"}', true],
  ['<ann@mail.example>, other', true],
  ['https://shop.example/?to=ann@mail.example&x', true],
  ['joann@mail.example and ann@mail.example', true],
  [JSON.stringify({ text: 'Write to\nann@mail.example' }), true],
  ['mailto%3Aann@mail.example%20', true],
  ['joann@mail.example', false],
  ['jo-ann@mail.example', false],
  ['jo.ann@mail.example', false],
  ['tag+ann@mail.example', false],
  ['änn@mail.example, ünann@mail.example', false],
  ['ann@mail.example.org', false],
  ['ann@mail.examples', false],
  ['ann@mail.example-shop.org', false],
  ['', false],
])('%s', (text, isMentioned) => {
  expect(mentions(text, ANN)).toBe(isMentioned);
});
