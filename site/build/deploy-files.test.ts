import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const INSTALLED_IN = '/opt/northlight/%i/current/';
const project = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string) => readFileSync(`${project}/${name}`, 'utf8');
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = '']) => first);

const dockerfile = read('deploy/Dockerfile');
const guide = read('docs/deploy.md') + read('docs/deploy-details.md');
const service = read('deploy/northlight@.service');

test('every file that the deploy files and the guide name exists', () => {
  const paths = [
    ...found(service + dockerfile, /\/opt\/northlight\/(?:%i\/current\/)?([\w./-]+)/g),
    ...found(service + dockerfile, /node ((?:api|site)\/[\w./-]+)/g),
    ...found(guide, /(?:^|\s|`)(deploy\/[\w.-]+)/gm),
  ].filter((path) => !['site/dist', 'site/.astro', '.env'].includes(path) && !path.includes('node_modules'));
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter((path) => !existsSync(project + path))).toEqual([]);
  expect(existsSync(`${project}/${/ExecStart=(\S+)/.exec(service)?.[1]?.replace(INSTALLED_IN, '')}`)).toBe(
    true,
  );
});

test('every setting and every pnpm command that they name exists', () => {
  const known = found(read('.env.example'), /^([A-Z_]+)=/gm);
  const named = [
    ...found(guide + read('deploy/install'), /^([A-Z_]+)=/gm),
    ...found(service, /^Environment=([A-Z_]+)=/gm),
    ...found(dockerfile, /([A-Z_]+)=/g),
  ].filter(
    (name) =>
      !['NODE_ENV', 'NORTHLIGHT_SOURCE', 'NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX', 'PATH'].includes(name),
  );
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
  const commands = found(guide, /pnpm@12 (?:run )?(\w+)/g).filter((name) => name !== 'install');
  const { scripts } = JSON.parse(read('package.json'));
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
});

test('the socket, the proxy and the container use the port that the settings name', () => {
  const port = /^PORT=(\d+)$/m.exec(read('.env.example'))?.[1];
  expect(read('deploy/install')).toContain(`local port=${port}\n`);
  expect(read('deploy/Caddyfile')).toContain(`reverse_proxy 127.0.0.1:${port} {`);
  expect(dockerfile).toContain(`EXPOSE ${port}\n`);
  expect(dockerfile).toContain(`http://127.0.0.1:${port}/api/health`);
});
