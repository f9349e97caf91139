import type { Page } from 'playwright/test';
import { expectNoFindings, expectNoSidewaysScroll } from '@northlight/shared/ui/test/page-checks.ts';
import { sample } from '../../../api/test/fixtures/long.ts';
import { expect, emailOf, test } from '../support/shop.ts';
import { buy } from '../support/purchases.ts';

const WIDTHS = [320, 1280];
/** An email is displayed inside an email program's page, so these rules do not apply. */
const OF_WHOLE_PAGES = ['landmark-one-main', 'region'];

async function allEmails(page: Page): Promise<string[]> {
  await page.goto('/dev/emails');
  return page
    .locator('li > a:first-child')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
}

test('every email is complete from 320 px up, and axe finds no violations', async ({ page }) => {
  const paths = await allEmails(page);
  expect(paths.length).toBeGreaterThan(6);
  // They are made of the same few parts.
  for (const path of sample(paths, 8)) {
    await page.goto(path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page, `${path} at ${width}`);
    }
    await expectNoFindings(page, path, OF_WHOLE_PAGES);
  }
});

/** What these programs drop: Gmail's apps the style sheet, Outlook for Windows much more. */
const DROPPED = [
  ['without <style>', []],
  [
    'as Outlook for Windows',
    ['white-space', 'max-width', 'border-radius', 'table-layout', 'display', 'padding'],
  ],
] as const;

test('every email shows all its lines and its buttons without <style>, at 360 and 600 px', async ({
  page,
}) => {
  const paths = await allEmails(page);
  expect(paths.length).toBeGreaterThan(40);
  const looked = sample(paths, 8);
  let buttons = 0;
  for (const path of paths) {
    const html = await (await page.request.get(path)).text();
    await page.setViewportSize({ width: 600, height: 800 });
    await page.setContent(html);
    const words = await page.locator('body').innerText();
    const bare = html.replace(/<style>[^]*?<\/style>/, '');
    expect(bare).not.toBe(html);
    for (const [how, dropped] of DROPPED)
      for (const width of [360, 600]) {
        const what = `${path} ${how} at ${width}`;
        await page.setViewportSize({ width, height: 800 });
        await page.setContent(bare);
        await page.evaluate((names) => {
          for (const element of document.querySelectorAll<HTMLElement>('[style]'))
            for (const name of names)
              // Outlook knows the padding of cells, and that an element is hidden.
              if (!(name === 'padding' && element.tagName === 'TD') && element.style.display !== 'none')
                element.style.removeProperty(name);
        }, dropped);
        expect(await page.locator('body').innerText(), what).toBe(words);
        if (how === 'without <style>') await expectNoSidewaysScroll(page, what);
        for (const link of await page.locator('td > a.label').all()) {
          const { height, ground, ink } = await link.evaluate((label) => {
            const cell = label.closest('td') as HTMLElement;
            const { backgroundColor } = getComputedStyle(cell);
            return {
              height: cell.getBoundingClientRect().height,
              ground: backgroundColor,
              ink: getComputedStyle(label).color,
            };
          });
          buttons += 1;
          expect(height, what).toBeGreaterThanOrEqual(40);
          expect([ground, ink], what).toEqual(['rgb(29, 34, 43)', 'rgb(253, 251, 248)']);
        }
      }
    if (looked.includes(path)) {
      await page.setContent(bare);
      await expectNoFindings(page, `${path} without <style>`, OF_WHOLE_PAGES);
    }
  }
  expect(buttons).toBeGreaterThan(40);
});

test('the customer stops reminders, and an incomplete link says so @long', async ({ page }) => {
  const number = await buy(page, 'Marlow');
  const key = /order=[^&]+&key=([\w-]+)/.exec(await emailOf(number))?.[1] ?? '';
  await page.goto(`/stop-reminders?order=${number}&key=${key}`);
  await page.getByRole('button', { name: 'Stop reminders' }).click();
  await expect(page.getByRole('status')).toHaveText(
    `You won’t get any more reminders for ${number}. Your order hasn’t changed.`,
  );
  await expect(page.getByRole('button', { name: 'Stop reminders' })).toBeHidden();
  await page.goto('/stop-reminders');
  await expect(page.getByRole('status')).toContainText('This link is incomplete.');
  await page.goto(`/stop-reminders?order=${number}&key=wrong`);
  await page.getByRole('button', { name: 'Stop reminders' }).click();
  await expect(page.getByRole('status')).toContainText('This link isn’t valid.');
});
