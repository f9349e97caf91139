import type { Router } from '@koa/router';
import type { Context } from 'koa';
import type { Env } from '../base/settings/env.ts';
import { notFound } from '../base/errors.ts';
import type { EmailContext } from './email-context.ts';

/** Previews of every email, with the samples of the seed, at /dev/emails. In development only. */
export function previewRoutes(router: Router, env: Env): void {
  // A server that shows no preview starts without the samples.
  let shop: EmailContext | undefined;
  const load = () => import('../../seed/emails/email-samples.ts');
  router.get('/dev/emails', async (ctx) => {
    const { PREVIEWS } = await load();
    const items = [...PREVIEWS.keys()].map(
      (name) =>
        `<li><a href="/dev/emails/${name}">${name}</a> (<a href="/dev/emails/${name}/text">text</a>)</li>`,
    );
    answer(
      ctx,
      'html',
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Emails</title><h1>Emails</h1><ul>${items.join('')}</ul></html>`,
    );
  });
  router.get('/dev/emails/:name', async (ctx) => answer(ctx, 'html', (await sampleEmail(ctx)).html));
  router.get('/dev/emails/:name/text', async (ctx) => {
    const { subject, text } = await sampleEmail(ctx);
    answer(ctx, 'text', `Subject: ${subject}\n\n${text}`);
  });

  async function sampleEmail(ctx: Context) {
    const { name } = ctx['params'];
    const { PREVIEWS, sampleShop } = await load();
    const message = PREVIEWS.get(name);
    if (!message) throw notFound();
    const { writeEmail } = await import('./write-email.ts');
    shop ??= sampleShop(env);
    const email = writeEmail(shop, message);
    if (!email) throw new Error(`The sample for ${name} would not be sent.`);
    return email;
  }
}

/** Emails use inline styles and load nothing. */
function answer(ctx: Context, type: 'html' | 'text', body: string): void {
  ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'");
  ctx.type = type;
  ctx.body = body;
}
