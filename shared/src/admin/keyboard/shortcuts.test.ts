import { expect, test } from 'vitest';
import { moveOf, stepFrom } from './shortcuts.ts';

const nowhere = { isTyping: false, isOnRow: false };
const press = (key: string, held: { ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean } = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

test.each([
  ['j', 'next-row'],
  ['k', 'previous-row'],
  ['x', 'unfold'],
  ['/', 'search'],
  ['?', 'shortcuts'],
  ['Escape', 'back'],
  ['q', null],
  ['toString', null],
])('%s means %s', (key, move) => {
  expect(moveOf(press(key), nowhere)).toBe(move);
});

test('arrows scroll the page until a row has the focus', () => {
  expect(moveOf(press('ArrowDown'), nowhere)).toBeNull();
  expect(moveOf(press('ArrowDown'), { ...nowhere, isOnRow: true })).toBe('next-row');
  expect(moveOf(press('ArrowUp'), { ...nowhere, isOnRow: true })).toBe('previous-row');
});

test('letters typed into a field are not shortcuts', () => {
  for (const key of ['j', 'k', 'x', '/', '?', 'Escape', 'ArrowDown']) {
    expect(moveOf(press(key), { isTyping: true, isOnRow: true })).toBeNull();
  }
});

test('the palette opens anywhere, with Ctrl or Command', () => {
  for (const isTyping of [false, true]) {
    expect(moveOf(press('k', { ctrlKey: true }), { isTyping, isOnRow: false })).toBe('palette');
    expect(moveOf(press('K', { metaKey: true }), { isTyping, isOnRow: false })).toBe('palette');
  }
});

test('the browser keeps its own shortcuts', () => {
  expect(moveOf(press('j', { ctrlKey: true }), nowhere)).toBeNull();
  expect(moveOf(press('k', { altKey: true }), nowhere)).toBeNull();
  expect(moveOf(press('k', { ctrlKey: true, altKey: true }), nowhere)).toBeNull();
});

test('steps start at one end and stop at the other', () => {
  expect(stepFrom(-1, 1, 3)).toBe(0);
  expect(stepFrom(-1, -1, 3)).toBe(2);
  expect(stepFrom(0, 1, 3)).toBe(1);
  expect(stepFrom(2, 1, 3)).toBe(2);
  expect(stepFrom(0, -1, 3)).toBe(0);
});
