import type { Middleware } from 'koa';
import type { PeopleContext } from '../people/context.ts';
import { unclaimed } from '../people/session/first-admin.ts';

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>This shop opens soon</title>
<h1>This shop opens soon</h1>
<p>Its owner is setting it up. Please come back later.</p>
`;
/** Where the owner claims it, and the files of those pages. */
const IS_OPEN = /^\/admin(?:$|[-/])|\.(?!html$)\w+$/;

/** In production, visitors see neither the name nor the prices of the sample while nobody owns the shop. */
export function opensSoon(context: Pick<PeopleContext, 'db' | 'settings'>): Middleware {
  let isOwned = context.settings.variables['NODE_ENV'] !== 'production';
  return (ctx, next) => {
    isOwned ||= unclaimed(context) === null;
    if (isOwned || IS_OPEN.test(ctx.path)) return next();
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'html';
    ctx.body = PAGE;
    return undefined;
  };
}
