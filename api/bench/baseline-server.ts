/** The baseline behind one Koa POST. */
import { join } from 'node:path';
import { bodyParser } from '@koa/bodyparser';
import Koa from 'koa';
import { openFloor } from './baseline.ts';

const placeOrder = openFloor(join(process.env['DATA_DIR'] ?? '.', 'floor.db'));
const app = new Koa();
app.use(bodyParser());
app.use((ctx) => {
  const body: unknown = ctx.request.body;
  ctx.body = { orderNumber: ctx.method === 'POST' ? placeOrder({ ...Object(body) }) : null };
});
const server = app.listen(Number(process.env['PORT']), '127.0.0.1');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
