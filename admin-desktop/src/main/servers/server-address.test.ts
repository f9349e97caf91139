import { expect, test } from 'vitest';
import { readServerAddress } from './server-address.ts';

test.each([
  ['shop.example.com', 'https://shop.example.com'],
  ['  Shop.Example.com/admin#/orders ', 'https://shop.example.com'],
  ['https://shop.example.com:8443/', 'https://shop.example.com:8443'],
  ['https://shop.example.com:443', 'https://shop.example.com'],
  ['shop.example.com:8443', 'https://shop.example.com:8443'],
  ['localhost:3000', 'http://localhost:3000'],
  ['http://localhost:3000/admin', 'http://localhost:3000'],
  ['https://localhost', 'https://localhost'],
  ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['[::1]:3000', 'http://[::1]:3000'],
  ['192.168.1.4:3000', 'https://192.168.1.4:3000'],
  ['http://192.168.1.4:3000', 'http://192.168.1.4:3000'],
  ['http://10.0.0.7', 'http://10.0.0.7'],
  ['http://172.16.0.1', 'http://172.16.0.1'],
  ['http://[fd00::1]:3000', 'http://[fd00::1]:3000'],
  ['http://shop.local', 'http://shop.local'],
  ['müller.example', 'https://xn--mller-kva.example'],
])('%s becomes %s', (typed, origin) => {
  expect(readServerAddress(typed)).toEqual({ isGood: true, origin });
});

test.each([
  ['', 'Enter the address'],
  ['   ', 'Enter the address'],
  ['ftp://shop.example.com', 'start with https://, not ftp://'],
  ['javascript://x', 'start with https://'],
  ['northlight://order/ORD-10001', 'start with https://'],
  ['https://', 'isn’t a valid address'],
  ['my shop', 'isn’t a valid address'],
  ['http://', 'isn’t a valid address'],
  ['https://ada:secret@shop.example.com', 'Leave your username out'],
  ['ada@shop.example.com', 'Leave your username out'],
  ['http://shop.example.com', 'Use https://shop.example.com'],
  ['http://172.32.0.1', 'Use https://172.32.0.1'],
  ['http://8.8.8.8', 'Use https://8.8.8.8'],
  ['http://10.0.0.7.evil.example', 'Use https://'],
  ['http://localhost.evil.example', 'Use https://'],
])('"%s" is rejected: %s', (typed, reason) => {
  expect(readServerAddress(typed)).toEqual({ isGood: false, reason: expect.stringContaining(reason) });
});
