/**
 * `node bench/memory.ts [MINUTES]`, a part of `pnpm bench`: eight clients buy and look around for ten minutes.
 * Draws the server's memory in docs/images/memory.svg.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { printTable } from './figures.ts';
import { file, loadCommand, startServer } from './server-process.ts';

const minutes = Number(process.argv[2] ?? 10);
const SAMPLE_MS = 2_000;
const GOAL_MB = 250;
const [WIDTH, HEIGHT, LEFT, BOTTOM] = [720, 280, 48, 28];

const server = await startServer(file('../dist/main.js'), '/api/health');
const clients = spawn(...loadCommand(server, 8, minutes * 60, 'mixed'), {
  stdio: ['ignore', 'inherit', 'inherit'],
});
const samples: number[] = [];
while (clients.exitCode === null && clients.signalCode === null) {
  samples.push(server.memoryMb());
  await delay(SAMPLE_MS);
}
await server.stop();
if (clients.exitCode !== 0) throw new Error('The clients failed.');
writeFileSync(file('../../docs/images/memory.svg'), drawing(samples));

/** The highest of a tenth of the time. */
const tenth = (nth: number) =>
  Math.max(...samples.slice((samples.length * nth) / 10, (samples.length * (nth + 1)) / 10)).toFixed(0);
printTable([
  ['Memory, MB', 'first tenth', 'half way', 'ninth tenth', 'last tenth'],
  [`${minutes} minutes of mixed load`, ...[0, 4, 8, 9].map(tenth)],
]);

function drawing(values: readonly number[]): string {
  const top = Math.ceil(Math.max(GOAL_MB, ...values) / 50) * 50;
  const x = (index: number) => LEFT + (index / (values.length - 1)) * (WIDTH - LEFT - 12);
  const y = (megabytes: number) => HEIGHT - BOTTOM - (megabytes / top) * (HEIGHT - BOTTOM - 12);
  const lines = Array.from({ length: top / 50 + 1 }, (_, index) => index * 50).map(
    (at) =>
      `<path class="grid" d="M${LEFT} ${y(at)}H${WIDTH - 12}"/><text x="${LEFT - 8}" y="${y(at) + 4}" text-anchor="end">${at}</text>`,
  );
  const times = Array.from({ length: 6 }, (_, index) => index / 5).map(
    (part) =>
      `<text x="${x(part * (values.length - 1))}" y="${HEIGHT - 8}" text-anchor="middle">${part * minutes} min</text>`,
  );
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Memory of the server in MB over ${minutes} minutes of mixed load">
<style>text{font:12px sans-serif;fill:#666}.grid{stroke:#8884}polyline{fill:none;stroke:#3468c0;stroke-width:2}.goal{stroke:#c0573480;stroke-dasharray:4}@media(prefers-color-scheme:dark){text{fill:#aaa}polyline{stroke:#8ab4f8}}</style>
${lines.join('')}${times.join('')}
<path class="goal" d="M${LEFT} ${y(GOAL_MB)}H${WIDTH - 12}"/>
<polyline points="${points.join(' ')}"/>
</svg>
`;
}
