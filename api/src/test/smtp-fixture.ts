import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** A real SMTP server on a free port. `mood` says how it treats the next mails. */
export async function startSmtpServer() {
  const received: { mail: Email; recipients: string[] }[] = [];
  const state: { mood: 'takes' | 'later' | 'drops' } = { mood: 'takes' };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo: (_address, _session, done) => {
      if (state.mood === 'later')
        done(Object.assign(new Error('Greylisted, try again later'), { responseCode: 451 }));
      else done();
    },
    onData: (stream, session, done) => {
      if (state.mood === 'drops') {
        stream.resume();
        for (const connection of server.connections) connection.close();
        return;
      }
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ mail: await PostalMime.parse(Buffer.concat(chunks)), recipients });
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return { received, state, url: `smtp://127.0.0.1:${port}` };
}
