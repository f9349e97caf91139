import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bareDebian, PROJECT } from './layers.ts';
import type { Machine } from './machine.ts';
import { addSource, aMachine, onBoth, SOURCE } from './the-shop.ts';

type Step = [instruction: string, text: string];

/** The stages of the Dockerfile. */
function stages(): Step[][] {
  const text = readFileSync(join(PROJECT, 'deploy/Dockerfile'), 'utf8')
    .replaceAll(/\\\n/g, ' ')
    .replaceAll(/^#.*\n/gm, '');
  const steps = text.split('\n').flatMap((line): Step[] => {
    const [, instruction, rest] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    return instruction && rest ? [[instruction, rest]] : [];
  });
  const starts = steps.flatMap(([instruction], nth) => (instruction === 'FROM' ? [nth] : []));
  return starts.map((start, nth) => steps.slice(start + 1, starts[nth + 1]));
}

const valueOf = (steps: readonly Step[], instruction: string) =>
  steps.findLast(([name]) => name === instruction)?.[1] ?? '';

async function runAll(machine: Machine, steps: readonly Step[]): Promise<void> {
  for (const [instruction, text] of steps)
    if (instruction === 'RUN')
      await machine.must(`mkdir -p /opt/northlight && cd /opt/northlight && ${text}`);
}

// The image is of Debian 13.
onBoth((debian) => {
  test.runIf(debian === 13)(
    'the steps of the Dockerfile make a shop that starts, read-only and as its own user',
    async () => {
      const [first = [], last = []] = stages();
      const builder = await aMachine('image-build', [bareDebian(debian)]);
      await addSource(builder);
      await builder.must(`mkdir -p /opt && mv ${SOURCE} /opt/northlight && rm -rf /opt/northlight/.git`);
      await runAll(builder, first);
      await builder.must('tar -cf /root/built.tar -C /opt northlight');
      const image = await aMachine('image', [bareDebian(debian)]);
      await runAll(image, last);
      await image.must('rmdir /opt/northlight/site/dist /opt/northlight/site 2>/dev/null; true');
      copyFileSync(join(builder.root, 'root/built.tar'), join(image.root, 'root/built.tar'));
      await image.must('tar -xf /root/built.tar -C /opt && rm /root/built.tar');
      await image.must('install --directory --owner northlight --mode 700 /opt/northlight/site/dist');
      const environment = last.filter(([name]) => name === 'ENV').map(([, text]) => text);
      const command = JSON.parse(valueOf(last, 'CMD')) as string[];
      const user = valueOf(last, 'USER');
      image.write(
        '/root/start',
        `set -a\n${environment.join('\n').replaceAll(' ', '\n')}\nPAYMENTS=demo PUBLIC_URL=https://shop.example\nset +a
cd ${valueOf(last, 'WORKDIR')} && mount --bind /opt/northlight /opt/northlight && mount -o remount,ro,bind /opt/northlight
mount --bind /data /data; for folder in site/dist site/.astro site/node_modules/.vite; do mkdir -p /tmp/w/$folder; mount -t tmpfs -o mode=1777 tmpfs /opt/northlight/$folder; done
exec setpriv --reuid ${user} --regid ${user} --clear-groups ${command.map((part) => `'${part}'`).join(' ')}\n`,
      );
      await image.must('mkdir -p /opt/northlight/site/.astro /opt/northlight/site/node_modules/.vite');
      const server = image.start('bash /root/start');
      let out = '';
      server.stdout?.on('data', (part: Buffer) => (out += part.toString()));
      server.stderr?.on('data', (part: Buffer) => (out += part.toString()));
      const answered = await image.run(
        'for try in $(seq 600); do curl -sf http://127.0.0.1:3000/api/health && exit; sleep 0.2; done; exit 1',
      );
      expect([answered.code, out.slice(-1_500)]).toEqual([
        0,
        expect.stringContaining('Northlight is running'),
      ]);
      const [, health = ''] = /CMD (\[.*\])/.exec(valueOf(last, 'HEALTHCHECK')) ?? [];
      const [program = '', ...args] = JSON.parse(health) as string[];
      await image.must(
        `/opt/northlight/node_modules/node/bin/${program} ${args.map((arg) => `'${arg.replaceAll("'", `'\\''`)}'`).join(' ')}`,
      );
    },
  );
});
