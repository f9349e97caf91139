import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, onTestFinished } from 'vitest';
import {
  bareDebian,
  CACHE,
  type Debian,
  dropOldLayers,
  NODE_FROM,
  packProject,
  projectId,
  whyNot,
  withNodeArchive,
} from './layers.ts';
import { Machine, type Ran } from './machine.ts';

export const DOMAIN = 'shop.example';
/** What signs the certificates of these machines. */
export const CADDY_ROOT = '/usr/local/share/ca-certificates/caddy.crt';
/** Where the project lies on a machine, and a newer version of it. */
export const SOURCE = '/root/northlight';
export const NEWER = '/root/newer';

const only = process.env['MACHINE_DEBIAN'];
const isRequired = process.env['MACHINE_REQUIRED'] === '1';
const reason = whyNot();
if (reason && isRequired) throw new Error(`${reason} These tests are required.`);
if (reason) console.warn(`Skipped. ${reason}`);

/** The same tests on Debian 12 and 13, or on one of them. */
export function onBoth(tests: (debian: Debian) => void): void {
  for (const debian of [12, 13] as const)
    if (!only || only === String(debian)) describe.skipIf(reason)(`Debian ${debian}`, () => tests(debian));
}

/** A machine with these layers, which ends with the test. */
export async function aMachine(name: string, layers: readonly string[]): Promise<Machine> {
  const machine = new Machine(name, layers);
  onTestFinished(() => machine.end());
  await machine.boot();
  machine.names({ [DOMAIN]: machine.address });
  return machine;
}

/** A bare machine with the project in a folder, as `git clone` leaves it. */
export async function bareMachine(debian: Debian, more: readonly string[]): Promise<Machine> {
  const machine = await aMachine(`bare-${debian}`, [...more, bareDebian(debian)]);
  await addSource(machine);
  return machine;
}

export async function addSource(machine: Machine): Promise<void> {
  const file = packProject();
  copyFileSync(file, join(machine.root, 'root/project.tar'));
  rmSync(file);
  await machine.must(`
    mkdir -p ${SOURCE} && tar -xf project.tar -C ${SOURCE} && rm project.tar && cd ${SOURCE} && git init -q . && git add -A
    git -c user.name=Shop -c user.email=shop@shop.example commit -qm 'The shop'`);
}

/** Node comes from an archive on the machine, and nobody waits long for a certificate. */
export const NODE = { NODE_FROM, CERTIFICATE_TRIES: '1', NODE_EXTRA_CA_CERTS: CADDY_ROOT };

/** Runs the installer. */
export const install = (
  machine: Machine,
  args = '',
  { from = SOURCE, input = '', env = {} } = {},
): Promise<Ran> =>
  machine.run(`${from}/deploy/install ${args}`, {
    input,
    env: { ...NODE, ...env },
  });

/** The layers of a machine with a shop that runs and a newer version of it that is built. Installs them once. */
export async function installed(debian: Debian): Promise<string[]> {
  const name = `installed-${debian}-${projectId()}`;
  const layer = join(CACHE, name);
  const layers = [withNodeArchive(), bareDebian(debian)];
  if (!existsSync(`${layer}.complete`)) {
    dropOldLayers(`installed-${debian}-`, name);
    const machine = new Machine(name, layers);
    await machine.boot();
    try {
      machine.names({ [DOMAIN]: machine.address });
      await addSource(machine);
      const first = await install(machine, DOMAIN);
      if (first.code !== 0)
        throw new Error(first.out + machine.read('/var/log/northlight/install.log').slice(-3_000));
      await machine.must(
        `cp -a ${SOURCE} ${NEWER} && sed -i 's/"version": "0.1.0"/"version": "0.1.1"/' ${NEWER}/package.json`,
      );
      for (const from of [NEWER, SOURCE]) {
        const { code, out } = await install(machine, '', { from });
        if (code !== 0) throw new Error(out);
      }
      await trustCaddy(machine);
      await machine.keepAs(layer);
      writeFileSync(`${layer}.complete`, '');
    } catch (error) {
      await machine.end();
      throw error;
    }
  }
  return [layer, ...layers];
}

/** The rows that a statement returns from the shop's database, each as its first column. */
export async function sql(machine: Machine, statement: string): Promise<string[]> {
  const program = `
    const db = new (require('better-sqlite3'))('/var/lib/northlight/shop/data/northlight.db');
    const statement = db.prepare(process.argv[1]);
    console.log(JSON.stringify(statement.reader ? statement.pluck().all() : [statement.run()]));`;
  machine.write('/root/sql.cjs', program);
  const file = JSON.stringify(statement).replaceAll('$', String.raw`\$`);
  const out = await machine.must(
    `cd /opt/northlight/shop/current/api && runuser -u northlight-shop -- ../node_modules/node/bin/node -e "$(cat /root/sql.cjs)" ${file}`,
  );
  return JSON.parse(out).map(String);
}

/** Certificates come from Caddy itself, and this machine trusts them. */
export async function trustCaddy(machine: Machine): Promise<void> {
  machine.write(
    '/etc/caddy/Caddyfile',
    `{\n\tlocal_certs\n\tskip_install_trust\n}\n${machine.read('/etc/caddy/Caddyfile')}`,
  );
  await machine.must(`
    systemctl restart caddy
    root=/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt
    for try in $(seq 50); do [ -s $root ] && break; sleep 0.2; done
    install -m 644 $root ${CADDY_ROOT} && update-ca-certificates
    mkdir -p /etc/systemd/system/northlight@.service.d && systemctl daemon-reload
    printf '[Service]\\nEnvironment=NODE_EXTRA_CA_CERTS=${CADDY_ROOT}\\n' >/etc/systemd/system/northlight@.service.d/caddy.conf`);
}

/** A machine with a shop that runs. Its files are this test's own. */
export async function machineWithShop(debian: Debian): Promise<Machine> {
  const machine = await aMachine(`shop-${debian}`, await installed(debian));
  await machine.must(
    'for try in $(seq 100); do curl -sf http://127.0.0.1:3000/api/ready && exit; sleep 0.2; done; exit 1',
  );
  return machine;
}
