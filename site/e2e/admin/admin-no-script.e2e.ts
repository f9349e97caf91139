import { expect, test } from '../support/admin-test.ts';

for (const path of ['/admin', '/admin-dashboard', '/admin-login']) {
  test(`without JavaScript, ${path} says that it needs it`, { tag: '@browser' }, async ({ page }) => {
    // A browser whose scripting a test switches off still hides noscript, so its words are looked for in the page as it is sent.
    const html = await (await page.request.get(path)).text();
    expect(html).toMatch(
      /<noscript><p[^>]*>The admin dashboard needs JavaScript\. Please turn it on and reload the page\.<\/p><\/noscript>/,
    );
  });
}
