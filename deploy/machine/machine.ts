import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CACHE, registryOfHost } from './layers.ts';
import { startProxy } from './registry-proxy.ts';

export type Ran = { code: number; out: string };

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const BOOT = join(import.meta.dirname, 'boot.sh');
/** The two ends of the cable to the nth machine. */
const ends = (nth: number) => [`10.213.${nth}.1`, `10.213.${nth}.2`] as const;

const must = (command: string, args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr || stdout}`);
  return stdout;
};

/**
 * A Debian with a real systemd as its first process, in namespaces of its own: its own processes, host name, and network,
 * with one cable to this host. Its files are layers of folders, of which only the top one is written.
 */
export class Machine {
  readonly folder: string;
  readonly root: string;
  readonly host: string;
  readonly address: string;
  readonly #cable: string;
  readonly #nth: number;
  #outer: ChildProcess | undefined;
  #first = 0;
  #proxy: Awaited<ReturnType<typeof startProxy>> | undefined;

  /** `layers`: the top one first. They are only read. */
  constructor(name: string, layers: readonly string[]) {
    this.#nth = freeCable();
    this.folder = join(CACHE, 'run', `${name}-${process.pid}-${this.#nth}`);
    this.root = join(this.folder, 'root');
    this.#cable = `shop${this.#nth}`;
    [this.host, this.address] = ends(this.#nth);
    for (const part of ['top', 'work', 'root']) mkdirSync(join(this.folder, part), { recursive: true });
    // A folder of a lower layer can be renamed, as on a disk.
    const options = `lowerdir=${layers.join(':')},upperdir=${this.folder}/top,workdir=${this.folder}/work,redirect_dir=on`;
    must('mount', ['-t', 'overlay', 'overlay', '-o', options, this.root]);
  }

  async boot(): Promise<void> {
    // All of it ends with this process, also if that is killed.
    const namespaces = ['--mount', '--pid', '--ipc', '--uts', '--net', '--fork', '--kill-child'];
    this.#outer = spawn(
      'setpriv',
      ['--pdeathsig', 'KILL', 'unshare', ...namespaces, 'bash', BOOT, this.root],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let said = '';
    this.#outer.stdout?.on('data', (part: Buffer) => (said += part.toString()));
    this.#outer.stderr?.on('data', (part: Buffer) => (said += part.toString()));
    this.#first = await until(() => this.#child(), 'the first process');
    must('ip', [
      'link',
      'add',
      this.#cable,
      'type',
      'veth',
      'peer',
      'name',
      'eth0',
      'netns',
      String(this.#first),
    ]);
    must('ip', ['addr', 'add', `${this.host}/30`, 'dev', this.#cable]);
    must('ip', ['link', 'set', this.#cable, 'up']);
    const inside = ['--target', String(this.#first), '--net', 'ip'];
    must('nsenter', [...inside, 'link', 'set', 'lo', 'up']);
    must('nsenter', [...inside, 'addr', 'add', `${this.address}/30`, 'dev', 'eth0']);
    must('nsenter', [...inside, 'link', 'set', 'eth0', 'up']);
    this.#proxy ??= await startProxy(this.host, registryOfHost(), join(CACHE, 'registry'));
    const { port } = this.#proxy;
    this.write('/etc/apt/apt.conf.d/90host', `Acquire::http::Proxy "http://${this.host}:${port}";\n`);
    this.write('/etc/host-npmrc', `registry=http://${this.host}:${port}/\nupdate-notifier=false\n`);
    try {
      await until(
        async () => (await this.run('systemctl is-system-running')).out.match(/running|degraded/),
        'systemd',
      );
    } catch (error) {
      throw new Error(said.slice(-2_000), { cause: error });
    }
  }

  /** Runs a script as root. What it prints, to both streams, is `out`. */
  run(
    script: string,
    { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
  ): Promise<Ran> {
    const child = this.start(script, env);
    let out = '';
    child.stdout?.on('data', (part: Buffer) => (out += part.toString()));
    child.stderr?.on('data', (part: Buffer) => (out += part.toString()));
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
    return new Promise((done) => child.once('close', (code) => done({ code: code ?? 1, out })));
  }

  /** As `run`, and throws if it fails. Returns what it printed. */
  async must(script: string, options: Parameters<Machine['run']>[1] = {}): Promise<string> {
    const { code, out } = await this.run(script, options);
    if (code !== 0) throw new Error(`${script}\nended with ${code}:\n${out.slice(-4_000)}`);
    return out.trim();
  }

  start(script: string, env: Record<string, string> = {}): ChildProcess {
    const enter = [
      '--target',
      String(this.#first),
      '--mount',
      '--pid',
      '--ipc',
      '--uts',
      '--net',
      '--root',
      '--wdns=/root',
    ];
    const all = {
      HOME: '/root',
      TERM: 'dumb',
      LANG: 'C.UTF-8',
      PATH,
      NPM_CONFIG_USERCONFIG: '/etc/host-npmrc',
      ...env,
    };
    const variables = Object.entries(all).map(([key, value]) => `${key}=${value}`);
    return spawn('nsenter', [...enter, 'env', '-i', ...variables, 'bash', '-c', script]);
  }

  write(path: string, text: string, mode = 0o644): void {
    mkdirSync(dirname(this.root + path), { recursive: true });
    writeFileSync(this.root + path, text, { mode });
  }
  read = (path: string): string => readFileSync(this.root + path, 'utf8');
  has = (path: string): boolean => existsSync(this.root + path);

  /** Which names lead where. */
  names(names: Record<string, string>): void {
    const lines = Object.entries(names).map(([name, address]) => `${address} ${name}`);
    this.write('/etc/hosts', ['127.0.0.1 localhost', ...lines, ''].join('\n'));
  }

  /** The power goes off. */
  async cutPower(): Promise<void> {
    if (this.#first) spawnSync('kill', ['-9', String(this.#first)]);
    await this.#ended();
  }

  async shutDown(): Promise<void> {
    await this.run('systemctl stop "northlight@*" caddy; systemctl poweroff');
    await this.#ended();
  }

  async #ended(): Promise<void> {
    const outer = this.#outer;
    if (outer && outer.exitCode === null && outer.signalCode === null)
      await new Promise((done) => outer.once('close', done));
    this.#first = 0;
    spawnSync('ip', ['link', 'del', this.#cable]);
  }

  /** Ends it, and deletes what it wrote. */
  async end(): Promise<void> {
    await this.cutPower();
    this.#proxy?.stop();
    spawnSync('umount', ['--lazy', this.root]);
    // Its last processes may still hold it.
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  }

  /** Turns it off, and keeps what it wrote as a layer for other machines. */
  async keepAs(layer: string): Promise<void> {
    await this.shutDown();
    this.#proxy?.stop();
    must('umount', [this.root]);
    rmSync(layer, { recursive: true, force: true });
    must('mv', [join(this.folder, 'top'), layer]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  #child(): number {
    const outer = this.#outer?.pid;
    const file = `/proc/${outer}/task/${outer}/children`;
    return existsSync(file) ? Number(readFileSync(file, 'utf8').trim().split(' ')[0]) : 0;
  }
}

/** A number whose cable no other machine has. Another run of these tests may have some, too. */
function freeCable(): number {
  const taken = must('ip', ['-o', 'link']);
  for (let tries = 1; tries < 250; tries += 1) {
    const nth = (process.pid + tries) % 250;
    if (!taken.includes(`shop${nth}@`)) return nth;
  }
  throw new Error('All cables are taken.');
}

async function until<Found>(find: () => Found | Promise<Found>, what: string): Promise<NonNullable<Found>> {
  for (let tries = 0; tries < 600; tries += 1) {
    const found = await find();
    if (found) return found;
    await delay(100);
  }
  throw new Error(`${what} did not come.`);
}
