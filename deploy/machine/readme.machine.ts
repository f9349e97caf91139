import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT, withNode } from './layers.ts';
import type { Machine } from './machine.ts';
import { bareMachine, onBoth, SOURCE } from './the-shop.ts';

const readme = readFileSync(join(PROJECT, 'README.md'), 'utf8');
/** The README's two commands, word for word. */
const [START = '', TEST = ''] = (/```\n(npx[^`]*)```/.exec(readme)?.[1] ?? '').trim().split('\n');
/** What `test` runs, so that each part can be tried apart. */
const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
const PARTS: string[] = [...scripts.pretest.split(' && '), ...scripts.test.split(' && ')];

const isMissing = (machine: Machine) => machine.run('! ldconfig -p | grep -q libatomic.so.1');

async function starts(machine: Machine, command: string): Promise<string> {
  const server = machine.start(command);
  let out = '';
  server.stdout?.on('data', (part: Buffer) => (out += part.toString()));
  server.stderr?.on('data', (part: Buffer) => (out += part.toString()));
  const ended = new Promise((done) => server.once('close', done));
  const answers = machine.must(
    'for try in $(seq 2000); do curl -sf http://localhost:3000/api/health && exit; sleep 0.2; done; exit 1',
  );
  await Promise.race([answers, ended]);
  return out;
}

onBoth((debian) => {
  test('start: without the library that Node needs, it says the line that installs it; as root it installs it', async () => {
    expect([START, TEST]).toEqual([expect.stringMatching(/ start$/), expect.stringMatching(/ test$/)]);
    const machine = await bareMachine(debian, [withNode()]);
    expect((await isMissing(machine)).code).toBe(0);
    await machine.must(
      `useradd --create-home ann && cp -a ${SOURCE} /home/ann/northlight && chown -R ann: /home/ann`,
    );
    const asAnn = (command: string) =>
      machine.run(`cd /home/ann/northlight && HOME=/home/ann runuser -u ann -- ${command}`);
    const refused = await asAnn(START);
    expect(refused).toMatchObject({
      code: 1,
      out: expect.stringContaining('  apt-get install libatomic1\nOnly root may do this.'),
    });
    const out = await starts(machine, `cd ${SOURCE} && ${START}`);
    expect(out).toContain('Installing libatomic1, which Node 26 needs.');
    for (const page of ['/', '/checkout', '/admin', '/api/openapi.json'])
      expect(await machine.must(`curl -sS -o /dev/null -w '%{http_code}' http://localhost:3000${page}`)).toBe(
        '200',
      );
    // The line that was said is all that the other person needed.
    await machine.must('pkill -f api/dist/main.js');
    expect(await asAnn('npx --yes pnpm@12 build')).toMatchObject({ code: 0 });
    await machine.must('apt-get remove -y libatomic1');
    expect(await asAnn(START)).toMatchObject({
      code: 1,
      out: expect.stringContaining('apt-get install libatomic1'),
    });
  });

  const unit = PARTS.findIndex((part) => part === 'pnpm unit');
  test.for([PARTS.slice(0, unit + 1), PARTS.slice(unit + 1)])('test: %s', async (parts) => {
    const machine = await bareMachine(debian, [withNode()]);
    for (const part of parts) {
      const { code, out } = await machine.run(`cd ${SOURCE} && npx --yes ${part.replace('pnpm', 'pnpm@12')}`);
      expect([code, out.slice(-3_000)]).toEqual([0, expect.anything()]);
    }
  });
});
