import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '..');

/** Their texts are part of the product, such as labels and messages. The tile is a drawing. */
const OTHERS = new Set([
  'pages/admin-dashboard.astro',
  'pages/admin-help.astro',
  'pages/admin-login.astro',
  'pages/admin.astro',
  'pages/checkout.astro',
  'pages/demo-paypal.astro',
  'pages/order.astro',
  'pages/orders.astro',
  'pages/quote.astro',
  'pages/recurring-payment.astro',
  'pages/stop-reminders.astro',
  'pages/thank-you.astro',
  'components/frame/LeavePreview.astro',
  'components/tiles/BrowserTile.astro',
]);

/** What a template writes between its tags and in attributes that are read: two words or more. */
function textsOf(template: string): string[] {
  const markup = template
    .replace(/^---[\s\S]*?\n---/, '')
    .replaceAll(/<(style|script)\b[\s\S]*?(?:<\/\1>|\/>)|\{\/\*[\s\S]*?\*\/\}|\/\/ .*/g, '');
  return [
    ...markup.matchAll(/[>}]([^<>{}="]*)[<{]/g),
    ...markup.matchAll(/\s(?:alt|aria-label|description|heading|label|lede|summary|title)=["'{`]+([^"'`]*)/g),
  ].flatMap(([, text = '']) => (/\p{L}[,.:’]?\s+\p{L}/u.test(text) ? [text.trim()] : []));
}

test('finds texts between tags and in attributes, and no code', () => {
  const template =
    '---\nconst a = "not this";\n---\n<h1 title="Two words" lang={a}\n hidden class="a b">Some {name} more words</h1>\n' +
    '{list.map((item) => (<p label={item}>One</p>))}<style>a b {}</style>{/* a comment here */}<b>{a ? b : c}</b>';
  expect(textsOf(template)).toEqual(['more words', 'Two words']);
});

test('every text of the public pages is in shared/src/content', () => {
  const found = ['pages', 'components', 'layouts'].flatMap((folder) =>
    readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file}`.replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.astro') && !OTHERS.has(file))
      .flatMap((file) => textsOf(readFileSync(join(src, file), 'utf8')).map((text) => `${file}: ${text}`)),
  );
  expect(found).toEqual([]);
});
