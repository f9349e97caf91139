import { deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { aDocx, aPng } from './upload-steps.ts';

/** Name, content, and what it is told to be. Then the name it gets, if that is another. */
export type Taken = [name: string, content: Uint8Array, mediaType: string, kept?: string];

export const bytes = (...parts: (string | number[] | Uint8Array)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
export const zeros = (count: number) => new Uint8Array(count);
const hex = (digits: string) => Buffer.from(digits, 'hex');
export const box = (brand: string, size = [0, 0, 0, 24]) =>
  bytes(size, `ftyp${brand}`, [0, 0, 2, 0], `${brand}mif1`, zeros(64));
const gif = (side: number[], frames = 1) =>
  bytes(
    'GIF89a',
    [...side, ...side, 0x80, 0, 0, 0, 0, 0, 255, 255, 255],
    ...Array.from({ length: frames }, () => hex('2c0000000001000100000202440100')),
    [0x3b],
  );
const MP3_FRAME = bytes([0xff, 0xfb, 0x90, 0x44], zeros(413));

const CFB = bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], zeros(2_040));

const HEADS: Record<string, [Uint8Array, string]> = {
  png: [aPng(), 'image/png'],
  gif: [gif([1, 0]), 'image/gif'],
  jpg: [bytes([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'JFIF', zeros(64)), 'image/jpeg'],
  webp: [bytes('RIFF', [64, 0, 0, 0], 'WEBPVP8 ', zeros(64)), 'image/webp'],
  avif: [box('avif'), 'image/avif'],
  pdf: [bytes('%PDF-1.7\n%âãÏÓ\n'), 'application/pdf'],
  mp3: [bytes(MP3_FRAME, MP3_FRAME), 'audio/mpeg'],
  wav: [bytes('RIFF', [64, 0, 0, 0], 'WAVEfmt ', zeros(64)), 'audio/wav'],
  ogg: [bytes('OggS', zeros(24), [1], 'vorbis', zeros(64)), 'audio/ogg'],
  flac: [bytes('fLaC', zeros(64)), 'audio/flac'],
  m4a: [box('M4A '), 'audio/mp4'],
  mp4: [box('isom'), 'video/mp4'],
};
const TAILS: Record<string, Uint8Array> = {
  page: bytes('<!doctype html><script>alert(document.cookie)</script>'),
  script: bytes('*/;alert(1)//'),
  php: bytes('<?php system($_GET[0]); ?>'),
  shell: bytes('\n#!/bin/sh\nrm -rf /\n'),
  program: bytes('MZ', [0x90, 0], zeros(200), 'PE\0\0'),
  archive: zipSync({ '../../evil.sh': strToU8('#!/bin/sh') }),
  java: zipSync({ 'META-INF/MANIFEST.MF': strToU8('Manifest-Version: 1.0') }),
  drawing: bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
};

/** Each is a picture, recording or document, and also something that runs. */
export const polyglots = (): Taken[] =>
  Object.entries(HEADS).flatMap(([extension, [head, mediaType]]) =>
    Object.entries(TAILS).map(([what, tail]): Taken => [
      `also a ${what}.${extension}`,
      bytes(head, tail),
      mediaType,
    ]),
  );

const jpegOf = (side: number) =>
  bytes([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, side >> 8, side & 255, side >> 8, side & 255, 3], zeros(64));
const lyingDocx = () => {
  const docx = Buffer.from(aDocx());
  for (let at = 0; at < docx.length - 30; at += 1)
    if (docx.readUInt32LE(at) === 0x02014b50) docx.writeUInt32LE(0xfffffffe, at + 24);
  return docx;
};
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"';
const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`);
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Small to send, huge to open: dimensions, counts and sizes that are not true or not wise. */
export const bombs = (): Taken[] => [
  ...[0, 16_384, 65_535, 1_000_000, 2 ** 31 - 1, 2 ** 32 - 1].map((side): Taken => [
    `${side} pixels wide.png`,
    aPng(4, side),
    'image/png',
  ]),
  ['inflates to 16 MB.png', bytes(aPng(4, 20_000), deflateSync(zeros(16_000_000))), 'image/png'],
  ['65535 pixels wide.gif', gif([255, 255]), 'image/gif'],
  ['5000 frames.gif', gif([1, 0], 5_000), 'image/gif'],
  ['65500 pixels wide.jpg', jpegOf(65_500), 'image/jpeg'],
  ['no pixels.jpg', jpegOf(0), 'image/jpeg'],
  [
    '16777216 pixels wide.webp',
    bytes('RIFF', [22, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0], Array(6).fill(255)),
    'image/webp',
  ],
  ['4 GB announced.webp', bytes('RIFF', Array(4).fill(255), 'WEBPVP8 ', zeros(64)), 'image/webp'],
  ['4 GB announced.wav', bytes('RIFF', Array(4).fill(255), 'WAVEfmt ', zeros(64)), 'audio/wav'],
  ['box of 2 GB.mp4', box('isom', [127, 255, 255, 255]), 'video/mp4'],
  ['box of nothing.mp4', box('isom', [0, 0, 0, 0]), 'video/mp4'],
  ['tag of 256 MB.mp3', bytes('ID3', [4, 0, 0, 127, 127, 127, 127], MP3_FRAME, MP3_FRAME), 'audio/mpeg'],
  ['block of 16 MB.flac', bytes('fLaC', [0, 255, 255, 255], zeros(64)), 'audio/flac'],
  [
    '3000 pages.ogg',
    bytes('OggS', zeros(24), [1], 'vorbis', ...Array.from({ length: 3_000 }, () => bytes('OggS', zeros(23)))),
    'audio/ogg',
  ],
  ['3000 entries.docx', aDocx(Object.fromEntries(range(3_000).map((at) => [`word/${at}`, zeros(1)]))), DOCX],
  [
    'archive in an archive.docx',
    aDocx({ 'word/a.zip': range(20).reduce((inner) => zipSync({ 'a.zip': inner }), zeros(1_000_000)) }),
    DOCX,
  ],
  ['4 GB announced.docx', lyingDocx(), DOCX],
  [
    'paths.docx',
    aDocx({ '../../../etc/cron.d/x': zeros(9), '/etc/passwd': zeros(9), 'C:\\x': zeros(9) }),
    DOCX,
  ],
  [
    'inflates to 16 MB.pdf',
    bytes('%PDF-1.7\n1 0 obj<</Filter/FlateDecode>>stream\n', deflateSync(zeros(16_000_000))),
    'application/pdf',
  ],
  [
    'page of itself.pdf',
    bytes('%PDF-1.7\n1 0 obj<</Kids[1 0 R]/Count 2147483647>>endobj\n'),
    'application/pdf',
  ],
  [
    'program attached.pdf',
    bytes('%PDF-1.7\n1 0 obj<</S/Launch/F(cmd.exe)/EF<</F 2 0 R>>>>'),
    'application/pdf',
  ],
  ['wide.svg', bytes(SVG, ' width="1e12" height="1e12"/>'), 'image/svg+xml'],
  ['deep.svg', bytes(SVG, '>', '<g>'.repeat(100_000)), 'image/svg+xml'],
  [
    'laughs.svg',
    bytes(`<!DOCTYPE svg [<!ENTITY a0 "ha">${laughs.join('')}]><svg>&a9;</svg>`),
    'image/svg+xml',
  ],
  ['from elsewhere.svg', bytes(SVG, '><image href="https://evil.example/x"/></svg>'), 'image/svg+xml'],
  ['page inside.svg', bytes(SVG, '><foreignObject><body/></foreignObject></svg>'), 'image/svg+xml'],
  ['itself.svg', bytes(SVG, ' id="a"><use href="#a"/><use href="#a"/></svg>'), 'image/svg+xml'],
  ['one long line.txt', bytes('a'.repeat(2_000_000)), 'text/plain'],
  ['marks on marks.txt', bytes(`a${'\u0301'.repeat(100_000)}`), 'text/plain'],
  ['right to left.txt', bytes('\u202e\u2066\u200f'.repeat(1_000)), 'text/plain'],
  ['another encoding of a page.txt', bytes('+ADw-script+AD4-alert(1)+ADw-/script+AD4-'), 'text/plain'],
  ['formulas.csv', bytes('=cmd|\'/C calc\'!A0,@SUM(1),+1,"-1"\n'), 'text/plain'],
  ['escapes.txt', bytes('\u001b]0;owned\u0007\u001b[2J'), 'text/plain'],
];

const SIGNATURES: Record<string, string> = {
  'Mach-O program': 'feedface',
  'Mach-O 64 program': 'cffaedfe',
  'Android program': '6465780a30333500',
  'Lua program': '1b4c7561',
  'Flash film': '465753',
  'packed Flash film': '5a5753',
  'browser extension': '43723234',
  'Debian package': '213c617263683e0a64656269616e2d62696e617279',
  'Red Hat package': 'edabeedb',
  cabinet: '4d53434600000000',
  'help file': '49545346',
  'bzip2 archive': '425a6839314159265359',
  'xz archive': 'fd377a585a00',
  'zstd archive': '28b52ffd',
  'lz4 archive': '04224d18',
  'old archive': '1f9d90',
  'arj archive': '60ea',
  'git pack': '5041434b00000002',
  'packet capture': 'd4c3b2a1',
  icon: '00000100',
  cursor: '00000200',
  'JPEG XL picture': '0000000c4a584c200d0a870a',
  'JPEG 2000 picture': '0000000c6a5020200d0a870a',
  'Flash video': '464c5601',
  'Windows video': '3026b2758e66cf11a6d900aa0062ce6c',
  melody: '4d546864',
  drawing: '41433130323700',
  'table file': '50415231',
  game: '4e45531a',
  'mail box': '2142444e',
  'disk image': '4b444d56',
  'other disk image': '514649fb',
  keystore: 'feedfeed',
  '3D model': '676c5446',
};

/** Programs, archives and other files that call themselves pictures. */
export const disguised = (): [string, Uint8Array][] =>
  Object.entries(SIGNATURES).map(([what, start]) => [`${what}.png`, bytes(hex(start), zeros(300))]);

const STARTS = {
  script: '<script>alert(1)</script>',
  html: '<html><body>Hello',
  frame: '<iframe src=//evil.example></iframe>',
  body: '<body onload=alert(1)>',
  doctype: '<!doctype html><p>Hello',
  php: '<?php system("id"); ?>',
};
const PUT: Record<string, (page: string) => string> = {
  'first.txt': (page) => page,
  'after a mark.txt': (page) => `\ufeff${page}`,
  'after space.svg': (page) => `\r\n\t ${page}`,
  'after a comment.svg': (page) => `<!-- <svg> --><!---->${page}`,
  'after a declaration.svg': (page) => `<?xml version="1.0"?>${page}`,
  'after text.txt': (page) => `Opening hours: ${page}`,
  'in capitals.md': (page) => page.toUpperCase(),
};

/** Web pages and scripts that call themselves texts. A page may name the tag of its text: that is web copy. */
export const pages = (): [string, Uint8Array][] =>
  Object.entries(STARTS).flatMap(([what, page]) =>
    Object.entries(PUT)
      .filter(([where]) => what !== 'body' || where !== 'after text.txt')
      .map(([where, put]): [string, Uint8Array] => [`${what} ${where}`, bytes(put(page))]),
  );

/** Bytes that are no UTF-8, but texts of older programs. */
export const olderTexts = (): Taken[] =>
  ['80', 'c080', 'e080af', 'f08080af', 'f8888080af', 'eda081', 'f4908080', 'fe', 'c3', 'e282', 'f09f98'].map(
    (digits) => [`bytes ${digits}.txt`, bytes('Hours: ', hex(digits)), 'text/plain'],
  );

const frames = bytes(...range(4).map(() => MP3_FRAME));
const wide = (text: string, mark = '\ufeff') => Buffer.from(mark + text, 'utf16le');
const track = (kind: string) => bytes('....hdlr', zeros(8), kind, zeros(12));
const mp4 = (brand: string, ...kinds: string[]) => {
  const tracks = bytes(...kinds.map(track));
  return bytes(
    [0, 0, 0, 24],
    `ftyp${brand}`,
    [0, 0, 2, 0],
    `${brand}mp41`,
    [0, 0, 0, 8],
    'free',
    [0, 0, 0, 8 + tracks.length],
    'moov',
    tracks,
  );
};

/** As people have them, though not as the format wants them. */
export const untidy = (): Taken[] => [
  ['windows.txt', bytes('Caf', [0xe9], ' ', [0x96], ' open ', [0x93], 'daily', [0x94], '\r\n'), 'text/plain'],
  ['mac.txt', bytes('fa', [0x8d], 'ade\r'), 'text/plain'],
  ['wide.txt', wide('Café – open “daily”\r\n'), 'text/plain'],
  ['wide without a mark.csv', wide('name,price\r\nbike,50\r\n', ''), 'text/plain'],
  ['wide the other way.txt', wide('Opening hours').swap16(), 'text/plain'],
  ['web copy.txt', bytes('Put this below <body class="home">, please.'), 'text/plain'],
  [
    'short tag.mp3',
    bytes('ID3', [3, 0, 0, 0, 0, 0, 5], zeros(5), Array(10).fill(0x55), frames),
    'audio/mpeg',
  ],
  [
    'two tags.mp3',
    bytes('ID3', [3, 0, 0, 0, 0, 0, 5], zeros(5), 'ID3', [3, 0, 0, 0, 0, 0, 5], zeros(25), frames),
    'audio/mpeg',
  ],
  ['zeros first.mp3', bytes(zeros(700), frames), 'audio/mpeg'],
  ['cut.mp3', bytes(Array(200).fill(0x12), frames), 'audio/mpeg'],
  ['lines first.pdf', bytes('\r\n%PDF-1.4\n%', [0xe2, 0xe3]), 'application/pdf'],
  ['text first.pdf', bytes('a'.repeat(1_000), '%PDF-1.4\n'), 'application/pdf'],
  ['too late.pdf', bytes('a'.repeat(1_100), '%PDF-1.4\n'), 'text/plain', 'too late.pdf.txt'],
  ['call.m4a', mp4('isom', 'soun'), 'audio/mp4'],
  ['zoom.m4a', mp4('mp42', 'soun', 'soun'), 'audio/mp4'],
  ['call.mp4', mp4('isom', 'soun'), 'audio/mp4'],
  ['tour.mp4', mp4('isom', 'vide', 'soun'), 'video/mp4'],
  ['mail.msg', CFB, 'application/x-cfb'],
];

/** Taken to be downloaded only. */
export const downloads = (): Taken[] => [
  ['all.zip', zipSync({ 'a.txt': strToU8('a') }), 'application/zip'],
  ['evil.docx', zipSync({ 'evil.exe': strToU8('MZ') }), 'application/zip', 'evil.docx.zip'],
  ['cut.docx', aDocx().subarray(0, 40), 'application/zip', 'cut.docx.zip'],
  [
    'deck.key',
    zipSync({ 'Index/Document.iwa': zeros(9), 'Index/MasterSlide-1.iwa': zeros(9) }),
    'application/vnd.apple.keynote',
  ],
  ['new.key', zipSync({ 'Index/Document.iwa': zeros(9) }), 'application/vnd.apple.pages'],
  ['logo.eps', bytes('%!PS-Adobe-3.0 EPSF-3.0\n'), 'application/eps'],
  ['logo.ai', bytes('%!PS-Adobe-3.0 EPSF-3.0\n'), 'application/eps'],
  ['evil.txt', bytes('%!PS-Adobe-3.0\n(evil) run'), 'application/postscript', 'evil.txt.ps'],
  ['logo.psd', bytes('8BPS', [0, 1], zeros(64)), 'image/vnd.adobe.photoshop'],
  ['scan.tif', bytes('II*\0', [8, 0, 0, 0], zeros(64)), 'image/tiff'],
  ['old.bmp', bytes('BM', [70, 0, 0, 0], zeros(64)), 'image/bmp'],
  ['menu.rtf', bytes('{\\rtf1\\ansi{\\object\\objdata}}'), 'application/rtf'],
  ['brand.ttf', bytes(hex('0001000000'), zeros(300)), 'font/ttf'],
  ['brand.otf', bytes(hex('4f54544f00'), zeros(300)), 'font/otf'],
  ['brand.woff', bytes(hex('774f464600010000'), zeros(300)), 'font/woff'],
  ['brand.woff2', bytes(hex('774f463200010000'), zeros(300)), 'font/woff2'],
  ['memo.amr', bytes(hex('2321414d520a'), zeros(300)), 'audio/amr'],
  ['song.aiff', bytes(hex('464f524d0000000041494646'), zeros(300)), 'audio/aiff'],
  ['phone.3gp', box('3gp4'), 'video/3gpp'],
  ['phone.au', bytes('.snd', [0, 0, 0, 24], zeros(64)), 'audio/basic'],
  ['hold.ulaw', bytes(Array(300).fill(0x7e)), 'audio/basic'],
  ['hold.pcmu', bytes(Array(300).fill(0x7d)), 'audio/basic'],
  ['hold.gsm', bytes([0xd2], zeros(32), [0xd2], zeros(32)), 'audio/basic'],
  ['hold2.ulaw', bytes(Array(300).fill(0xff), [0, 1, 2]), 'audio/basic'],
];

function range(length: number): number[] {
  return [...Array(length).keys()];
}
