import { expect, test } from '../support/admin-test.ts';

for (const path of ['/admin', '/admin-dashboard', '/admin-login']) {
  test(`without JavaScript, ${path} says that it needs JavaScript`, async ({ page }) => {
    // Playwright hides noscript even with JavaScript disabled, so this test checks the HTML.
    const html = await (await page.request.get(path)).text();
    expect(html).toMatch(
      /<noscript><p[^>]*>The admin dashboard needs JavaScript\. Please turn it on and reload the page\.<\/p><\/noscript>/,
    );
  });
}
