import { expect, it } from 'vitest';
import { spokenLengthHint, spokenSeconds } from './spoken-length.ts';

it('counts words at 150 a minute', () => {
  expect(spokenSeconds('word '.repeat(150))).toBe(60);
  expect(spokenSeconds('one, two -- three…')).toBe(1);
  expect(spokenSeconds(' \n ')).toBe(0);
});

it.each([
  ['', ''],
  ['hello you two', 'About 1 second when read aloud'],
  ['word '.repeat(88), 'About 35 seconds when read aloud'],
  ['word '.repeat(150), 'About 1 minute when read aloud'],
  ['word '.repeat(325), 'About 2 minutes 10 seconds when read aloud'],
])('says so: %#', (text, hint) => expect(spokenLengthHint(text)).toBe(hint));
