import { createServer } from 'node:https';
import { expect, onTestFinished, test } from 'vitest';
import { withNodeArchive } from './layers.ts';
import type { Machine } from './machine.ts';
import { reuseBuild } from './broken-version.ts';
import { bareMachine, DOMAIN, install, machineWithShop, onBoth } from './the-shop.ts';
import { answeringRelease, visit } from './visitors.ts';

/** A program with this name that listens on a port. */
async function occupy(machine: Machine, name: string, port: number): Promise<void> {
  await machine.must(`
    cp /opt/northlight/node/bin/node /usr/local/sbin/${name}
    systemd-run --unit ${name} /usr/local/sbin/${name} -e "require('node:http').createServer((_, r) => r.end('other')).listen(${port})"
    for try in $(seq 50); do curl -s http://127.0.0.1:${port} && exit; sleep 0.1; done`);
}

const isShopUp = async (machine: Machine) => (await visit(machine, '/')).status;

onBoth((debian) => {
  test('a machine without memory or disk, and a question without an answer, change nothing', async () => {
    const machine = await bareMachine(debian, [withNodeArchive()]);
    const without =
      'find / -xdev -newer /root/begin -not -path "/tmp/*" -not -path "/root/*" -type f | grep northlight | grep -v log';
    await machine.must('touch /root/begin');
    for (const input of ['', '\n\n\n'])
      expect(await install(machine, '', { input })).toMatchObject({
        code: 1,
        out: expect.stringContaining('It needs a domain.'),
      });
    machine.write('/root/meminfo', 'MemTotal:        1000000 kB\nSwapTotal:        200000 kB\n');
    await machine.must('mount --bind /root/meminfo /proc/meminfo');
    expect(await install(machine, DOMAIN)).toMatchObject({
      code: 1,
      out: expect.stringContaining('has 1200 MB of memory. A shop needs 2 GB.'),
    });
    await machine.must(
      'umount /proc/meminfo; mkdir -p /opt/northlight; mount -t tmpfs -o size=900M tmpfs /opt/northlight',
    );
    expect(await install(machine, DOMAIN)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/free disk space. This needs 3500 MB/),
    });
    expect((await machine.run(without)).out).toBe('/etc/northlight/.lock\n');
    machine.write('/etc/os-release', 'PRETTY_NAME="Ubuntu 24.04 LTS"\nID=ubuntu\nVERSION_ID="24.04"\n');
    expect(await install(machine, DOMAIN)).toMatchObject({
      code: 1,
      out: expect.stringContaining('has Ubuntu 24.04 LTS. A shop needs Debian 12 or 13.'),
    });
  });

  test('what keeps visitors away is said with its cause, and again by the next run, until it is gone', async () => {
    const machine = await machineWithShop(debian);
    await machine.must('systemctl stop caddy');
    await occupy(machine, 'nginx', 80);
    for (let run = 0; run < 2; run += 1)
      expect(await install(machine)).toMatchObject({
        code: 1,
        out: expect.stringContaining('nginx uses port 80 or 443. Stop it for good'),
      });
    await machine.must('systemctl stop nginx');
    expect(await install(machine)).toMatchObject({ code: 0, out: expect.stringContaining('shop runs at') });

    machine.names({});
    expect(await install(machine)).toMatchObject({
      code: 1,
      out: expect.stringContaining(`There is no DNS entry for ${DOMAIN}.`),
    });
    machine.names({ [DOMAIN]: machine.host });
    expect(await install(machine)).toMatchObject({
      code: 0,
      out: expect.stringContaining("can't tell whether visitors reach it. Nothing answers at"),
    });
    await machine.must(
      `mkdir -p /etc/other && cd /etc/other && openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=other -keyout key -out cert 2>/dev/null`,
    );
    const other = createServer(
      { key: machine.read('/etc/other/key'), cert: machine.read('/etc/other/cert') },
      (_, response) => response.end('other'),
    );
    await new Promise<void>((done) => other.listen(443, machine.host, done));
    onTestFinished(() => void other.close());
    expect(await install(machine)).toMatchObject({
      code: 1,
      out: expect.stringContaining('A different server responds at'),
    });
    machine.names({ [DOMAIN]: machine.address });
    expect(await install(machine)).toMatchObject({ code: 0 });

    await machine.must('systemctl stop northlight@shop.socket northlight@shop.service');
    await occupy(machine, 'grafana', 3000);
    expect(await install(machine)).toMatchObject({
      code: 1,
      out: expect.stringContaining('grafana uses its port 3000'),
    });
    await machine.must('systemctl stop grafana');
    expect(await install(machine)).toMatchObject({ code: 0 });
    expect(await isShopUp(machine)).toBe(200);
  });

  test('a domain, a name, or a Caddyfile that does not fit is refused, and no shop is touched', async () => {
    const machine = await machineWithShop(debian);
    const before = await answeringRelease(machine);
    const refused = [
      ['other.example', 'deploy/install --shop shop other.example'],
      [`--shop bakery ${DOMAIN}`, `The shop shop already has the domain ${DOMAIN}`],
      ['--shop node bakery.example', "can't be the name"],
      ['--shop "Bäckerei" bakery.example', "isn't a name for a shop"],
      ['müller-studio.de', 'begins with xn--'],
      ['shop.example:8080', 'without a port'],
      ['--shop bakery', 'needs a domain'],
    ];
    for (const [args = '', message] of refused)
      expect(await install(machine, args)).toMatchObject({
        code: 1,
        out: expect.stringContaining(message ?? ''),
      });
    for (const same of [`"https://${DOMAIN}/"`, `${DOMAIN}.`, `" ${DOMAIN} "`, `"'${DOMAIN.toUpperCase()}'"`])
      expect(await install(machine, same)).toMatchObject({
        code: 0,
        out: expect.stringContaining(`shop runs at https://${DOMAIN}\n`),
      });
    machine.write('/etc/caddy/Caddyfile', `${machine.read('/etc/caddy/Caddyfile')}\nfrobnicate {\n`);
    expect(await install(machine)).toMatchObject({
      code: 1,
      out: expect.stringContaining("Caddy can't read"),
    });
    machine.write(
      '/etc/caddy/Caddyfile',
      machine.read('/etc/caddy/Caddyfile').replace('\nfrobnicate {\n', ''),
    );
    machine.write(
      '/etc/northlight/shop.env',
      machine.read('/etc/northlight/shop.env').replace(/^PUBLIC_URL=.*$/m, `PUBLIC_URL="https://${DOMAIN}/"`),
    );
    expect(await install(machine)).toMatchObject({ code: 0 });
    expect(machine.read('/etc/northlight/shop.env')).toContain(`PUBLIC_URL=https://${DOMAIN}\n`);
    expect(await answeringRelease(machine)).toBe(before);
    expect(await isShopUp(machine)).toBe(200);
  });

  test('another shop beside the first: its own port, www., a Caddyfile without a last newline, and its settings come back', async () => {
    const machine = await machineWithShop(debian);
    machine.names({
      [DOMAIN]: machine.address,
      [`www.${DOMAIN}`]: machine.address,
      'bakery.example': machine.address,
    });
    machine.write(
      '/etc/caddy/Caddyfile',
      machine.read('/etc/caddy/Caddyfile').replace('import northlight/*.caddy\n', '# end'),
    );
    await occupy(machine, 'grafana', 3001);
    await reuseBuild(machine);
    expect(await install(machine, '--shop bakery bakery.example')).toMatchObject({
      code: 0,
      out: expect.stringContaining('bakery runs at https://bakery.example'),
    });
    expect(await install(machine)).toMatchObject({ code: 0 });
    expect((await visit(machine, '/', { host: 'bakery.example' })).status).toBe(200);
    expect(machine.read('/etc/systemd/system/northlight@bakery.socket.d/port.conf')).toContain(':3002');
    expect(
      await machine.must(
        `curl -s -o /dev/null -w '%{http_code} %{redirect_url}' https://www.${DOMAIN}/website`,
      ),
    ).toMatch(new RegExp(`^30[18] https://${DOMAIN}/website$`));
    machine.write(
      '/etc/northlight/bakery.env',
      `${machine.read('/etc/northlight/bakery.env')}LOG_LEVEL=warn\n`,
    );
    expect(await install(machine, '--remove bakery')).toMatchObject({
      code: 0,
      out: expect.stringContaining('bakery is gone'),
    });
    expect(machine.has('/var/lib/northlight/bakery/data/northlight.db')).toBe(true);
    expect(await install(machine, '--shop bakery bakery.example')).toMatchObject({ code: 0 });
    expect(machine.read('/etc/northlight/bakery.env')).toContain('LOG_LEVEL=warn');
    expect(await isShopUp(machine)).toBe(200);
    await machine.must('systemctl restart caddy');
    expect(await isShopUp(machine)).toBe(200);
  });
});
