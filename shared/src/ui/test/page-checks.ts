import axe from 'axe-core';
import { expect, type Page, type TestFixture } from 'playwright/test';

/**
 * Checks a page with axe in both color schemes. `what` is the page or state named in failures. `without` lists axe
 * rules that do not apply.
 */
export async function expectNoFindings(page: Page, what: string, without: string[] = []): Promise<void> {
  // Elements that are fading in do not have their final contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // A document that was checked before has it already.
  for (const frame of page.frames())
    if (!(await frame.evaluate("'axe' in globalThis"))) await frame.evaluate(axe.source);
  const schemes: Record<'light' | 'dark', axe.RunOptions> = {
    light: { rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])) },
    // It differs only in its colors.
    dark: { runOnly: ['color-contrast'] },
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const options: axe.RunOptions = { resultTypes: ['violations'], ...schemes[colorScheme] };
    const findings = await page.evaluate(
      `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
        violations.map(({ id, nodes }) => id + ': ' + nodes[0]?.html))`,
    );
    expect(findings, `${what}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}

export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow, what).toBeLessThanOrEqual(0);
}

/** From a desktop's width down to 320 pixels, at which the page stays. */
export async function expectFits(page: Page, what: string): Promise<void> {
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page, `${what} at ${width}`);
  }
}

/** It fits, and axe finds nothing. Axe judges the narrowest page. */
export async function expectUsable(page: Page, what: string): Promise<void> {
  await expectFits(page, what);
  await expectNoFindings(page, what);
}

type Complaints = TestFixture<string[], { page: Page }>;

/** A fixture that fails the test on console errors and exceptions. */
export const complaints: [Complaints, { auto: true }] = [
  async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      // Browsers log failed calls (402, 404) themselves, and some tests expect them.
      const isRefusedCall = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isRefusedCall) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await use(complaints);
    expect(complaints).toEqual([]);
  },
  { auto: true },
];
