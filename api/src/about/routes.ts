import type { Router } from '@koa/router';
import { ABOUT_PATH, API_VERSION, type AboutAnswer } from '@northlight/shared/contracts/shop/about.ts';
import type { Env } from '../env.ts';

/** Only what the shop's public pages show too. */
export function aboutRoutes(router: Router, { name, email }: Env['business']): void {
  router.get(ABOUT_PATH, (ctx) => {
    ctx.body = { businessName: name, businessEmail: email, apiVersion: API_VERSION } satisfies AboutAnswer;
  });
}
