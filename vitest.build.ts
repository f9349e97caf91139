import type { TestProject } from 'vitest/node';
import { buildApi } from './api/build.ts';

/** Tests that start a server start the one that customers get. */
export async function setup(project: TestProject): Promise<void> {
  await buildApi();
  project.onTestsRerun(buildApi);
}
