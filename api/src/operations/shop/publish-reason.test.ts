import { expect, test } from 'vitest';
import { publishReason } from './publish-reason.ts';

const NOT_BUILT = 'Your website is unchanged, because its new pages could not be built.';

test.each([
  ['a check', 'index.html is empty.\nabout.html is empty.', 'index.html is empty.'],
  [
    'a sentence above a stack',
    'Location:\n  /srv/x.ts:3:1\n\u001B[31mError: The picture of the team is broken.\u001B[39m\n    at draw (file:///srv/x.ts:3:1)\n',
    'The picture of the team is broken.',
  ],
  [
    'a full disk',
    'Error: ENOSPC: no space left on device, write\n    at write (node:fs)',
    'The server’s disk is full.',
  ],
  [
    'no memory',
    'FATAL ERROR: Reached heap limit - JavaScript heap out of memory',
    'The server ran out of memory.',
  ],
  ['the kernel that ends it', 'Its process was ended (SIGKILL).', 'The server ran out of memory.'],
  ['its limit', 'It took too long and was ended.', 'It took too long and was ended.'],
])('a publication that failed by %s says so in words for people', (_why, message, words) => {
  const reason = publishReason(new Error(message));
  expect(reason).toContain(words);
  for (const word of ['log', ' at ', '\u001B', 'srv']) expect(reason).not.toContain(word);
});

test.each([
  '',
  'Its process was ended (1).',
  'TypeError: x is not a function\n    at y (file:///srv/x.ts:1:1)',
])('what nobody understands is tried again: %j', (message) => {
  expect(publishReason(new Error(message))).toBe(
    `${NOT_BUILT} Try again. If it fails again, ask whoever runs the server.`,
  );
});
