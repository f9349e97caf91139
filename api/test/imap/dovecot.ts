import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../shop/free-port.ts';
import { tempFolder } from '../fixtures/temp-folder.ts';
import { inboxAt, PASSWORD, USER } from './test-mailbox.ts';

const PROGRAM = '/usr/sbin/dovecot';
const DOVEADM = '/usr/bin/doveadm';
/** The user "nobody" of Debian, because Dovecot gives no mail to root. */
const NOBODY = { uid: 65_534, gid: 65_534, username: 'nobody' };

/** Whether Debian's package dovecot-imapd is installed. */
export const hasDovecot = existsSync(PROGRAM) && existsSync(DOVEADM);

/** A Dovecot of its own on a free port, with one mailbox that has an inbox and a folder of sent emails. */
export async function startDovecot() {
  const folder = tempFolder();
  const me = userInfo();
  const owner = me.uid === 0 ? NOBODY : me;
  const port = await freePort();
  const file = (name: string) => join(folder, name);
  for (const name of ['run', 'mail']) mkdirSync(file(name));
  writeFileSync(file('users'), `${USER}:{PLAIN}${PASSWORD}\n`);
  writeFileSync(
    file('dovecot.conf'),
    `
protocols = imap
listen = 127.0.0.1
base_dir = ${file('run')}
log_path = ${file('log')}
ssl = no
disable_plaintext_auth = no
${me.uid === 0 ? '' : `default_internal_user = ${me.username}\ndefault_login_user = ${me.username}`}
mail_location = maildir:${file('mail')}
first_valid_uid = 1
passdb {
  driver = passwd-file
  args = ${file('users')}
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${file('mail')}
}
namespace inbox {
  inbox = yes
  separator = /
  mailbox Sent {
    auto = create
    special_use = \\Sent
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
`,
  );
  chmodSync(folder, 0o755);
  chownSync(file('mail'), owner.uid, owner.gid);
  const server = spawn(PROGRAM, ['-F', '-c', file('dovecot.conf')], { stdio: 'inherit' });
  const ended = new Promise((resolve) => server.once('close', resolve));
  onTestFinished(async () => {
    server.kill();
    await ended;
  });
  const doveadm = (command: string[], input?: Buffer | string): string => {
    const { status, stdout, stderr } = spawnSync(DOVEADM, ['-c', file('dovecot.conf'), ...command], {
      input,
    });
    if (status !== 0) throw new Error(`doveadm ${command.join(' ')}: ${stderr.toString()}`);
    return stdout.toString();
  };
  return {
    inbox: inboxAt(port),
    log: () => readFileSync(file('log'), 'utf8'),
    deliver: (source: Buffer | string, name = 'INBOX'): void =>
      void doveadm(['save', '-u', USER, '-m', name], source),
    /** One line for each email of a folder. */
    fetch: (what: string, name = 'INBOX'): string[] =>
      doveadm(['fetch', '-u', USER, what, 'mailbox', name])
        .split('\f')
        .filter((line) => line.trim()),
  };
}
