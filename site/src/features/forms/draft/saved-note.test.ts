import { expect, it } from 'vitest';
import { savedText } from './saved-note.tsx';

const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).getTime();

it('names the time in the format of the visitor', () => {
  expect(savedText(at(21, 14, 2), at(21, 15, 0), 'en-GB')).toBe('Saved at 14:02');
  expect(savedText(at(21, 14, 2), at(21, 15, 0), 'en-US')).toMatch(/^Saved at 2:02\sPM$/);
});

it('names the day when it is another', () => {
  expect(savedText(at(20, 14, 2), at(21, 9, 0), 'en-GB')).toBe('Saved on 20 Nov at 14:02');
});
