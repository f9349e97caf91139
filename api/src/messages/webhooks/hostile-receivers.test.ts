import { expect, onTestFinished, test, vi } from 'vitest';
import { dialOf, startRawReceiver, startReceiver } from '../../../test/fixtures/webhook-receiver.ts';
import { webhookShop } from '../../../test/shop/webhook-shop.ts';
import { publicInternet, isPublicAddress } from './post-webhook.ts';
import * as fc from 'fast-check';

type Raw = Parameters<typeof startRawReceiver>[0];

const raw = (answer: Raw) => async () => (await startRawReceiver(answer)).url;
const proper = (answer: Parameters<typeof startReceiver>[0]) => async () => (await startReceiver(answer)).url;
/** Writes again and again until the shop hangs up. */
const keepWriting =
  (text: string, everyMs: number): Raw =>
  (socket) => {
    const timer = setInterval(() => socket.write(text), everyMs);
    socket.on('close', () => clearInterval(timer));
  };
const flood =
  (head: string, piece: string): Raw =>
  (socket) => {
    socket.write(head);
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', more);
    more();
  };

const SWITCH = 'HTTP/1.1 101 Switching Protocols\r\n';
const UPGRADE = 'Connection: Upgrade\r\nUpgrade: x\r\n\r\n';
const SWITCHED = 'The address responded with status 101.';
const CLOSED = 'The connection was closed without a response.';

/** Each way to misbehave, and what the log says about it. */
const MISBEHAVIORS: Record<string, [start: () => Promise<string>, words: string | null]> = {
  'switches protocols': [raw((socket) => socket.write(`${SWITCH}${UPGRADE}`)), SWITCHED],
  'switches protocols and closes': [raw((socket) => socket.end(`${SWITCH}${UPGRADE}`)), SWITCHED],
  'switches to nothing': [raw((socket) => socket.write(`${SWITCH}\r\n`)), SWITCHED],
  'never answers': [proper(() => {}), 'No response within 10 seconds.'],
  // Its status says that it was received.
  'never ends its answer': [proper((_, response) => response.writeHead(200).write('so far')), null],
  'drips its answer': [
    raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      keepWriting('x', 20)(socket);
    }),
    null,
  ],
  'drips its headers': [
    raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ');
      keepWriting('x', 20)(socket);
    }),
    'No response within 10 seconds.',
  ],
  'says again and again that it goes on': [
    raw(keepWriting('HTTP/1.1 102 Processing\r\n\r\n', 5)),
    'No response within 10 seconds.',
  ],
  'closes without an answer': [raw((socket) => socket.end()), CLOSED],
  'closes within its headers': [raw((socket) => socket.end('HTTP/1.1 200 OK\r\nx-hea')), CLOSED],
  'floods its answer': [raw(flood('HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(100_000))), null],
  'floods its headers': [
    raw(flood('HTTP/1.1 200 OK\r\n', `x-header: ${'x'.repeat(1_000)}\r\n`)),
    'The connection failed (HPE_HEADER_OVERFLOW).',
  ],
  redirects: [
    proper((_, response) => response.writeHead(302, { location: 'https://elsewhere.example/' }).end()),
    'The address redirects to elsewhere.example. Enter that address instead.',
  ],
  'has the certificate of another name': [
    async () => (await startReceiver()).url.replace('localhost', 'other.example'),
    'The connection failed (ERR_TLS_CERT_ALTNAME_INVALID).',
  ],
};

test.each(Object.entries(MISBEHAVIORS))(
  'a receiver that %s is left, and the log says why',
  async (_, [start, words]) => {
    const isLate = words?.startsWith('No response');
    const limits = { timeoutMs: isLate ? 300 : 10 * 60_000, readMs: 100 };
    const shop = await webhookShop({ dial: { ...dialOf(), ...limits } });
    await shop.add(await start(), ['website.live']);
    await shop.tellAndSend();
    const status = words === null ? 'sent' : 'waiting';
    expect(await shop.log()).toMatchObject([{ status, lastError: words, attempts: 1 }]);
  },
);

test('a call whose own limits fail costs its queue one turn', async () => {
  const shop = await webhookShop({ dial: { ...dialOf(), timeoutMs: 10 * 60_000 } });
  const { receiver: silent } = await shop.receive(() => {}, ['website.live']);
  await shop.tell(1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const sending = shop.send();
  await expect.poll(() => silent.seen.length).toBe(1);
  vi.advanceTimersByTime(15_000);
  await sending;
  vi.useRealTimers();
  expect(await shop.log()).toMatchObject([
    { status: 'waiting', lastError: 'Sending took longer than 15 seconds.' },
  ]);
});

test('others get their webhooks while receivers misbehave in every way', async () => {
  const { readMs } = publicInternet;
  const shop = await webhookShop({ dial: { ...dialOf(), timeoutMs: 10 * 60_000, readMs } });
  for (const [start] of Object.values(MISBEHAVIORS)) await shop.add(await start(), ['website.live']);
  const { receiver: good } = await shop.receive(undefined, ['website.live']);
  for (let id = 0; id < 3; id += 1) await shop.tell(id);
  void shop.send();
  await expect.poll(() => good.seen.length).toBe(3);
  // The one that never answers is still being waited for.
  const silent = Object.keys(MISBEHAVIORS).indexOf('never answers') + 1;
  expect((await shop.log(silent)).map(({ triedAt }: { triedAt: string | null }) => triedAt)).toEqual([
    null,
    null,
    null,
  ]);
});

test.each([
  '8.8.8.8',
  '93.184.216.34',
  '1.1.1.1',
  '172.32.0.1',
  '2606:4700::1111',
  '2a00:1450:4001:81b::200e',
])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '::ffff:10.0.0.1',
  '::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '3fff::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '5f00::1',
  '4000::1',
  '',
  'localhost',
  '127.1',
  '0x7f.1',
  '2130706433',
  '0177.0.0.1',
])('%j is not', (address) => expect(isPublicAddress(address)).toBe(false));

test('an IPv4 address is not public either way it is written in IPv6', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(isPublicAddress(`::ffff:${address}`)).toBe(isPublicAddress(address));
      expect(isPublicAddress(`64:ff9b::${address}`)).toBe(false);
    }),
  );
});
