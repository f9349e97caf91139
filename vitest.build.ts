import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { buildApi } from './api/build.ts';

/** Tests that start a server start the one that customers get. `builtScript` asks for it, and the first time builds it. */
export async function setup(project: TestProject): Promise<() => void> {
  let built: Promise<void> | undefined;
  const builder = createServer(async (asking) => {
    asking.on('error', () => undefined);
    const fault = await (built ??= buildApi()).then(() => '', String);
    asking.end(fault);
  }).listen(0, '127.0.0.1');
  await once(builder, 'listening');
  project.provide('buildPort', (builder.address() as AddressInfo).port);
  project.onTestsRerun(() => {
    built = undefined;
  });
  return () => builder.close();
}
