/**
 * `node mail-server.ts PORT`: accepts every email and prints how many arrived, and how many arrived twice.
 */
import { SMTPServer } from 'smtp-server';

const seen = new Set<string>();
let twice = 0;
const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  logger: false,
  onData: (stream, _session, done) => {
    let head = '';
    stream.on('data', (chunk: Buffer) => (head += chunk.toString('latin1')));
    stream.on('end', () => {
      const [, id = ''] = /^Message-ID: <(.+)>/im.exec(head) ?? [];
      if (seen.has(id)) twice += 1;
      seen.add(id);
      done();
    });
  },
});
server.on('error', () => {});
server.listen(Number(process.argv[2]), '127.0.0.1');
setInterval(() => console.log(JSON.stringify({ emails: seen.size, twice })), 100);
