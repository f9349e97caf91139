import lighthouse from 'lighthouse';
import { chromium } from 'playwright';
import { findBrowser, launchArguments } from '../../e2e/support/find-browser.ts';
import { freePort } from '../../../api/test/shop/free-port.ts';
import type { Measured } from './table.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

export type Visit = Measured & {
  /** The titles of the counted audits below 90. */
  failed: string[];
  /** Lighthouse's benchmark of the machine right before the visit. It drops while others use the machine. */
  machine: number;
};

/** One visit with Lighthouse's mobile preset (a simulated slow phone and network), in its own browser. */
export async function measure(url: string): Promise<Visit> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: [...launchArguments(), `--remote-debugging-port=${port}`],
  });
  try {
    const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: CATEGORIES });
    if (!result) throw new Error(`Lighthouse says nothing of ${url}.`);
    const { audits, categories, environment, runtimeError } = result.lhr;
    if (runtimeError) throw new Error(`Lighthouse could not visit ${url}: ${runtimeError.message}`);
    const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
    const figure = (audit: string) => audits[audit]?.numericValue ?? NaN;
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      firstPaint: figure('first-contentful-paint'),
      largestPaint: figure('largest-contentful-paint'),
      blocking: figure('total-blocking-time'),
      shift: figure('cumulative-layout-shift'),
      transfer: figure('total-byte-weight') / 1_000,
      machine: Math.round(environment.benchmarkIndex),
      failed: Object.values(categories)
        .flatMap(({ auditRefs }) => auditRefs)
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => audits[id]?.title ?? id),
    };
  } finally {
    await browser.close();
  }
}
