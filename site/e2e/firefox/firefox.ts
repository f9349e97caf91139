import { test as base, expect } from 'playwright/test';
import { launch, type Page } from 'puppeteer-core';

const path = process.env['E2E_FIREFOX'];

/** What Firefox reports for a font still loading when the visitor opens another page (NS_BINDING_ABORTED). */
const CANCELED = 'status=2152398850';

/**
 * A page in a real Firefox, controlled over WebDriver BiDi. Console errors, exceptions, and violations of the
 * Content-Security-Policy fail the test.
 */
export const test = base.extend<{ firefox: Page }>({
  firefox: async ({ baseURL }, use) => {
    test.skip(!path, 'There is no Firefox here.');
    await using browser = await launch({
      browser: 'firefox',
      executablePath: path,
      defaultViewport: { width: 1280, height: 800 },
    });
    const page = await browser.newPage();
    page.setDefaultTimeout(20_000);
    const complaints = listen(page);
    await page.goto(baseURL ?? '');
    await use(page);
    expect(complaints.filter((words) => !words.includes(CANCELED))).toEqual([]);
  },
});

function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

/** Finds links and buttons by the beginning of their text, because some have more text after it. */
export async function press(page: Page, text: string): Promise<void> {
  await at(page, `//*[self::a or self::button][starts-with(normalize-space(), "${text}")]`).click();
}

/** Finds fields by the beginning of their label, because labels of required fields end with a mark. */
export async function fill(page: Page, label: string, text: string): Promise<void> {
  await at(page, `//*[@id = //label[starts-with(normalize-space(), "${label}")]/@for]`).fill(text);
}

const at = (page: Page, xpath: string) => page.locator(`::-p-xpath(${xpath})`);

/** Waits for an element whose text matches, and returns the text. */
export async function textLike(page: Page, pattern: RegExp): Promise<string> {
  const found = await page.waitForFunction(
    (source) =>
      [...document.querySelectorAll('body *')]
        .map((element) => element.textContent.trim())
        .find((text) => new RegExp(source).test(text)),
    {},
    pattern.source,
  );
  return String(await found.jsonValue());
}
