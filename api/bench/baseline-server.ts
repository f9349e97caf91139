/** The baselines behind Koa: POST / places an order, and GET sends the bytes of the file PAGE. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bodyParser } from '@koa/bodyparser';
import Koa from 'koa';
import { openFloor } from './baseline.ts';

const placeOrder = openFloor(join(process.env['DATA_DIR'] ?? '.', 'floor.db'));
const page = process.env['PAGE'] ? readFileSync(process.env['PAGE']) : Buffer.from('a page');
const app = new Koa();
app.use(bodyParser());
app.use((ctx) => {
  const body: unknown = ctx.request.body;
  ctx.body = ctx.method === 'POST' ? { orderNumber: placeOrder({ ...Object(body) }) } : page;
});
const server = app.listen(Number(process.env['PORT']), '127.0.0.1');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
