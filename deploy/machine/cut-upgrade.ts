import { basename } from 'node:path';
import type { Machine } from './machine.ts';
import { install } from './the-shop.ts';

/** Where an upgrade is cut off: before or after a call that the installer makes. */
export type CutAt = readonly [when: 'before' | 'after', call: string];

/** The next call of the installer that begins like this ends it. */
export function cutAt(machine: Machine, [when, call]: CutAt, how: string): void {
  const [program = ''] = call.split(' ');
  const act = how === 'power' ? 'touch /run/cut; sleep 1000' : `kill -${how} $PPID`;
  const [before, after] = when === 'before' ? [act, ''] : ['', act];
  machine.write(
    `/root/cut/${program}`,
    `#!/bin/bash
real() { PATH=\${PATH#/root/cut:} ${program} "$@"; }
if [[ "${program} $*" == *"${call}"* && ! -e /root/cut/done ]]; then
  touch /root/cut/done
  ${before}
  real "$@"
  ended=$?
  ${after}
  exit $ended
fi
real "$@"
`,
    0o755,
  );
}

/** An upgrade with what `cutAt` put before the programs of the machine. */
export const ended = async (machine: Machine, from: string) =>
  install(machine, '', {
    from,
    env: { PATH: '/root/cut:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
  });

export const releaseOf = async (machine: Machine) =>
  basename(await machine.must('readlink -f /opt/northlight/shop/current'));
