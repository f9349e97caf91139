import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';

/** Sends these lines unchanged and returns the server's response. */
function answerTo(app: TestApp, lines: string[]): Promise<string> {
  const socket = connect(Number(new URL(app.base).port), '127.0.0.1');
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
  return text(socket);
}

test.each(['/api/health', '/', '/api/json/orders'])(
  'a request for %s with two Host headers is rejected with a message',
  async (path) => {
    const app = await startTestApp();
    const hosts = ['Host: localhost', 'host: elsewhere.example'];
    const answer = await answerTo(app, [`GET ${path} HTTP/1.1`, ...hosts]);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('Send only one Host header.');
  },
);

test('one Host header is enough', async () => {
  const app = await startTestApp();
  expect(await answerTo(app, ['GET /api/health HTTP/1.1', 'Host: localhost'])).toMatch(/^HTTP\/1\.1 200 /);
});
