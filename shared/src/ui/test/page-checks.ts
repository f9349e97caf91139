/** What every page is held to in the browser tests, on the site and in the desktop app. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, type TestFixture } from 'playwright/test';

/** `what` names the page or its state when it fails. `without` are rules of axe that do not apply to it. */
export async function expectNoFindings(page: Page, what: string, without: string[] = []): Promise<void> {
  // What is fading in has no contrast yet.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const isDark = await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches");
  // The legacy mode only leaves out frames of other origins, which there are none of, and a page opened for each look.
  const axe = new AxeBuilder({ page }).setLegacyMode();
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
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow, what).toBeLessThanOrEqual(0);
}

type Complaints = TestFixture<string[], { page: Page }>;

/** The page's bad words for its developer (errors in the console, exceptions), as a fixture: any fails its test. */
export const complaints: [Complaints, { auto: true }] = [
  async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      // A refused call (402, 404) is logged by the browser itself and is part of some tests.
      const isRefusedCall = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isRefusedCall) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await use(complaints);
    expect(complaints).toEqual([]);
  },
  { auto: true },
];
