import * as fc from 'fast-check';
import { anyText } from './test/any-text.ts';
import { expect, test } from 'vitest';
import { asSeen } from './one-line.ts';
import { emailAddress, line, text } from './texts.ts';

const Line = line(40);
const read = (typed: string) => Line.safeParse(typed).data;

test.each([
  ['contacts of macOS and iOS', '\u202A+1 313 555 0142\u202C', '+1 313 555 0142'],
  ['contacts of Windows', '\u202D(555) 010-1234\u202C', '(555) 010-1234'],
  ['isolated text, as in our own emails', '\u2068אדה\u2069', 'אדה'],
  ['marks of direction', '\u200EAda\u200F \u061CMarlow\u206A', 'Ada Marlow'],
  ['zero-width and soft hyphens', 'Mar\u200Blow\u00AD Bi\u2060cy\uFEFFcles', 'Marlow Bicycles'],
  ['variation selectors without a base', '313 555\uFE0D 0142\uFE0F', '313 555 0142'],
  ['joiners between Latin letters and digits', 'A\u200Dda\u200C 555\u200D1', 'Ada 5551'],
  ['fillers and joiners of other scripts', 'Ada\u034F\u115F\u1160\u3164\uFFA0\u17B4', 'Ada'],
  ['tag characters', 'Ada\u{E0041}\u{E0064}\u{E007F}', 'Ada'],
  ['annotations, and what dictation leaves', 'Ada\uFFF9\uFFFB\uFFFC', 'Ada'],
  ['control characters', 'Ada\u0000\u0002\u001B\u007F\u0090 Marlow', 'Ada Marlow'],
  ['half of a character', 'Ada\uD83D', 'Ada'],
  ['tabs', '12 Main St\tSuite 4', '12 Main St Suite 4'],
  ['spaces of every width', '12\u00A0Main\u2009St\u202FSuite\u30004\u2003', '12 Main St Suite 4'],
  ['line breaks of design programs', '12 Main St\u2028Suite 4\u2029', '12 Main St Suite 4'],
  ['nothing but what nobody sees', ' \u200B\u3164\u2800\t', ''],
])('%s: what nobody sees is left out of a line', (_, pasted, seen) => {
  expect(read(pasted)).toBe(seen);
});

test.each([
  ['Persian', 'می\u200Cخواهم'],
  ['Hindi', 'क्\u200Dष'],
  ['Bengali', 'র\u200D্যাব'],
  ['Malayalam', 'ന്\u200Cറ'],
  ['a heart', 'Ada ❤️'],
  ['a family', '👩🏽\u200D🚀 & 👨\u200D👩\u200D👧'],
  ['a rainbow flag', '🏳️\u200D🌈'],
  ['the flag of Scotland', '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
  ['Mongolian', 'ᠤ\u180Eᠯ'],
  ['a Han variant', '葛\u{E0100}飾'],
  ['accents', 'Zoe\u0308 Łoś'],
])('%s keeps what belongs to its characters', (_, typed) => {
  expect(read(typed)).toBe(typed);
});

test('a line break is refused, and only at the ends it is left out', () => {
  for (const typed of ['Ada\nMarlow', 'Ada\rMarlow', 'Ada\r\nBcc: x'])
    expect(Line.safeParse(typed).error?.issues[0]?.message).toBe(
      'Please remove the characters that aren’t supported',
    );
  expect(read('\r\nAda\n')).toBe('Ada');
});

test('nothing changes the second time, and no mark of direction is left', () => {
  const odd = fc.constantFrom(
    '\u200D',
    '\uFE0F',
    '❤',
    '👩',
    'م',
    'क',
    '1',
    ' ',
    '\u202A',
    '\u{E0067}',
    'a',
    '\n',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        anyText(),
        fc.array(odd).map((all) => all.join('')),
      ),
      (typed) => {
        const once = asSeen(typed);
        expect(asSeen(once)).toBe(once);
        expect(once).not.toMatch(/[\t\p{Bidi_C}]/u);
      },
    ),
  );
});

test('a text keeps its line breaks and marks, and loses NUL', () => {
  expect(text(40).parse(' One\r\n\tTwo \u200F\0 ')).toBe('One\r\n\tTwo \u200F'.trim());
});

const Email = emailAddress('Wrong');

test.each([
  ['smith&sons@shop.example'],
  ['yahoo!fan@shop.example'],
  ["ada'@shop.example"],
  ["tim.o'reilly@shop.example"],
  ["a.!#$%&'*+/=?^_`{|}~-z@shop.example"],
  ['.ada..b.@shop.example'],
  ['ivan@xn--e1afmkfd.xn--p1ai'],
  ['ada@a.b-c.d2.museum'],
])('a browser takes the address %s, and so does the shop', (address) => {
  expect(Email.parse(address)).toBe(address);
});

test.each([
  ['\u202Dada@shop.example\u202C'],
  ['ada\u200B@shop.example\t'],
  ['\uFEFF ada@shop.example\r\n'],
  ['mailto:ada@shop.example'],
  ['MAILTO:ada@shop.example?subject=Hello'],
  ['Ada <ada@shop.example>'],
  ['"Marlow, Ada" <ada@shop.example>;'],
  ['Ada O’Hara <mailto:ada@shop.example>'],
  ['<ada@shop.example>'],
  ['“ada@shop.example”'],
  ['‘ada@shop.example’'],
  ['Ada Marlow (ada@shop.example)'],
  ['Ada Marlow [ada@shop.example]'],
  ['ada@shop.example (at work)'],
  ["'ada@shop.example'"],
  ['(ada@shop.example).'],
  ['ada@shop.example.'],
  ['ada@shop.example,'],
])('the address in %j is found', (pasted) => {
  expect(Email.parse(pasted)).toBe('ada@shop.example');
});

test('what a phone or a browser changes in an address is changed back, or into what mail servers know', () => {
  expect(Email.parse('tim.o’reilly@shop.example')).toBe("tim.o'reilly@shop.example");
  expect(Email.parse('ada@bücher.example')).toBe('ada@xn--bcher-kva.example');
  // Hyphens that don't break are no letters of a domain.
  expect(Email.parse('ada\u2011m@my\u2011shop.example')).toBe('ada-m@my-shop.example');
  expect(Email.parse('Иван <ivan@пример.рф>')).toBe('ivan@xn--e1afmkfd.xn--p1ai');
});

test.each([
  [''],
  ['ada'],
  ['Ada <ada@shop.example>, Bo <bo@shop.example>'],
  ['Ada (ada@shop.example) or (bo@shop.example)'],
  ['Ada Marlow ada@shop.example'],
  ['ada@'],
  ['@shop.example'],
  ['ada@shop'],
  ['ada@shop.e'],
  ['ada@192.168.0.1'],
  ['ada@-shop.example'],
  ['ada@shop-.example'],
  ['ada@shop..example'],
  [`ada@${'d'.repeat(64)}.example`],
  ['ada b@shop.example'],
  ['ada@shop.example, bob@shop.example'],
  ['ada@shop.example bob@shop.example'],
  ['Ada <ada@shop.example> <bob@shop.example>'],
  ['ada@shop.example\r\nBcc: bob@shop.example'],
  ['Ada <ada@shop.example>\r\nBcc: bob@shop.example'],
  ['jürgen@shop.example'],
  ['ada@bü cher.example'],
  ['ada@bücher'],
  ['"ada byron"@shop.example'],
])('%j is no address', (typed) => {
  expect(Email.safeParse(typed).error?.issues[0]?.message).toBe('Wrong');
});
