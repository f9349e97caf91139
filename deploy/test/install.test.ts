import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Stands in for the commands of a machine. Each notes how it was called. */
const STAND_IN = `#!/bin/bash
set -eu
name=\${0##*/}
echo "$name $*" >>"$MACHINE/calls"
current() { readlink "$MACHINE/root/opt/northlight/$1/current"; }
case $name in
  node) echo v24.0.0 ;;
  id) grep -qsx "$1" "$MACHINE/accounts" ;;
  useradd) echo "\${@: -1}" >>"$MACHINE/accounts" ;;
  dpkg-query) echo 'install ok installed' ;;
  runuser)
    shift 3
    exec "$@"
    ;;
  npx)
    if [[ $* == *' build' ]]; then
      [[ ! -e $MACHINE/build-fails ]]
      mkdir -p site/dist api/dist
      cp .env site/dist/settings
      mkdir -p node_modules/node/bin
      printf '%s\\n' '#!/bin/sh' 'cat "$MACHINE/address" 2>/dev/null && exit 1' 'exit 0' >node_modules/node/bin/node
      chmod +x node_modules/node/bin/node
    fi
    ;;
  setsid)
    shift
    exec "$@"
    ;;
  getent) [[ $2 != www.* ]] && echo "192.0.2.7 $2" ;;
  systemctl) if [[ $1 == show ]]; then echo 0; fi ;;
  curl)
    if [[ $* == *auth-status* ]]; then echo '{"isAuthenticated":false,"isUnclaimed":true}'; exit; fi
    shop=$(basename "$(dirname "$(grep -rl "$(grep -o '127.0.0.1:[0-9]*' <<<"$*")" "$MACHINE/root/etc/systemd/system"/*.d)")" .socket.d)
    shop=\${shop#northlight@}
    data=$MACHINE/root/var/lib/northlight/$shop/data
    if [[ -e $MACHINE/works && $(current "$shop") != */$(cat "$MACHINE/works") ]]; then
      if [[ -e $MACHINE/migrates ]]; then
        mkdir -p "$data/copies"
        cp "$data/northlight.db" "$data/copies/northlight-0005-$(date +%s).db"
        echo new >"$data/northlight.db"
      fi
      exit 1
    fi
    if [[ -e $MACHINE/migrates ]]; then [[ $(cat "$data/northlight.db") == old ]]; fi
    if [[ $(current "$shop") == */$(cat "$MACHINE/nameless" 2>/dev/null) ]]; then echo '{"status":"ready"}'; exit; fi
    printf '{"status":"ready","release":"%s"}' "$(basename "$(current "$shop")")"
    ;;
  journalctl) echo 'This shop has no owner yet. Claim it at https://shop.example.com/admin-login#claim=ab12' ;;
  ufw) echo 'Status: active' ;;
esac
`;
const COMMANDS = ['node', 'id', 'dpkg-query', 'apt-get', 'useradd', 'setsid', 'runuser', 'npx', 'curl'];
const MORE = ['journalctl', 'ufw', 'systemctl', 'caddy', 'ss', 'getent'];

/** A machine without a shop, and a copy of the files that an installation needs. */
function aMachine() {
  const machine = mkdtempSync(join(tmpdir(), 'northlight-install-'));
  onTestFinished(() => rmSync(machine, { recursive: true, force: true }));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(machine, file)), { recursive: true });
    writeFileSync(join(machine, file), text);
  };
  const root = (path: string) => join(machine, 'root', path);
  write('root/etc/os-release', 'ID=debian\nVERSION_ID="13"\n');
  write('root/etc/caddy/Caddyfile', ':80 {\n\trespond "Debian"\n}\n');
  write('source/package.json', '{"version":"1"}\n');
  for (const file of ['install', 'northlight', 'Caddyfile', 'northlight@.service', 'northlight@.socket'])
    write(`source/deploy/${file}`, readFileSync(join(project, 'deploy', file), 'utf8'));
  for (const name of [...COMMANDS, ...MORE]) {
    write(`bin/${name}`, STAND_IN);
    chmodSync(join(machine, 'bin', name), 0o755);
  }
  chmodSync(join(machine, 'source/deploy/install'), 0o755);
  return {
    write,
    root,
    read: (path: string) => readFileSync(root(path), 'utf8'),
    has: (path: string) => existsSync(root(path)),
    release: (shop = 'shop') =>
      readlinkSync(root(`opt/northlight/${shop}/current`))
        .split('/')
        .at(-1),
    /** Runs the installer, and says how it ended and what it called. */
    install(args: string[] = [], input = '') {
      rmSync(join(machine, 'calls'), { force: true });
      const { status, stdout, stderr } = spawnSync(
        join(machine, 'source/deploy/install'),
        ['--root', root(''), ...args],
        {
          input,
          encoding: 'utf8',
          env: {
            MACHINE: machine,
            PATH: `${join(machine, 'bin')}:/usr/bin:/bin`,
            READY_SECONDS: '0',
            CERTIFICATE_TRIES: '1',
          },
        },
      );
      const calls = existsSync(join(machine, 'calls')) ? readFileSync(join(machine, 'calls'), 'utf8') : '';
      return { status, out: stdout + stderr, calls };
    },
    /** A newer version of the shop. */
    upgrade: () => write('source/package.json', '{"version":"2"}\n'),
    /** No version but this one gets ready. */
    onlyWorks: (release = '') => write('works', release),
  };
}

test('the domain is the only question, and at the end the owner gets the address to claim the shop', () => {
  const machine = aMachine();
  const { status, out, calls } = machine.install([], 'Shop.Example.com\n');
  expect([status, out]).toEqual([0, expect.stringContaining('shop runs at https://shop.example.com\n')]);
  expect(out).toContain('Claim it at https://shop.example.com/admin-login#claim=ab12');
  expect(out).toContain('ufw allow 80,443/tcp');
  expect(machine.read('etc/northlight/shop.env')).toContain('PUBLIC_URL=https://shop.example.com\n');
  expect(machine.read('etc/systemd/system/northlight@shop.socket.d/port.conf')).toContain('127.0.0.1:3000\n');
  expect(machine.read('etc/caddy/northlight/shop.caddy')).toMatch(
    /^shop\.example\.com \{[^]*reverse_proxy 127\.0\.0\.1:3000/,
  );
  expect(machine.read('etc/caddy/Caddyfile')).toMatch(/^:80 \{[^]*\nimport northlight\/\*\.caddy\n$/);
  expect(calls).toContain('systemctl restart northlight@shop.service\n');
  expect(calls).not.toContain('apt-get');
});

test('what keeps visitors away is said, and a certificate that is not there yet is not known', () => {
  const machine = aMachine();
  machine.write('address', 'There is no DNS entry for shop.example.com.\n');
  const { status, out } = machine.install(['shop.example.com']);
  expect([status, out]).toEqual([
    1,
    expect.stringMatching(/nobody can visit it yet\. There is no DNS entry/),
  ]);
  machine.write('address', 'https://shop.example.com has no valid certificate (EPROTO).\n');
  const waiting = machine.install();
  expect([waiting.status, waiting.out]).toEqual([0, expect.stringContaining("can't tell whether visitors")]);
});

test('a second run changes nothing, and restarts nothing', () => {
  const machine = aMachine();
  machine.install(['shop.example.com']);
  const all = [
    machine.root(''),
    '!',
    '-type',
    'd',
    '!',
    '-name',
    '.lock',
    '!',
    '-name',
    'install.log',
    '-printf',
    '%P %m %T@ %l\n',
  ];
  const files = () => spawnSync('find', all, { encoding: 'utf8' }).stdout.split('\n').toSorted();
  const before = files();
  const { status, calls } = machine.install();
  expect(status).toBe(0);
  expect(files()).toEqual(before);
  expect(calls).not.toMatch(/stop|restart|reload-or|npx|useradd /);
});

test('an upgrade keeps the version before, and goes back to it by itself if the new one doesn’t get ready', () => {
  const machine = aMachine();
  machine.install(['shop.example.com']);
  const old = machine.release();
  machine.upgrade();
  machine.onlyWorks(old);
  const failed = machine.install();
  expect([failed.status, failed.out]).toEqual([
    1,
    expect.stringContaining('runs the previous version again'),
  ]);
  expect(machine.release()).toBe(old);
  rmSync(join(machine.root(''), '../works'));
  expect(machine.install().status).toBe(0);
  const next = machine.release();
  expect(next).not.toBe(old);
  const releases = readdirSync(machine.root('opt/northlight/shop/releases'));
  expect(releases.filter((name) => !name.endsWith('.complete')).toSorted()).toEqual([old, next].toSorted());
});

test('a version from before versions said their names is taken back, too, and the next run upgrades it', () => {
  const machine = aMachine();
  machine.install(['shop.example.com']);
  const old = machine.release() ?? '';
  machine.write('nameless', old);
  rmSync(machine.root(`opt/northlight/shop/releases/${old}/deploy/northlight`));
  machine.upgrade();
  machine.onlyWorks(old);
  expect(machine.install().out).toContain('runs the previous version again');
  expect(machine.has('opt/northlight/shop/upgrade')).toBe(false);
  rmSync(join(machine.root(''), '../works'));
  expect(machine.install().status).toBe(0);
  expect(machine.release()).not.toBe(old);
});

test('after an upgrade that was cut off, the database stays: the new version may have sold since', () => {
  const machine = aMachine();
  machine.install(['shop.example.com']);
  const database = 'var/lib/northlight/shop/data/northlight.db';
  const old = machine.release() ?? '';
  machine.upgrade();
  machine.install();
  machine.write(`root/${database}`, 'sold\n');
  machine.write('root/var/lib/northlight/shop/data/copies/northlight-0005.db', 'old\n');
  machine.write('root/opt/northlight/shop/upgrade', machine.root(`opt/northlight/shop/releases/${old}\n`));
  machine.onlyWorks('none');
  const { status, out } = machine.install();
  expect([status, out]).toEqual([
    1,
    expect.stringMatching(/neither with the new version nor with the previous/),
  ]);
  expect(machine.read(database)).toBe('sold\n');
});

test('what is wrong with one shop keeps no other from its upgrade', () => {
  const machine = aMachine();
  machine.install(['--shop', 'bakery', 'bakery.example.com']);
  machine.install(['--shop', 'shop', 'shop.example.com']);
  const before = machine.release();
  machine.upgrade();
  machine.write('root/etc/northlight/bakery.env', 'PUBLIC_URL=https://no domain\n');
  const { status, out } = machine.install();
  expect([status, out]).toEqual([1, expect.stringContaining("isn't a domain")]);
  expect(machine.release()).not.toBe(before);
});

test('if the old version can’t read the database that the new one changed, it gets the copy from before', () => {
  const machine = aMachine();
  machine.install(['shop.example.com']);
  const database = 'var/lib/northlight/shop/data/northlight.db';
  machine.write(`root/${database}`, 'old\n');
  machine.onlyWorks(machine.release());
  machine.write('migrates', '');
  machine.upgrade();
  const { status, out } = machine.install();
  expect([status, out]).toEqual([1, expect.stringContaining('has the database from before the upgrade')]);
  expect(machine.read(database)).toBe('old\n');
  const failed = readdirSync(machine.root('var/lib/northlight/shop')).find((name) =>
    name.startsWith('failed-upgrade-'),
  );
  expect(machine.read(`var/lib/northlight/shop/${failed}/northlight.db`)).toBe('new\n');
});

test('a build that fails leaves the running version, and the next run builds it anew', () => {
  const machine = aMachine();
  machine.install(['shop.example.com']);
  const old = machine.release();
  machine.upgrade();
  machine.write('build-fails', '');
  const { status, out, calls } = machine.install();
  expect([status, out]).toEqual([1, expect.stringMatching(/failed while building version \w+ of shop/)]);
  expect(machine.release()).toBe(old);
  expect(calls).not.toContain('systemctl stop');
  rmSync(join(machine.root(''), '../build-fails'));
  expect(machine.install().status).toBe(0);
  expect(machine.release()).not.toBe(old);
});

test('another shop has its own account, data, socket, and port, and is removed without its data', () => {
  const machine = aMachine();
  machine.install(['shop.example.com']);
  const { calls } = machine.install(['--shop', 'bakery', 'bakery.example.com']);
  expect(calls).toMatch(/^useradd .*northlight-bakery$/m);
  expect(machine.read('etc/systemd/system/northlight@bakery.socket.d/port.conf')).toContain(
    '127.0.0.1:3001\n',
  );
  expect(machine.read('etc/caddy/northlight/bakery.caddy')).toMatch(
    /^bakery\.example\.com \{[^]*127\.0\.0\.1:3001/,
  );
  expect(machine.read('etc/northlight/bakery.env')).toContain('DATA_DIR=/var/lib/northlight/bakery/data\n');
  machine.write('root/var/lib/northlight/bakery/data/northlight.db', 'orders\n');
  expect(machine.install(['other.example.com'])).toMatchObject({ status: 1 });
  expect(machine.install(['--remove', 'bakery']).calls).toContain(
    'systemctl disable --now northlight@bakery.socket northlight@bakery.service\n',
  );
  for (const path of [
    'opt/northlight/bakery',
    'etc/caddy/northlight/bakery.caddy',
    'etc/northlight/bakery.env',
  ])
    expect(machine.has(path)).toBe(false);
  expect(machine.read('var/lib/northlight/bakery/data/northlight.db')).toBe('orders\n');
  expect(machine.read('etc/northlight/removed/bakery.env')).toContain('bakery.example.com');
  expect(machine.has('opt/northlight/shop/current')).toBe(true);
});

test('a new domain of a shop is built into its pages', () => {
  const machine = aMachine();
  machine.install(['shop.example.com']);
  const { status, calls } = machine.install(['--shop', 'shop', 'new.example.com']);
  expect([status, calls]).toEqual([0, expect.stringContaining('systemctl restart northlight@shop.socket')]);
  expect(machine.read('etc/caddy/northlight/shop.caddy')).toMatch(/^new\.example\.com \{/);
  expect(machine.read('opt/northlight/shop/current/site/dist/settings')).toContain('https://new.example.com');
});

test.each([
  [['localhost'], "isn't a domain"],
  [['shop.example.com:8080'], 'without a port'],
  [['müller-studio.de'], 'begins with xn--'],
  [['--shop', 'node', 'shop.example.com'], "can't be the name of a shop"],
  [['shop.example.com;reboot'], "isn't a domain"],
  [['--shop', '../etc', 'shop.example.com'], "isn't a name"],
  [['--shop', 'Bäckerei', 'shop.example.com'], "isn't a name"],
  [['--remove', 'nothing'], 'There is no shop named nothing'],
  [['--frobnicate'], 'is unknown'],
  [['--shop', 'bakery'], 'needs a domain'],
])('%j is refused before anything is changed', (args, message) => {
  const machine = aMachine();
  const { status, out, calls } = machine.install(args);
  expect([status, out]).toEqual([1, expect.stringContaining(message)]);
  expect(calls).not.toMatch(/systemctl|npx|useradd/);
});

test('other systems and shops that were installed by hand are refused', () => {
  const machine = aMachine();
  machine.write('root/etc/systemd/system/northlight.service', '');
  expect(machine.install(['shop.example.com']).out).toContain('installed by hand');
  machine.write('root/etc/os-release', 'ID=debian\nVERSION_ID="11"\n');
  expect(machine.install(['shop.example.com']).out).toContain('needs Debian 12 or 13');
});
