import type { Router } from '@koa/router';
import type { Context } from 'koa';
import type { Env } from '../../env.ts';
import { notFound } from '../../errors.ts';
import { PREVIEWED, sampleMessage, sampleShop } from './samples.ts';

/** Previews of every email with a sample order, at /dev/emails. In development only. */
export function previewRoutes(router: Router, env: Env): void {
  const shop = sampleShop(env);
  router.get('/dev/emails', (ctx) => {
    const items = PREVIEWED.map(
      (kind) =>
        `<li><a href="/dev/emails/${kind}">${kind}</a> (<a href="/dev/emails/${kind}/text">text</a>)</li>`,
    );
    answer(
      ctx,
      'html',
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Emails</title><h1>Emails</h1><ul>${items.join('')}</ul></html>`,
    );
  });
  router.get('/dev/emails/:kind', async (ctx) => answer(ctx, 'html', (await sampleEmail(ctx)).html));
  router.get('/dev/emails/:kind/text', async (ctx) => {
    const { subject, text } = await sampleEmail(ctx);
    answer(ctx, 'text', `Subject: ${subject}\n\n${text}`);
  });

  async function sampleEmail(ctx: Context) {
    const kind = PREVIEWED.find((name) => name === ctx['params'].kind);
    if (!kind) throw notFound();
    const { writeEmail } = await import('../write-email.ts');
    const email = writeEmail(shop, sampleMessage(kind));
    if (!email) throw new Error(`The sample for ${kind} would not be sent.`);
    return email;
  }
}

/** Emails use inline styles and load nothing. */
function answer(ctx: Context, type: 'html' | 'text', body: string): void {
  ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'");
  ctx.type = type;
  ctx.body = body;
}
