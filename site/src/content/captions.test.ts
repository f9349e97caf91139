import { expect, it } from 'vitest';
import { captionLines } from './captions.ts';

it('reads who says what', () => {
  const webVtt =
    'WEBVTT\n\n1\n00:00:00.000 --> 00:00:01.000\n[Phone rings]\n\n2\n00:00:01.000 --> 00:00:02.000\n<v Caller>Are you\nopen?\n';
  expect(captionLines(webVtt)).toEqual([
    { speaker: null, text: '[Phone rings]' },
    { speaker: 'Caller', text: 'Are you open?' },
  ]);
});

it('finds nothing in an empty file', () => {
  expect(captionLines('WEBVTT\n')).toEqual([]);
});
