import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from '../../../test/fixtures/localhost-certificate.ts';
import { freePort } from '../../../test/shop/free-port.ts';
import { doctorContext as aContext, stripePayments } from '../../../test/shop/doctor-context.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';
import { certificateLine, checkAddress, checkClock } from './address-checks.ts';

async function serve(answer: RequestListener, isEncrypted = false): Promise<string> {
  const server = isEncrypted
    ? createTlsServer({ key: LOCALHOST_KEY, cert: LOCALHOST_CERTIFICATE }, answer)
    : createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `${isEncrypted ? 'https' : 'http'}://localhost:${(server.address() as AddressInfo).port}`;
}

const asShop =
  (headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { 'Northlight-Version': '1', 'Northlight-Hops': '0', ...headers }).end();

test('a trial on this machine needs no https', async () => {
  const app = await startTestApp();
  expect(await checkAddress(aContext({ publicUrl: app.base }))).toMatchObject([{ state: 'ok' }]);
});

test('an address that nobody or another server answers is a failure', async () => {
  const publicUrl = `http://localhost:${await freePort()}`;
  expect(await checkAddress(aContext({ publicUrl }))).toMatchObject({
    state: 'failure',
    message: `${publicUrl} leads to this machine, but nothing answers there (ECONNREFUSED).`,
    advice: expect.stringContaining('Start the shop'),
  });
  const other = await serve((_, response) => void response.end('hello'));
  expect(await checkAddress(aContext({ publicUrl: other }))).toMatchObject({
    message: expect.stringContaining('A different server responds at'),
  });
});

test('whether customers reach an address that is not of this machine, and does not answer, is not known', async () => {
  const publicUrl = `http://127.0.0.2:${await freePort()}`;
  expect(await checkAddress(aContext({ publicUrl }))).toMatchObject({
    state: 'warning',
    message: expect.stringContaining('may only be this machine’s network'),
    advice: expect.stringContaining('Open it on a phone'),
  });
});

test('an address that is gone says that pages at other addresses lead there', async () => {
  const gone = aContext({ publicUrl: 'https://gone.invalid' });
  expect(await checkAddress(gone)).toMatchObject([
    { state: 'failure', message: 'There is no DNS entry for gone.invalid.' },
    {
      name: 'Other addresses',
      state: 'warning',
      message: 'Pages that are opened at another address lead to https://gone.invalid, too.',
      advice: expect.stringContaining('PUBLIC_URL'),
    },
  ]);
});

test('a proxy that passes on another host name is a warning', async () => {
  const [, port] = /:(\d+)$/.exec(await serve(asShop({ 'Northlight-Name': 'origin.example.net' }))) ?? [];
  // Every system calls itself there, and no loopback name says so.
  const publicUrl = `http://0.0.0.0:${port}`;
  expect(await checkAddress(aContext({ publicUrl }))).toMatchObject([
    { state: 'ok' },
    { state: 'warning', message: `Requests for ${publicUrl} arrive under the name origin.example.net.` },
    { name: 'Encryption', state: 'failure' },
  ]);
});

test('a shop whose database does not answer is a failure', async () => {
  const app = await startTestApp();
  app.db.$client.exec('BEGIN');
  expect(await checkAddress(aContext({ publicUrl: app.base }))).toMatchObject({
    state: 'failure',
    message: 'The shop answers with 503.',
  });
  app.db.$client.exec('ROLLBACK');
});

test('another shop, and another number of proxies, are failures', async () => {
  const other = await startTestApp({ env: { secret: 'the secret of another shop, long enough' } });
  expect(await checkAddress(aContext({ publicUrl: other.base }))).toMatchObject({
    message: expect.stringContaining('A different shop responds at'),
  });
  const app = await startTestApp();
  expect(await checkAddress(aContext({ publicUrl: app.base, trustProxyHops: 1 }))).toMatchObject([
    { state: 'ok' },
    {
      name: 'Proxy',
      state: 'failure',
      message: 'Requests come through 0 proxies, and the shop expects 1.',
    },
  ]);
});

test('a certificate that browsers refuse is a failure', async () => {
  const publicUrl = await serve(asShop(), true);
  expect(await checkAddress(aContext({ publicUrl }))).toMatchObject({
    state: 'failure',
    message: `${publicUrl} has no valid certificate (DEPTH_ZERO_SELF_SIGNED_CERT).`,
  });
  const other = await serve((_, response) => void response.end('hello'), true);
  expect(await checkAddress(aContext({ publicUrl: other }))).toMatchObject({
    state: 'failure',
    message: `A different server responds at ${other}.`,
  });
});

test('a trusted certificate is fine, and a missing Strict-Transport-Security header is a warning', async () => {
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, LOCALHOST_CERTIFICATE]);
  onTestFinished(() => setDefaultCACertificates(usual));
  const bare = await serve(asShop(), true);
  expect(await checkAddress(aContext({ publicUrl: bare }))).toMatchObject([
    { state: 'ok' },
    { name: 'Certificate', state: 'ok' },
    { name: 'Encryption', state: 'warning' },
  ]);
  const strict = await serve(asShop({ 'Strict-Transport-Security': 'max-age=31536000' }), true);
  expect(await checkAddress(aContext({ publicUrl: strict }))).toMatchObject([{}, {}, { state: 'ok' }]);
});

test('a certificate is a warning when it ends within 14 days', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  expect(certificateLine(new Date('2026-12-05T10:00:00Z'), now)).toMatchObject({
    state: 'ok',
    message: 'The certificate is valid for 14 more days.',
  });
  expect(certificateLine(new Date('2026-12-05T09:59:59Z'), now)).toMatchObject({ state: 'warning' });
});

test('a clock more than 30 seconds from the provider’s is a warning', async () => {
  const { fake, payments } = await stripePayments();
  const at = (seconds: number) => aContext({ payments }, undefined, new Date(Date.now() + seconds * 1_000));
  expect(await checkClock(at(20))).toMatchObject({ state: 'ok' });
  for (const seconds of [60, -60])
    expect(await checkClock(at(seconds))).toMatchObject({
      state: 'warning',
      message: expect.stringMatching(/by (59|60|61) seconds/),
    });
  expect(await checkClock(aContext({}))).toMatchObject({ state: 'off' });
  await fake.close();
  expect(await checkClock(at(0))).toMatchObject({
    state: 'off',
    message: expect.stringContaining('reached'),
  });
});
