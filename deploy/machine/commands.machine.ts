import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aDraft } from '../../api/test/fixtures/factories.ts';
import { expect, test } from 'vitest';
import { PROJECT } from './layers.ts';
import { reuseBuild } from './broken-version.ts';
import { claim } from './owner.ts';
import { buyOnHold } from './visitors.ts';
import { DOMAIN, machineWithShop, NODE, onBoth, SOURCE, sql } from './the-shop.ts';

const docs = join(PROJECT, 'docs');
const pages = [
  ...readdirSync(docs)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(docs, name)),
  join(PROJECT, 'README.md'),
];

/** What stands in for the words in capitals. */
const WORDS: Record<string, string> = {
  NAME: 'latest',
  EMAIL: aDraft().email,
  FILE: '/root/other.tar.gz.age',
  USERNAME: 'ada',
};

/** The commands for a machine with a shop, word for word, in the order of the pages. */
function commands(): string[] {
  const found = pages.flatMap((page) => {
    const text = readFileSync(page, 'utf8');
    const fenced = [...text.matchAll(/```\n([^`]*)```/g)].flatMap(([, block = '']) => block.split('\n'));
    const inline = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
    return [...fenced, ...inline].map((line) => line.trim());
  });
  const isOnMachine =
    /^(northlight [a-z]+ |northlight\/deploy\/install|git -C northlight |systemctl \w+ northlight@)/;
  return [...new Set(found.filter((line) => isOnMachine.test(line)))];
}

const SECOND_OWNER =
  "INSERT INTO admin_users (username, password, email, role, is_active, created_at, updated_at) VALUES ('dana', 'x', 'dana@shop.example', 'owner', 1, 0, 0)";

/** What erases, removes, or moves something comes last. */
const isLast = (command: string) => /admin dana|person-erase|--remove|--shop|--restore/.test(command);

onBoth((debian) => {
  test('every command of the manual does on a machine what its page says', async () => {
    const all = commands();
    expect(all.length).toBeGreaterThan(10);
    const machine = await machineWithShop(debian);
    await claim(machine);
    machine.names(
      Object.fromEntries(
        [DOMAIN, 'new.example.com', 'bakery.example.com'].map((name) => [name, machine.address]),
      ),
    );
    await machine.must(`mkdir -p /mnt/backups && chown northlight-shop /mnt/backups && git clone -q --bare ${SOURCE} /root/origin.git
      cd ${SOURCE} && git remote add origin /root/origin.git && git fetch -q && git branch -q -u origin/$(git branch --show-current)
      printf 'BACKUP_TO=/mnt/backups\\nBACKUP_KEY=%s\\n' 'a key for the backups of this shop' >>/etc/northlight/shop.env
      mkdir -p /etc/systemd/system/northlight@shop.service.d
      printf '[Service]\\nReadWritePaths=/mnt/backups\\n' >/etc/systemd/system/northlight@shop.service.d/place.conf
      systemctl daemon-reload; systemctl restart northlight@shop`);
    // A restore must bring it back.
    await buyOnHold(machine);
    await sql(machine, "VACUUM INTO '/tmp/replica.db'");
    await machine.must('northlight shop backup; mv /tmp/replica.db /root/');
    await reuseBuild(machine);
    const refused: string[] = [];
    for (const command of [...all.filter((one) => !isLast(one)), ...all.filter(isLast)]) {
      if (command.includes('--restore')) continue;
      // With a second owner, one must be named.
      if (command.endsWith(' admin dana')) await sql(machine, SECOND_OWNER);
      const typed = command.replaceAll(/\b[A-Z]{4,}\b/g, (word) => WORDS[word] ?? word);
      const isEndless = / logs/.test(typed);
      const run = isEndless
        ? `timeout 3 ${typed}`
        : typed.startsWith('systemctl edit')
          ? `script -qec '${typed}' /dev/null`
          : typed;
      const { code, out } = await machine.run(run, {
        env: { ...NODE, EDITOR: 'true' },
        input: 'REMOVE\n',
      });
      const isFine =
        code === 0 || (isEndless && code === 124) || (typed.endsWith(' doctor') && out.includes('Problems:'));
      if (!isFine || /not found|No such file/.test(out)) refused.push(`${typed}: ${code} ${out.slice(-400)}`);
    }
    expect(refused).toEqual([]);
  });

  test('the link that the command prints works once, for 15 minutes, and stands in the audit log', async () => {
    const machine = await machineWithShop(debian);
    await claim(machine);
    const printed = await machine.must('northlight shop admin');
    expect(printed).toMatch(/works once, for 15 minutes[^]*https:\/\/shop\.example\//);
    expect(await machine.must('northlight shop audit-verify')).toMatch(/entries/i);
    for (const command of [
      'northlight',
      'northlight --help',
      'northlight bakery doctor',
      'northlight shop frobnicate',
    ])
      expect((await machine.run(command)).out).toContain('Shops on this machine: shop');
    expect(await machine.run('runuser -u nobody -- northlight shop doctor')).toMatchObject({
      code: 1,
      out: expect.stringContaining('Run it as root: sudo northlight shop doctor'),
    });
  });
});
