import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** How it treats the next mails. */
type Mood =
  | 'takes'
  /** 451 to the recipient. */
  | 'later'
  /** 550 to the recipient. */
  | 'no-such-mailbox'
  /** 554 to the message. */
  | 'refuses-message'
  /** 550 to the sender. */
  | 'refuses-sender'
  /** 421 to the recipient. */
  | 'closing'
  /** Ends every connection when the message comes. */
  | 'drops'
  /** Takes the message and says nothing. */
  | 'silent';

type Options = {
  /** `tls`: encrypted from the first byte. `starttls`: on offer. */
  security?: 'none' | 'starttls' | 'tls';
  login?: { user: string; password: string };
};

const REFUSALS: Partial<
  Record<Mood, { at: 'sender' | 'recipient' | 'message'; code: number; text: string }>
> = {
  later: { at: 'recipient', code: 451, text: 'Greylisted, try again later' },
  'no-such-mailbox': { at: 'recipient', code: 550, text: 'No such mailbox' },
  'refuses-message': { at: 'message', code: 554, text: 'Looks like spam' },
  'refuses-sender': { at: 'sender', code: 550, text: 'Sender not allowed' },
  closing: { at: 'recipient', code: 421, text: 'Shutting down' },
};

type Received = { mail: Email; source: string; recipients: string[]; isEncrypted: boolean; user: string };

/** A real SMTP server on a free port, with a certificate that nobody vouches for. */
export async function startSmtpServer({ security = 'none', login }: Options = {}) {
  const received: Received[] = [];
  const state = { mood: 'takes' as Mood, connections: 0, isQuiet: false };
  const refuse = (at: 'sender' | 'recipient' | 'message', done: (error?: Error | null) => void) => {
    const refusal = REFUSALS[state.mood];
    if (refusal?.at !== at) done();
    else done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
  };

  const open = () => {
    const server = new SMTPServer({
      secure: security === 'tls',
      logger: false,
      disabledCommands: [...(login ? [] : ['AUTH']), ...(security === 'starttls' ? [] : ['STARTTLS'])],
      allowInsecureAuth: true,
      onConnect: (_session, done) => {
        state.connections += 1;
        if (!state.isQuiet) done();
      },
      onAuth: ({ username, password }, _session, done) => {
        if (username === login?.user && password === login?.password) done(null, { user: username });
        else done(Object.assign(new Error('Wrong user or password'), { responseCode: 535 }));
      },
      onMailFrom: (_address, _session, done) => refuse('sender', done),
      onRcptTo: (_address, _session, done) => refuse('recipient', done),
      onData: (stream, session, done) => {
        if (state.mood === 'drops') {
          stream.resume();
          for (const connection of server.connections) connection.close();
          return;
        }
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', async () => {
          if (state.mood === 'silent') return;
          if (state.mood === 'refuses-message') return refuse('message', done);
          const source = Buffer.concat(chunks);
          received.push({
            mail: await PostalMime.parse(source),
            source: source.toString(),
            recipients: session.envelope.rcptTo.map(({ address }) => address),
            isEncrypted: session.secure,
            user: session.user ?? '',
          });
          done();
        });
      },
    });
    server.on('error', () => {});
    return server;
  };
  let server = open();
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const connection of server.connections) connection.close();
    });
  await listen(0);
  const { port } = server.server.address() as AddressInfo;
  onTestFinished(close);
  const credentials = login ? `${login.user}:${login.password}@` : '';
  return {
    received,
    state,
    url: `${security === 'tls' ? 'smtps' : 'smtp'}://${credentials}127.0.0.1:${port}`,
    /** Out of the house: connections end, and new ones are refused. */
    goAway: close,
    comeBack: async () => {
      server = open();
      await listen(port);
    },
  };
}
