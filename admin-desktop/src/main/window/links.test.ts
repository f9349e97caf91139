import { expect, test } from 'vitest';
import { findDeepLink, pathToOrder, readDeepLink, readExternalLink } from './links.ts';

test.each([
  ['northlight://order/ORD-10001', '/case/ORD-10001'],
  ['NORTHLIGHT://ORDER/ord-10001/', '/case/ORD-10001'],
])('%s opens %s', (link, path) => {
  expect(readDeepLink(link)).toBe(path);
});

test.each([
  '',
  'northlight://',
  'northlight://order/',
  'northlight://order/10001',
  'northlight://order/ORD-1',
  'northlight://order/ORD-1000000000000',
  'northlight://order/ORD-10001/notes',
  'northlight://order/ORD-10001?x=1',
  'northlight://order/ORD-10001#x',
  'northlight://order/../settings',
  'northlight://order/ORD-10001%2f..',
  'northlight://settings',
  'northlight://evil@order/ORD-10001',
  'northlight:order/ORD-10001',
  'https://order/ORD-10001',
  ' northlight://order/ORD-10001',
  'northlight://order/ORD-10001\n',
  'javascript:northlight://order/ORD-10001',
])('%j opens nothing', (link) => {
  expect(readDeepLink(link)).toBeNull();
});

test('the link is found in the start arguments', () => {
  expect(findDeepLink(['/opt/northlight', '--hidden', 'northlight://order/ORD-10001'])).toBe(
    '/case/ORD-10001',
  );
  expect(findDeepLink(['/opt/northlight', '--x=northlight://order/ORD-10001'])).toBeNull();
  expect(findDeepLink(['/opt/northlight'])).toBeNull();
});

test('a notification opens its order if it has a valid number', () => {
  expect(pathToOrder('ORD-10001')).toBe('/case/ORD-10001');
  for (const odd of ['', 'ORD-1', '../settings', 'ORD-10001/x', 'ord-10001'])
    expect(pathToOrder(odd)).toBeNull();
});

test.each([
  ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
  ['HTTP://Example.com', 'http://example.com/'],
  ['mailto:ada@marlow-bicycles.example?subject=x', 'mailto:ada@marlow-bicycles.example?subject=x'],
  [
    'mailto:ada@x.example?attach=/etc/passwd&subject=a%20b&Attachment=x',
    'mailto:ada@x.example?subject=a%20b',
  ],
  [' https://example.com ', 'https://example.com/'],
])('%s is passed to the system as %s', (link, href) => {
  expect(readExternalLink(link)).toBe(href);
});

test.each([
  '',
  'example.com',
  `https://x.example/${'a'.repeat(2_000)}`,
  '//example.com',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'smb://host/share',
  'ms-msdt:/id',
  'vbscript:x',
  'northlight://order/ORD-10001',
  'northlight-app://console/',
  'https://bank.example@evil.example/',
  'https:',
  'http://',
])('%j is not opened', (link) => {
  expect(readExternalLink(link)).toBeNull();
});
