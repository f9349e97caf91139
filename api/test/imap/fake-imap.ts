import { createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { passedOn, type Gateway } from './gateways.ts';
import { inboxAt, PASSWORD, USER } from './test-mailbox.ts';

type Stored = { uid: number; source: Buffer; at: Date };
type Folder = { uidValidity: number; uidNext: number; emails: Stored[]; flags: string };

const CAPABILITIES = 'IMAP4rev1 IDLE SPECIAL-USE';

/**
 * An IMAP server (RFC 3501, with IDLE and special-use folders) on a free port, as far as the shop needs one. It answers
 * BAD to anything else, and `changes` lists every command that would have changed the mailbox.
 */
export async function startFakeImap() {
  const folders: Record<string, Folder> = {
    INBOX: { uidValidity: 1_700_000_001, uidNext: 1, emails: [], flags: '\\HasNoChildren' },
    'Sent Items': { uidValidity: 1_700_000_002, uidNext: 1, emails: [], flags: '\\HasNoChildren \\Sent' },
  };
  const state = {
    /** Answers the login with NO. */
    refusesLogin: false,
    /** Lets only those in who come with a token (XOAUTH2). */
    accepts: null as null | ((user: string, token: string) => boolean),
    /** Ends the connection after so many bytes of an email. */
    breaksAfter: Infinity,
    /** The numbers of emails of which it gives something once, and nothing more after that. */
    unreadable: new Set<number>(),
    given: new Set<number>(),
    /** What passes on each email that arrives in the inbox, and changes it. */
    gateway: null as Gateway | null,
    fetchedBytes: 0,
    logins: 0,
    /** Whoever tries to change something. */
    changes: [] as string[],
  };
  const sockets = new Map<Socket, () => void>();

  function serve(socket: Socket): void {
    let input = '';
    let open: Folder | undefined;
    let known = 0;
    let idleTag: string | undefined;
    let failedTag: string | undefined;
    const capabilities = () =>
      state.accepts ? `${CAPABILITIES} SASL-IR AUTH=XOAUTH2 LOGINDISABLED` : CAPABILITIES;
    let isIn = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    const tellNews = () => {
      if (!open || open.emails.length === known) return;
      known = open.emails.length;
      say(`* ${known} EXISTS`);
    };
    sockets.set(socket, () => idleTag && tellNews());
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    say(`* OK [CAPABILITY ${capabilities()}] Ready`);
    socket.on('data', (chunk) => {
      input += chunk.toString('latin1');
      for (let end = input.indexOf('\r\n'); end >= 0; end = input.indexOf('\r\n')) {
        const line = input.slice(0, end);
        input = input.slice(end + 2);
        answer(line);
      }
    });

    function answer(line: string): void {
      if (idleTag && line.toUpperCase() === 'DONE') {
        say(`${idleTag} OK Idle completed`);
        idleTag = undefined;
        return;
      }
      if (failedTag && line === '') {
        say(`${failedTag} NO AUTHENTICATE failed.`);
        failedTag = undefined;
        return;
      }
      const [, tag = '*', command = '', rest = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/i.exec(line) ?? [];
      const done = (text = 'OK Completed') => {
        tellNews();
        say(`${tag} ${text}`);
      };
      const name = command.toUpperCase();
      if (/^(UID )?(STORE|COPY|MOVE|EXPUNGE)|APPEND|CREATE|DELETE|RENAME|SELECT|CLOSE/.test(name)) {
        state.changes.push(line);
        return done('NO Not allowed');
      }
      if (name === 'CAPABILITY') return (say(`* CAPABILITY ${capabilities()}`), done());
      if (name === 'LOGOUT') return (say('* BYE'), done(), void socket.end());
      if (name === 'NOOP') return done();
      if (name === 'AUTHENTICATE') {
        const sent = Buffer.from(rest.replace('XOAUTH2 ', ''), 'base64').toString();
        const [user = '', token = ''] = sent.replace('user=', '').split(/.auth=Bearer |..$/s);
        isIn = state.accepts?.(user, token) ?? false;
        state.logins += 1;
        if (isIn) return done('OK AUTHENTICATE completed.');
        failedTag = tag;
        return void say(`+ ${Buffer.from('{"status":"400","schemes":"Bearer"}').toString('base64')}`);
      }
      if (name === 'LOGIN' && state.accepts) return done('NO LOGIN failed.');
      if (name === 'LOGIN') {
        const isRight = rest === `"${USER}" "${PASSWORD}"` && !state.refusesLogin;
        isIn = isRight;
        state.logins += 1;
        return done(isRight ? 'OK Logged in' : 'NO [AUTHENTICATIONFAILED] Invalid credentials');
      }
      if (!isIn) return done('BAD Log in first');
      if (name === 'LIST' || name === 'LSUB') {
        for (const [path, { flags }] of Object.entries(folders)) {
          const isAsked = /"?\*"?/.test(rest) || rest.includes(`"${path}"`) || rest.endsWith(path);
          if (isAsked) say(`* ${name} (${flags}) "/" "${path}"`);
        }
        return done();
      }
      if (name === 'EXAMINE') {
        open = folders[rest.replaceAll('"', '')];
        if (!open) return done('NO No such folder');
        known = open.emails.length;
        say('* FLAGS (\\Seen \\Deleted)');
        say(`* ${known} EXISTS`);
        say('* 0 RECENT');
        say(`* OK [UIDVALIDITY ${open.uidValidity}] Valid`);
        say(`* OK [UIDNEXT ${open.uidNext}] Next`);
        return done('OK [READ-ONLY] Examined');
      }
      if (!open) return done('BAD No folder is open');
      if (name === 'IDLE') {
        idleTag = tag;
        say('+ idling');
        return tellNews();
      }
      if (name === 'UID SEARCH') return (say(`* SEARCH ${search(open, rest).join(' ')}`), done());
      const uid = Number.parseInt(rest, 10);
      const isRefused = state.unreadable.has(uid) && state.given.has(uid);
      if (name === 'UID FETCH') state.given.add(uid);
      if (name === 'UID FETCH' && isRefused) return done('NO Not now');
      if (name === 'UID FETCH') return (fetch(open, rest), done());
      done(`BAD Unknown command ${name}`);
    }

    function fetch({ emails }: Folder, rest: string): void {
      const [, uid = '', items = ''] = /^(\d+) \((.*)\)$/.exec(rest) ?? [];
      const at = emails.findIndex((email) => email.uid === Number(uid));
      const email = emails[at];
      if (!email) return;
      if (/BODY\[/.test(items)) state.changes.push(rest);
      const { source } = email;
      const [, start, count] = /BODY\.PEEK\[\]<(\d+)\.(\d+)>/.exec(items) ?? [];
      const facts = [
        `UID ${uid}`,
        ...(items.includes('RFC822.SIZE') ? [`RFC822.SIZE ${source.length}`] : []),
      ];
      if (start === undefined) return void say(`* ${at + 1} FETCH (${facts.join(' ')})`);
      const part = source.subarray(Number(start), Number(start) + Number(count));
      state.fetchedBytes += part.length;
      socket.write(`* ${at + 1} FETCH (${facts.join(' ')} BODY[]<${start}> {${part.length}}\r\n`);
      if (Number(start) + part.length > state.breaksAfter) {
        socket.write(part.subarray(0, 100));
        socket.destroy();
        return;
      }
      socket.write(part);
      say(')');
    }
  }

  let server = createServer({ noDelay: true }, serve);
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const hangUp = () => {
    for (const socket of sockets.keys()) socket.destroy();
  };
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      hangUp();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  onTestFinished(close);
  return {
    inbox: inboxAt(port),
    url: `imap://${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    folders,
    state,
    /** An email arrives in a folder. */
    deliver: (source: Buffer | string, name = 'INBOX', at = new Date()): void => {
      const folder = folders[name];
      if (!folder) throw new Error(`There is no folder ${name}.`);
      const passed = state.gateway && name === 'INBOX' ? passedOn(source, state.gateway) : source;
      folder.emails.push({ uid: folder.uidNext, source: Buffer.from(passed), at });
      folder.uidNext += 1;
      for (const tell of sockets.values()) tell();
    },
    hangUp,
    goAway: close,
    comeBack: async () => {
      server = createServer({ noDelay: true }, serve);
      await listen(port);
    },
  };
}

/** Takes one criterion: a range of UIDs, or a first day. */
function search({ emails }: Folder, query: string): number[] {
  const [, from, to] = /^UID (\d+):(\d+|\*)$/.exec(query) ?? [];
  const last = emails.at(-1)?.uid ?? 0;
  if (from !== undefined) {
    // A range to the last email always includes it (RFC 3501, 6.4.8).
    const [low, high] = [Number(from), to === '*' ? last : Number(to)].toSorted((a, b) => a - b);
    return emails.map(({ uid }) => uid).filter((uid) => uid >= (low ?? 0) && uid <= (high ?? 0));
  }
  const [, header = '', text] = /^HEADER (\S+) "?([^"]+)"?$/i.exec(query) ?? [];
  if (text !== undefined) {
    const line = new RegExp(`^${header}:(.*)$`, 'im');
    const has = (source: Buffer) => line.exec(source.toString('latin1'))?.[1]?.includes(text);
    return emails.filter(({ source }) => has(source)).map(({ uid }) => uid);
  }
  const [, day] = /^SINCE (\S+)$/.exec(query) ?? [];
  if (day === undefined) throw new Error(`The fake IMAP server does not know the search ${query}.`);
  return emails.filter(({ at }) => at.getTime() >= Date.parse(`${day} UTC`)).map(({ uid }) => uid);
}
