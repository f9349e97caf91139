import { strToU8, zipSync } from 'fflate';
import {
  bombs,
  box,
  bytes,
  disguised,
  downloads,
  olderTexts,
  untidy,
  pages,
  polyglots,
  zeros,
  type Taken,
} from './hostile-families.ts';
import { aDocx, anOdt, aPng } from './upload-steps.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const PNG = aPng();
const CFB = bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], zeros(2_040));
const GIF = bytes(
  'GIF89a',
  [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b],
);
const BOMB = aDocx({ 'word/bomb.xml': zeros(20 * 1024 * 1024) });
const macro = 'application/vnd.ms-word.document.macroEnabled.main+xml';

/** Taken for what they are, whatever they pretend to be or also are. */
export const TAKEN: Taken[] = [
  ...polyglots(),
  ...bombs(),
  ...olderTexts(),
  ...untidy(),
  ...downloads(),
  ['logo.png', PNG, 'image/png'],
  ['photo.jpg', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'JFIF', zeros(64)), 'image/jpeg'],
  ['moving.gif', GIF, 'image/gif'],
  ['photo.webp', bytes('RIFF', [64, 0, 0, 0], 'WEBPVP8 ', zeros(64)), 'image/webp'],
  ['photo.avif', box('avif'), 'image/avif'],
  ['photo.heic', box('heic'), 'image/heic'],
  ['menu.pdf', bytes('%PDF-1.7\n%âãÏÓ\n'), 'application/pdf'],
  [
    'call.mp3',
    bytes([0xff, 0xfb, 0x90, 0x44], zeros(413), [0xff, 0xfb, 0x90, 0x44], zeros(413)),
    'audio/mpeg',
  ],
  ['call.wav', bytes('RIFF', [64, 0, 0, 0], 'WAVEfmt ', zeros(64)), 'audio/wav'],
  ['call.m4a', box('M4A '), 'audio/mp4'],
  ['call.ogg', bytes('OggS', zeros(24), [1], 'vorbis', zeros(64)), 'audio/ogg'],
  ['call.flac', bytes('fLaC', zeros(64)), 'audio/flac'],
  ['tour.mp4', box('isom'), 'video/mp4'],
  ['tour.mov', box('qt  '), 'video/quicktime'],
  ['text.docx', aDocx(), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['text.odt', anOdt(), 'application/vnd.oasis.opendocument.text'],
  ['old.doc', CFB, 'application/x-cfb'],
  ['notes.txt', bytes('Öffnet um neun. Closed on Sundays – mostly.\n'), 'text/plain'],
  ['prices.csv', bytes('service,price\nrepair,50\n'), 'text/plain'],
  [
    'logo.svg',
    bytes('<?xml version="1.0"?>\n<!-- made by hand -->\n<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'image/svg+xml',
  ],
  [
    'illustrator.svg',
    bytes('<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x" [<!ENTITY a "b">]><svg/>'),
    'image/svg+xml',
  ],
  // Taken for what they are, whatever they pretend to be or also are.
  ['script.svg', bytes(SVG), 'image/svg+xml'],
  [
    'entities.svg',
    bytes('<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'),
    'image/svg+xml',
  ],
  ['png with a page behind it.png', bytes(PNG, '<html><script>alert(1)</script>'), 'image/png'],
  ['gif that is also a script.gif', bytes('GIF89a/*', zeros(20), '*/=1;alert(1)//;'), 'image/gif'],
  [
    'jpeg with php in it.jpg',
    bytes([0xff, 0xd8, 0xff, 0xfe, 0, 32], '<?php system($_GET[0]);?>', zeros(64)),
    'image/jpeg',
  ],
  [
    'pdf with a script.pdf',
    bytes('%PDF-1.4\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>'),
    'application/pdf',
  ],
  ['pdf that is also a zip.pdf', bytes('%PDF-1.4\n', zipSync({ 'a.txt': strToU8('a') })), 'application/pdf'],
  ['huge picture.png', aPng(4, 60_000), 'image/png'],
  ['cut picture.png', PNG.subarray(0, 60), 'image/png'],
  ['zip bomb.docx', BOMB, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['pretends to be a page.html', PNG, 'image/png', 'pretends to be a page.html.png'],
  ['run me.exe', PNG, 'image/png', 'run me.exe.png'],
  ['run me.bat', bytes('echo off\r\ndel /s *\r\n'), 'text/plain', 'run me.bat.txt'],
  ['code.js', bytes('alert(document.cookie)'), 'text/plain', 'code.js.txt'],
  ['installer.msi', CFB, 'application/x-cfb', 'installer.msi.doc'],
  ['cars.txt', bytes('BMW, Audi, and others.\n'), 'text/plain'],
  ['heart.txt', bytes('<3 our new logo\n'), 'text/plain'],
  ['old.eps', bytes([4], '%!PS-Adobe-3.0 EPSF-3.0\n'), 'application/postscript'],
  ['printed.ps', bytes([0x1b], '%-12345X@PJL\n%!PS-Adobe-3.0\n'), 'application/postscript'],
  ['with a mark.txt', bytes([0xef, 0xbb, 0xbf], 'Hello'), 'text/plain'],
];

/** A part of an ISO file, with its size in front. */
export const part = (name: string, content: Uint8Array = zeros(0)): Uint8Array =>
  bytes([0, 0, content.length >> 8, (content.length + 8) & 0xff], name, content);
export const brandOf = (brand: string) => part('ftyp', bytes(brand, zeros(4), `${brand}mif1`));
export const sound = part('moov', bytes(part('hdlr', bytes(zeros(8), 'soun'))));

export const REFUSED: [string, Uint8Array][] = [
  ['empty boxes.mp4', bytes(brandOf('isom'), ...Array(2_000).fill(part('free')), sound)],
  ['empty boxes.avif', bytes(brandOf('avif'), ...Array(2_000).fill(part('free')))],
  ['empty boxes.heic', bytes(brandOf('heic'), ...Array(2_000).fill(part('free')))],
  ['empty chunks.png', bytes(PNG.subarray(0, 33), ...Array(25_000).fill(bytes(zeros(4), 'tEXt', zeros(4))))],
  ...disguised(),
  ...pages(),
  ['zeros and no sound.mp3', bytes(zeros(100), 'abc', zeros(100))],
  ['page with a tag.mp3', bytes('<html>ID3')],
  ['page.png', bytes('<html><body onload=alert(1)>')],
  ['page.txt', bytes('<!DOCTYPE html><p>Hello</p>')],
  ['page with space before.txt', bytes('\n\n   \t<script>alert(1)</script>')],
  ['page after a mark.txt', bytes([0xef, 0xbb, 0xbf], '<html>')],
  ['page after text.txt', bytes('hello <iframe src=//evil.example>')],
  ['page after a comment.svg', bytes('<!-- x --><html><svg/></html>')],
  ['xml.svg', bytes('<?xml version="1.0"?><rss/>')],
  ['xsl.svg', bytes('<?xml version="1.0"?><?xml-stylesheet href="x"?><svg/>')],
  ['comments without end.svg', bytes('<!---->'.repeat(2_000), '<')],
  ['a comment without end.svg', bytes('<!--', 'a'.repeat(20_000))],
  ['svg with null.svg', bytes('<svg>\0</svg>')],
  ['wide svg.svg', Buffer.from('\ufeff' + SVG, 'utf16le')],
  ['shell.txt', bytes('#!/bin/sh\nrm -rf /')],
  ['php.txt', bytes('Hello <?php system("id"); ?>')],
  ['program.png', bytes('MZ', [0x90, 0], zeros(200), 'PE\0\0')],
  ['program.pdf', bytes([0x7f], 'ELF', [2, 1, 1], zeros(64))],
  ['program.mp3', bytes([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52], zeros(64))],
  ['wasm.txt', bytes('\0asm', [1, 0, 0, 0])],
  ['java.docx', zipSync({ 'META-INF/MANIFEST.MF': strToU8('Manifest-Version: 1.0') })],
  ['macros.docx', aDocx({}, macro)],
  ['archive.rar', bytes('Rar!', [0x1a, 7, 0], zeros(32))],
  ['archive.7z', bytes([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], zeros(32))],
  ['archive.gz', bytes([0x1f, 0x8b, 8, 0], zeros(32))],
  ['disk.iso', bytes(zeros(32_769), 'CD001', zeros(64))],
  ['database.txt', bytes('SQLite format 3\0', zeros(84))],
  ['shortcut.txt', bytes([0x4c, 0, 0, 0, 1, 0x14, 2, 0], zeros(64))],
  ['film.avi', bytes('RIFF', [64, 0, 0, 0], 'AVI LIST', zeros(64))],
  ['flash.png', bytes('CWS', [9], zeros(64))],
  ['random.png', bytes([0x89, 0x12, 0x44, 0x97, 0xff, 0xfe, 0xfd, 0x80])],
  ['only zeros.txt', zeros(100)],
];
