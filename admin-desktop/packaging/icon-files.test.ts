import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { icnsFile, icoFile } from './icon-files.ts';

const picture = (pixels: number, text: string) => ({ pixels, png: Buffer.from(text) });

test('an .ico file lists the size and offset of each picture', () => {
  const file = icoFile([picture(16, 'small'), picture(256, 'large')]);
  expect([file.readUInt16LE(2), file.readUInt16LE(4)]).toEqual([1, 2]);
  expect([file.readUInt8(6), file.readUInt8(22)]).toEqual([16, 0]);
  const at = file.readUInt32LE(22 + 12);
  expect(file.subarray(at, at + file.readUInt32LE(22 + 8)).toString()).toBe('large');
});

test('an .icns file consists of nested blocks, and one picture can serve two sizes', () => {
  const file = icnsFile([picture(256, 'picture'), picture(77, 'odd')]);
  expect(file.subarray(0, 4).toString()).toBe('icns');
  expect(file.readUInt32BE(4)).toBe(file.length);
  expect(file.subarray(8, 12).toString()).toBe('ic08');
  expect(file.subarray(16, 23).toString()).toBe('picture');
  expect(file.subarray(23, 27).toString()).toBe('ic13');
  expect(file.length).toBe(8 + 2 * 15);
});

test('the icon files have the right signatures', () => {
  const start = (file: string) => readFileSync(new URL(`icons/${file}`, import.meta.url)).subarray(0, 4);
  expect(start('icon.icns').toString()).toBe('icns');
  expect([...start('icon.ico')]).toEqual([0, 0, 1, 0]);
  expect(start('linux/512x512.png').toString('latin1')).toBe('\x89PNG');
});
