import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect } from './shop.ts';

/** `what` names the page or its state when it fails. `without` are rules of axe that do not apply to it. */
export async function expectNoFindings(page: Page, what: string, without: string[] = []): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const axe = new AxeBuilder({ page });
  // Dark is light in other colours: all else was looked at there.
  const { violations } = await (
    isDark ? axe.withRules('color-contrast') : axe.disableRules(without)
  ).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    what,
  ).toEqual([]);
}

export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, what).toBeLessThanOrEqual(0);
}
