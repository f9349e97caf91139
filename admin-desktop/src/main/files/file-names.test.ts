import { expect, test } from 'vitest';
import { namedIn, safeFileName } from './file-names.ts';

test.each([
  ['orders-2026-11-21.csv', 'orders-2026-11-21.csv'],
  ['../../.bashrc', 'bashrc'],
  ['/etc/passwd', 'etc-passwd'],
  ['C:\\Windows\\win.ini', 'C--Windows-win.ini'],
  ['a\0b\n.txt', 'a-b-.txt'],
  ['evil\u202Etxt.exe', 'evil-txt.exe'],
  ['name. . ', 'name'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['console.txt', 'console.txt'],
  ['', 'northlight.txt'],
  ['...', 'northlight.txt'],
  ['Zoë’s brief – 1.txt', 'Zoë’s brief – 1.txt'],
  ['x'.repeat(300), 'x'.repeat(150)],
])('%j becomes %j', (name, safe) => {
  expect(safeFileName(name)).toBe(safe);
});

test('the server’s header gives the file name', () => {
  expect(namedIn('attachment; filename="orders.csv"')).toBe('orders.csv');
  expect(namedIn('attachment; filename=orders.csv; size=4')).toBe('orders.csv');
  expect(namedIn(`inline; filename="Caf?.png"; filename*=UTF-8''Caf%C3%A9.png`)).toBe('Café.png');
  expect(namedIn(`inline; filename*=UTF-8''%E0.png`)).toBe('%E0.png');
  expect(namedIn('attachment')).toBe('northlight.csv');
  expect(namedIn(null)).toBe('northlight.csv');
});
