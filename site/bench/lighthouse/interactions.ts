import { chromium, type Locator, type Page } from 'playwright';
import { expect } from 'playwright/test';
import { BUYER, CARDS, field } from '../../e2e/support/shop.ts';
import { findBrowser, launchArguments } from '../../e2e/support/find-browser.ts';

/** How much slower the processor is than this machine's. */
const SLOWDOWN = 6;
/** How long a finger rests on the screen in a quick tap. */
const TAP_MS = 80;

const STEPS = ['services', 'details', 'payment'] as const;
type Step = (typeof STEPS)[number];

/** The slowest interaction of each step: from the input to the next paint. */
export type Interactions = Record<Step, { what: string; ms: number }>;

/** The visit in the middle, for each step separately. */
export function interactionTable(visits: readonly Interactions[]): string {
  const rows = STEPS.map((step) => {
    const { what, ms } = visits.map((visit) => visit[step]).toSorted((a, b) => a.ms - b.ms)[
      Math.floor(visits.length / 2)
    ] ?? { what: '', ms: NaN };
    return `| ${step} | ${what} | ${ms} |`;
  });
  return ['| Step | slowest interaction | ms |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Goes once through the checkout on a slow phone, with taps and keys that the browser treats as the visitor's. */
export async function measureInteractions(origin: string): Promise<Interactions> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: launchArguments() });
  try {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const page = await context.newPage();
    const visit: Interactions = {
      services: { what: '', ms: 0 },
      details: { what: '', ms: 0 },
      payment: { what: '', ms: 0 },
    };
    let step: Step = 'services';
    await page.exposeFunction('tellInteraction', (what: string, ms: number) => {
      if (ms > visit[step].ms) visit[step] = { what, ms };
    });
    await page.addInitScript(watchInteractions);
    const slow = await context.newCDPSession(page);
    await page.goto(`${origin}/checkout`);
    await page.locator('astro-island:not([ssr])').waitFor();
    await slow.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    /** A finger rests on the screen for a moment, unlike in Playwright's own tap. */
    const tap = async (target: Locator) => {
      await target.scrollIntoViewIfNeeded();
      const box = await target.boundingBox();
      if (!box) throw new Error(`There is no ${target}.`);
      const finger = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      await slow.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] });
      await page.waitForTimeout(TAP_MS);
      await slow.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };

    const add = page.getByRole('button', { name: /^Add to Bundle/ });
    for (let left = await add.count(); left > 0; left -= 1) {
      await tap(add.first());
      await expect(add).toHaveCount(left - 1);
    }
    await tap(page.getByRole('radio', { name: /Yearly/ }));
    for (const addon of await page.getByRole('checkbox').all()) await tap(addon);
    await tap(page.getByRole('button', { name: 'Continue to Checkout' }));
    await settle(page);

    step = 'details';
    // Once with nothing filled in, which shows every error.
    await tap(page.getByRole('button', { name: 'Continue to Payment' }));
    await tap(page.getByLabel('Promo code'));
    await type(page, 'SAVE50');
    await tap(page.getByRole('button', { name: 'Apply' }));
    for (const [label, text] of Object.entries(BUYER)) {
      await tap(field(page, label));
      await type(page, text);
    }
    await settle(page);
    await tap(page.getByRole('button', { name: 'Continue to Payment' }));
    await settle(page);

    step = 'payment';
    await tap(page.getByRole('radio', { name: /PayPal/ }));
    await tap(page.getByRole('radio', { name: /card/i }));
    for (const [label, text] of [
      ['Card number', CARDS.succeeds],
      ['Expiration date', '1234'],
      ['Security code', '123'],
    ] as const) {
      await tap(page.getByRole('textbox', { name: new RegExp(`^${label}`) }));
      await type(page, text);
    }
    await tap(page.getByRole('button', { name: 'Pay Now' }));
    await page.waitForURL('**/thank-you');
    return visit;
  } finally {
    await browser.close();
  }
}

/** About as fast as a thumb types. */
const type = (page: Page, text: string) => page.keyboard.type(text, { delay: 100 });

/** Interactions are reported with the paint that follows them. */
const settle = (page: Page) => page.waitForTimeout(1_000);

/** Runs in the page. */
function watchInteractions(): void {
  type EventTiming = PerformanceEntry & { interactionId: number; target: Element | null };
  const { tellInteraction } = window as Window & { tellInteraction?: (what: string, ms: number) => void };
  const name = (target: Element | null) =>
    (target?.closest<HTMLElement>('label, button')?.innerText ?? target?.id ?? '').replaceAll('\n', ' ');
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as EventTiming[])
      if (entry.interactionId)
        tellInteraction?.(`${entry.name} ${name(entry.target)}`.trim(), entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}
